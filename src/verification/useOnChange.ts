import { useEffect, useRef } from 'react'

/** Runs `act` when the value has changed. */
export function useOnChange(value: unknown, act: () => void): void {
  const before = useRef(value)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    act()
  })
}
