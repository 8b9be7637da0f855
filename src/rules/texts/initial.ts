/** The first letter of a name as a reader sees it: a Korean syllable, or a letter with its accents. */
export const initialOf = (name: string): string =>
  (
    name
      .trim()
      .normalize('NFC')
      .match(/\p{L}\p{M}*/u)?.[0] ?? ''
  ).toUpperCase()

/** The letter that stands for a member everywhere: of the name, or of the address while the name is not known. */
export const initialOfMember = (address: string, name = ''): string => initialOf(name) || initialOf(address)

/** An e-mail address that its owner recognises and a passer-by does not learn: its first two characters, or one of a short name, and its domain. As the backend masks it. */
export const maskedEmail = (email: string): string => {
  const at = Math.max(email.lastIndexOf('@'), 0)
  return `${email.slice(0, Math.min(at > 3 ? 2 : 1, at))}***${email.slice(at)}`
}
