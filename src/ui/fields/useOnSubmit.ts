import { type RefObject, useEffect, useRef } from 'react'

/**
 * Runs `act` when the form around `inside` is submitted, before the form reads its fields. The submit button leaves the focus where it is, so
 * a field that finishes its text on blur must finish it here too.
 */
export function useOnSubmit(inside: RefObject<HTMLElement | null>, act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const form = inside.current?.closest('form')
    const run = () => latest.current()
    // NOTE: a listener of the form itself runs before React's `onSubmit`, which listens at the root.
    form?.addEventListener('submit', run)
    return () => form?.removeEventListener('submit', run)
  }, [inside])
}
