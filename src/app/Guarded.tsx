// Spec §2, route guards: asked once, when the route is entered, so that clearing a store while leaving cannot bounce anyone.
import { type ReactNode, useEffect, useState } from 'react'
import { usePerform } from '../effects/usePerform'
import { readFacts } from '../stores/facts'
import { firstFailing, type Guard, outcomeOf } from '../rules/guards'

export function Guarded({ guards, children }: { guards: readonly Guard[]; children: ReactNode }) {
  const perform = usePerform()
  const [failing] = useState(() => firstFailing(guards, readFacts()))
  useEffect(() => {
    if (failing) void perform(outcomeOf(failing, readFacts()))
  }, [failing, perform])
  return failing ? null : children
}
