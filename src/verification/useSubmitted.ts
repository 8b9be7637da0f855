// Spec §4, SMS verification: a complete code is submitted without a press, once.
import { useRef } from 'react'

/** The codes that the page has submitted by itself since the last one was sent. */
export function useSubmitted() {
  const submitted = useRef(new Set<string>())
  return {
    forget: () => submitted.current.clear(),
    /** Whether this code has not been submitted yet. Marks it, so that a refused code is not submitted again by itself. */
    isNew: (code: string): boolean => {
      const isNew = !submitted.current.has(code)
      submitted.current.add(code)
      return isNew
    },
  }
}
