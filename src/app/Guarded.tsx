// Spec §2, route guards: they run only when the route is entered, so that clearing a store while leaving causes no redirect.
// Whether the visit has expired is checked again each time the member returns to the tab. In a duplicated tab it ends with the other one's.
import { type ReactNode, useEffect, useState } from 'react'
import { onSignedInElsewhere } from '../effects/browser/leave.ts'
import { usePerform } from '../effects/perform/usePerform.ts'
import { firstFailing, type Guard, notExpired, outcomeOf } from '../rules/visit/guards.ts'
import { ended, overdue } from '../rules/visit/outcome.ts'
import { readFacts } from '../stores/facts.ts'
import { useWelcome } from '../stores/welcome.ts'

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
  useEffect(
    () =>
      onSignedInElsewhere((transaction_id) => {
        if (guards.includes(notExpired) && transaction_id === useWelcome.getState().welcome?.transaction_id)
          void perform(ended)
      }),
    [guards, perform],
  )
  return failing ? null : children
}
