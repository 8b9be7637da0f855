// What an earlier page of the recovery left to say: the page that it leads to says it once.
import { useEffect, useState } from 'react'
import { saveIdentify, useIdentify } from '../../stores/identify.ts'

export function useTold() {
  const [told] = useState(() => useIdentify.getState().told)
  // Not while rendering: React may render a page twice before it mounts.
  useEffect(() => saveIdentify({ told: null }), [])
  return told
}
