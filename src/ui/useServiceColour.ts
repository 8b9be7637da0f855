import { useEffect } from 'react'

/** Puts a service's colour, already found readable, on the header's edge and the primary button; takes it away with the component. */
export function useServiceColour(brand: { background: string; ink: string } | null): void {
  const background = brand?.background
  const ink = brand?.ink
  useEffect(() => {
    if (!background || !ink) return
    const { style } = document.documentElement
    const colours = {
      '--action': background,
      '--on-action': ink,
      // Away from the ink, so that it stays readable while pointed at.
      '--action-dark': `color-mix(in srgb, ${background} 88%, ${ink === '#FFFFFF' ? 'black' : 'white'})`,
      '--edge': background,
    }
    for (const [name, value] of Object.entries(colours)) style.setProperty(name, value)
    return () => Object.keys(colours).forEach((name) => style.removeProperty(name))
  }, [background, ink])
}
