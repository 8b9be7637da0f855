/** The address that a text names, as the browser reads it, or null. `URL.canParse` is younger than the oldest browser (docs/decisions.md). */
export function urlOf(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
