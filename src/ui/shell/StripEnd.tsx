import { useEffect, useRef, useState } from 'react'

/** Stands below the button that stays in reach, and says whether the button lies over a part of the page: its own place is below the window then. */
export function StripEnd() {
  const place = useRef<HTMLElement>(null)
  const [isBelow, setBelow] = useState(false)
  useEffect(() => {
    const observe = (entries: IntersectionObserverEntry[]) => {
      const last = entries.at(-1)
      if (last) setBelow(!last.isIntersecting && last.boundingClientRect.top > 0)
    }
    // A part of a pixel hides nothing.
    const seen = new IntersectionObserver(observe, { rootMargin: '0px 0px 1px' })
    if (place.current) seen.observe(place.current)
    return () => seen.disconnect()
  }, [])
  return <i ref={place} className={isBelow ? 'end below' : 'end'} aria-hidden="true" />
}
