// Spec §4, the first code of a second step: the step sends it without a press.
import { useEffect, useRef, useState } from 'react'
import type { FirstCode } from '../effects/session/firstCode.ts'

type Given = {
  /** Resolves to a function that claims the first code of the step; undefined if no code is sent by itself. */
  firstCode: (() => Promise<() => FirstCode>) | undefined
  send: () => Promise<unknown>
  /** Another page has sent it. */
  onElsewhere: () => void
}

/** @returns whether the step is sending its first code by itself */
export function useFirstCode({ firstCode, send, onElsewhere }: Given): boolean {
  const [isAutomatic, setAutomatic] = useState(firstCode !== undefined)

  async function begin(claimed: FirstCode) {
    if (claimed === 'first') await send()
    if (claimed === 'elsewhere') onElsewhere()
    setAutomatic(false)
  }
  const latest = useRef(begin)
  useEffect(() => {
    latest.current = begin
  })
  const first = useRef(firstCode)
  useEffect(() => {
    let here = true
    // Not at once, because StrictMode runs effects twice.
    queueMicrotask(() => {
      if (!here || !first.current) return
      void first.current().then((claim) => {
        // A page that has gone meanwhile claims nothing: the next one sends the code.
        if (!here) return
        first.current = undefined
        return latest.current(claim())
      })
    })
    return () => {
      here = false
    }
  }, [])

  return isAutomatic
}
