import { useEffect } from 'react'
import type { BrandColor } from '../rules/service'

/**
 * Shows a service's colour on the header's edge, and on the primary button if text is readable on it. If that text is white, the colour also
 * stands out from the white page, and shows focus, selection and progress. Removes it on unmount.
 */
export function useServiceColour(brand: BrandColor | null): void {
  const color = brand?.color
  const ink = brand?.ink
  useEffect(() => {
    if (!color) return
    const { style } = document.documentElement
    style.cssText = [
      `--edge:${color}`,
      ink && `--action:${color};--on-action:${ink}`,
      ink === '#FFFFFF' ? `--accent:${color}` : '--shade:white',
    ].join(';')
    return () => {
      style.cssText = ''
    }
  }, [color, ink])
}
