import { useEffect, useState } from 'react'
import { reload } from '../effects/leave'
import { visitEnded } from '../effects/session'

/**
 * How often the back-forward cache has restored this tab. A page's own state (a password, a code, a spinner, a countdown) is outdated then,
 * so the page is created anew from the stores. If the visit has ended, the stores are empty, and the page is loaded anew.
 */
export function useRestored(): number {
  const [times, setTimes] = useState(0)
  useEffect(() => {
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      if (visitEnded()) reload()
      else setTimes((known) => known + 1)
    }
    window.addEventListener('pageshow', restore)
    return () => window.removeEventListener('pageshow', restore)
  }, [])
  return times
}
