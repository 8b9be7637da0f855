// A page is fetched, and its code run, as soon as its link is pointed at, touched or reached by the keyboard: by the press it is here.
import { useEffect } from 'react'
import { warmUp } from './routes'

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
