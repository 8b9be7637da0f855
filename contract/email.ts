// Spec §5, e-mail addresses. The app and the backend share this rule.

/** Also refuses an empty part between two dots, and a local part above 64 characters (RFC 5321, 4.5.3.1.1). It is linear. */
const EMAIL =
  /^(?!\.|.*\.[.@])[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** Whether this is an address by the pattern of the HTML standard (`type=email`) that mail servers take, at most 256 characters. */
export const isEmail = (value: string): boolean => value.length <= 256 && EMAIL.test(value)
