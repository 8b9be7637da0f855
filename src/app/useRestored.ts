import { useEffect, useState } from 'react'

/**
 * How often this tab came back to the app by the browser's back-forward cache. What a page keeps by itself (a password, a code, a
 * spinner, a countdown) is from before: it is made anew, from what the stores have.
 */
export function useRestored(): number {
  const [times, setTimes] = useState(0)
  useEffect(() => {
    const count = ({ persisted }: PageTransitionEvent) => persisted && setTimes((known) => known + 1)
    window.addEventListener('pageshow', count)
    return () => window.removeEventListener('pageshow', count)
  }, [])
  return times
}
