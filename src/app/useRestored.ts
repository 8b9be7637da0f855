import { useEffect, useState } from 'react'
import { reload } from '../effects/leave'
import { visitEnded } from '../effects/session'

/**
 * How often this tab came back to the app by the browser's back-forward cache. What a page keeps by itself (a password, a code, a
 * spinner, a countdown) is from before: it is made anew, from what the stores have. Of a visit that has ended they have nothing: the
 * page is loaded anew.
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
