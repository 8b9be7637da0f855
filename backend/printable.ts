// What others have written, where an operator reads it: in a terminal, or in a file that is shown in one.

/** What a terminal obeys instead of showing it: control characters, and marks that turn the direction of a text. */
const OBEYED = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** The text with these characters spelt out, as JSON spells them: a line of JSON keeps its meaning. Tabs and line breaks stay. */
export const printable = (text: string): string =>
  text.replace(OBEYED, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
