// Spec §2, route guards: they run only when the route is entered, so that clearing a store while leaving causes no redirect.
// Whether the visit has expired is checked again each time the member returns to the tab.
import { type ReactNode, useEffect, useState } from 'react'
import { usePerform } from '../effects/perform/usePerform'
import { firstFailing, type Guard, notExpired, outcomeOf } from '../rules/guards'
import { overdue } from '../rules/outcome'
import { readFacts } from '../stores/facts'

export function Guarded({ guards, children }: { guards: readonly Guard[]; children: ReactNode }) {
  const perform = usePerform()
  const [failing] = useState(() => firstFailing(guards, readFacts()))
  useEffect(() => {
    if (failing) void perform(outcomeOf(failing, readFacts()))
  }, [failing, perform])
  useEffect(() => {
    const look = () => {
      if (!document.hidden && guards.includes(notExpired) && readFacts().welcomeExpired) void perform(overdue)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [guards, perform])
  return failing ? null : children
}
