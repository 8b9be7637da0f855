// Seconds until a server allows the next request; 0 when the time is over.
import { useCallback, useEffect, useState } from 'react'
import { everySecond, now } from '../browser/clock.ts'

export function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [left, setLeft] = useState(0)
  const isOver = left === 0

  useEffect(() => {
    if (isOver) return
    return everySecond((at) => setLeft(Math.max(0, Math.ceil((until - at) / 1000))))
  }, [until, isOver])

  const start = useCallback((seconds: number) => {
    setUntil(now() + seconds * 1000)
    setLeft(seconds)
  }, [])
  return [left, start]
}
