// Loads and runs a page's code when its link is pointed at, touched or focused, so that it is ready at the press.
import { useEffect } from 'react'
import { warmUp } from './allRoutes.ts'

const SIGNS = ['pointerover', 'focusin'] as const

function onSign({ target }: Event): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/"]')
  if (link) warmUp(link.pathname)
}

export function useWarmUp(): void {
  useEffect(() => {
    for (const sign of SIGNS) document.addEventListener(sign, onSign)
    return () => {
      for (const sign of SIGNS) document.removeEventListener(sign, onSign)
    }
  }, [])
}
