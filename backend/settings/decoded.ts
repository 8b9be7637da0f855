/** The text behind the percent escapes of a part of an address. Null if one of them is broken. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
