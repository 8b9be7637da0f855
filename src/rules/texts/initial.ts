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

/** An e-mail address that its owner recognises and a passer-by does not learn: its first two characters, and its domain. */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, Math.max(at, 0)))}***${email.slice(Math.max(at, 0))}`
}
