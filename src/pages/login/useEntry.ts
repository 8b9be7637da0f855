// Spec §2, entry: the login form is visible at once, and the entry's code and calls follow behind it.
import { useEffect, useRef } from 'react'
import { afterFrame } from '../../effects/browser/idle.ts'
import { onCodeLost } from '../../effects/faults/chunks.ts'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { booted, storageOpen } from '../../effects/start/booted.ts'
import { leaves, type Outcome, type Step } from '../../rules/visit/outcome.ts'
import { paths } from '../../rules/visit/paths.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { passkeyQuestion } from '../../state/passkeyQuestion.ts'
import { withTimeout } from '../../state/timeout.ts'
import { fetchRequest, importSubmit } from './importSubmit.ts'

/** Loads the entry's code after the form. If that fails, the next submit tries again. */
async function enter(search: string): Promise<Outcome> {
  await booted()
  const { enterOnce } = await withTimeout(import('../../effects/start/soon.ts'))
  return enterOnce('login', search)
}

/** Gets the code of the request while the server answers, and runs it then. A submit reports code that cannot be had. */
async function prepare(entered: Promise<void>): Promise<void> {
  await Promise.all([fetchRequest(), entered])
  if (!useWelcome.getState().welcome) return
  const { prepareSealing } = await importSubmit()
  await prepareSealing()
}

/** What an entry stores, before it moves to a page. */
const isFact = (step: Step): boolean => step.do === 'welcome' || step.do === 'service'

/** A member who has sent the form has chosen: the answer to it needs the form, and not the list of accounts. */
const toForm = (step: Step): Step =>
  step.do === 'go' && step.to === paths.loginSso ? { ...step, to: paths.login } : step

/** Resolves when a reload of this page can be survived, or when it is known that it cannot. */
const kept = (): Promise<void> =>
  fetchRequest()
    .then(storageOpen)
    .catch(() => {})

export type EntryHere = {
  /** Resolves when the answer of the entry is stored, so that the form can be sent; at once on a page that is no entry. */
  entered: () => Promise<void>
  /** Resolves when this outcome may be performed: the page of the answer is shown, or need not be, because the member leaves the app. */
  arrived: (outcome: Outcome) => Promise<void>
}

export function useEntry(isEntry: boolean): EntryHere {
  const perform = usePerform()
  const entry = useRef<Promise<void>>(undefined)
  const move = useRef<Promise<void>>(undefined)
  const left = useRef(false)

  /** The request may leave when the visit is stored. Its address stays until a reload can be survived without it. */
  async function performEntry(outcome: Outcome): Promise<void> {
    const isWelcome = outcome.some((step) => step.do === 'welcome')
    await perform(outcome.filter(isFact))
    const moved = (isWelcome ? kept() : Promise.resolve()).then(() => {
      const moves = outcome.filter((step) => !isFact(step))
      return left.current ? undefined : perform(passkeyQuestion.isHeld ? moves.map(toForm) : moves)
    })
    move.current = moved
    if (!isWelcome) await moved
  }

  // The first caller starts the entry: a held submit may run before this page's own effect. A page that a failed entry has left for another one starts none.
  function entered(): Promise<void> {
    if (!isEntry || !location.pathname.startsWith('/init')) return Promise.resolve()
    entry.current ??= enter(location.search)
      .then(performEntry, onCodeLost)
      .then(() => {
        // There was no answer. The next submit and the next `online` event ask again.
        if (!useWelcome.getState().welcome) entry.current = undefined
      })
    return entry.current
  }

  // Delayed, because this effect is part of the hydration of the form.
  useEffect(() =>
    afterFrame(() => {
      if (isEntry) prepare(entered()).catch(() => {})
    }),
  )
  useEffect(() => {
    const again = () => void entered()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  })

  // The press of a form that is left holds no later one: after a sign-in its end is never reached.
  useEffect(() => () => void (passkeyQuestion.isHeld = false), [])

  async function arrived(outcome: Outcome): Promise<void> {
    left.current = leaves(outcome)
    if (!left.current) await move.current
  }
  return { entered, arrived }
}
