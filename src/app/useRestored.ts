import { useEffect, useRef, useState } from 'react'
import { reload } from '../effects/browser/leave.ts'
import { visitEnded } from '../effects/session/session.ts'

/** How long a restored page may take to render, in milliseconds. */
const RENDER_MS = 1500

/**
 * How often the back-forward cache has restored this tab. A page's own state (a password, a code, a spinner, a countdown) is outdated then,
 * so the app renders the page again from the stores. If the visit has ended, the stores are empty, and the app reloads the page.
 *
 * NOTE: Firefox loses a message that was on its way when the page entered the cache. React waits for such a message before it renders
 * again, so a page with a countdown stands still. A page that does not render is reloaded.
 */
export function useRestored(): number {
  const [times, setTimes] = useState(0)
  const rendered = useRef(0)
  useEffect(() => {
    rendered.current = times
  }, [times])
  useEffect(() => {
    let check: ReturnType<typeof setTimeout> | undefined
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      if (visitEnded()) return reload()
      const before = rendered.current
      setTimes((known) => known + 1)
      check = setTimeout(() => {
        if (rendered.current === before) reload()
      }, RENDER_MS)
    }
    window.addEventListener('pageshow', restore)
    return () => {
      window.removeEventListener('pageshow', restore)
      clearTimeout(check)
    }
  }, [])
  return times
}
