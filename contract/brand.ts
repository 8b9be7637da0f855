// WCAG 2 contrast: which text is readable on the colour of a service.
const INKS = ['#FFFFFF', '#2B2F36'] as const
const READABLE = 4.5

/** Relative luminance of `#RRGGBB` (WCAG 2). */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast of two colours `#RRGGBB`, 1 to 21 (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** `ink`: a readable text colour on this colour, or undefined if there is none. Then the colour is no background for text. */
type BrandColor = { color: string; ink: string | undefined }

/** A service's colour, or null if the value is no colour. */
export function brandColor(color: string | null): BrandColor | null {
  if (!color || !/^#[\da-f]{6}$/i.test(color)) return null
  return { color, ink: INKS.find((candidate) => contrast(color, candidate) >= READABLE) }
}
