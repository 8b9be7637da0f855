declare module 'virtual:frequent-passwords' {
  /** The passwords in one text, with spaces between them (scripts/build/frequentPasswords.ts). */
  const frequent: string
  export default frequent
}
