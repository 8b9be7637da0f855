import { useEffect } from 'react'
import type { BrandColor } from '../rules/service'

/** Puts a service's colour on the header's edge and, where words can be read on it, on the primary button; takes it away with the component. */
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
        // Away from the ink, so that it stays readable while pointed at.
        '--action-dark': `color-mix(in srgb, ${color} 88%, ${ink === '#FFFFFF' ? 'black' : 'white'})`,
      }),
    }
    for (const [name, value] of Object.entries(colours)) style.setProperty(name, value)
    return () => Object.keys(colours).forEach((name) => style.removeProperty(name))
  }, [color, ink])
}
