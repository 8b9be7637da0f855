import { useEffect } from 'react'
import type { BrandColor } from '../rules/service'

/** Shows a service's colour on the header's edge, and on the primary button if text is readable on it. Removes it on unmount. */
export function useServiceColour(brand: BrandColor | null): void {
  const color = brand?.color
  const ink = brand?.ink
  useEffect(() => {
    if (!color) return
    const { style } = document.documentElement
    const colours = {
      '--edge': color,
      ...(ink && {
        '--action': color,
        '--on-action': ink,
        // Shifts the colour away from the text colour, so that the text stays readable under the pointer.
        '--action-dark': `color-mix(in srgb, ${color} 88%, ${ink === '#FFFFFF' ? 'black' : 'white'})`,
      }),
    }
    for (const [name, value] of Object.entries(colours)) style.setProperty(name, value)
    return () => Object.keys(colours).forEach((name) => style.removeProperty(name))
  }, [color, ink])
}
