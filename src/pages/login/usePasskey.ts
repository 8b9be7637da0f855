// Contract, "Passkeys": signs in with a passkey, at the press of a button or as the field of the e-mail offers it.
import { useEffect, useRef, useState } from 'react'
import { initPasskey, verifyPasskey } from '../../api/passkeys.ts'
import { everySecond, now } from '../../effects/browser/clock.ts'
import { quietly } from '../../effects/browser/idle.ts'
import { ability, askPasskey, forgetPasskey, stopAsking } from '../../effects/browser/passkeys.ts'
import { type FormHandle, usePerform } from '../../effects/perform/usePerform.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { requirePhone } from '../../effects/start/enter.ts'
import type { MessageKey } from '../../rules/texts/messages.ts'
import { needsPhone } from '../../rules/visit/matcher.ts'
import {
  type Ability,
  askProblem,
  isUnknownPasskey,
  mayAskLater,
  onPasskey,
  optionsProblem,
  passkeyWay,
} from '../../rules/visit/passkey.ts'
import type { Outcome } from '../../rules/visit/outcome.ts'
import type { Path } from '../../rules/visit/paths.ts'
import { holdPasskey, passkeyQuestion, releasePasskey } from '../../state/passkeyQuestion.ts'
import { forgetFailures } from '../../stores/screen.ts'
import { useWelcome } from '../../stores/welcome.ts'
import type { AuthenticationResponse, RequestOptions } from '../../../contract/shapes/passkeys.ts'

/** The challenge of a question that waits in the field ends after five minutes. A new question begins before that. */
const RENEW_MS = 4 * 60_000
/** Without an answer, the next attempt. A server that has trouble is not asked more often by each form that stands open. */
const RETRY_MS = 60_000

export type PasskeyPlace = {
  here: Path
  handle: FormHandle
  /** The page of the entry is shown: see useEntry. */
  arrived?: (outcome: Outcome) => Promise<void>
  /** Loads the page of the phone, which a service can require after a passkey as well. */
  loadPhone?: () => Promise<unknown>
  staysSignedIn?: () => boolean
  /** The messages of the attempt before disappear. */
  onBegin?: () => void
  onBusy?: (busy: boolean) => void
  /** The field that offers the passkeys. */
  field?: () => HTMLInputElement | null
}

export function usePasskey(place: PasskeyPlace) {
  const perform = usePerform()
  const [can, setCan] = useState<Ability | null>(null)
  const [said, say] = useState<MessageKey | null>(null)
  const [asking, setAsking] = useState(false)
  const latest = useRef(place)
  /** What the question in the field has not used. A press asks with it at once: some browsers want no pause between a press and its question. */
  const spare = useRef<{ options: RequestOptions; until: number } | null>(null)
  useEffect(() => {
    latest.current = place
  })

  useEffect(() => {
    let isHere = true
    void ability().then((found) => isHere && setCan(found))
    return () => {
      isHere = false
      stopAsking()
    }
  }, [])

  async function signIn(credential: AuthenticationResponse): Promise<void> {
    const { welcome } = useWelcome.getState()
    const { here, handle, arrived, loadPhone, staysSignedIn, onBegin, onBusy } = latest.current
    if (!welcome) return
    spare.current = null
    onBegin?.()
    forgetFailures()
    onBusy?.(true)
    const { transaction_id, state, passkey } = welcome
    const stay_session = staysSignedIn?.() ?? false
    const answer = await quietly(verifyPasskey({ credential, transaction_id, state, stay_session }))
    requirePhone(here)
    if (isUnknownPasskey(answer) && passkey) forgetPasskey(passkey.rp_id, credential.id)
    if (answer.ok && needsPhone(answer.data)) await loadPhone?.().catch(() => {})
    const outcome = onPasskey(answer, { ...serviceFacts(), here })
    await arrived?.(outcome)
    await perform(outcome, handle)
    onBusy?.(false)
  }

  const visit = () => {
    const { transaction_id = '', state = '' } = useWelcome.getState().welcome ?? {}
    return { transaction_id, state }
  }

  // The question in the field, one after the other until this form is left.
  const offersItself = can?.autofill === true && place.field !== undefined
  useEffect(() => {
    const field = latest.current.field?.()
    if (!offersItself || !field) return
    const { autocomplete } = field
    field.autocomplete = `${autocomplete} webauthn` as typeof autocomplete
    let turn = 0
    let stopClock = () => {}
    // NOTE: a timer stops while the device sleeps, also with the page in sight. So the time is read every second, from both clocks.
    function askIn(ms: number) {
      const due = { wall: Date.now() + ms, steady: now() + ms }
      stopClock()
      stopClock = everySecond((at) => {
        if ((at < due.steady && Date.now() < due.wall) || !navigator.onLine) return
        stopClock()
        void ask()
      })
    }
    async function ask() {
      const mine = ++turn
      const isMine = () => mine === turn
      const asked = await initPasskey(visit())
      if (!isMine()) return
      if (asked.ok) askIn(RENEW_MS)
      else {
        if (mayAskLater(asked.failure)) askIn(RETRY_MS)
        // The challenge of the question before is about to end, or has ended.
        return stopAsking()
      }
      spare.current = { options: asked.data.options, until: Date.now() + RENEW_MS }
      const credential = await askPasskey(asked.data.options, true).catch(() => null)
      if (!isMine()) return
      stopClock()
      if (!credential) return
      await signIn(credential)
      if (isMine()) await ask()
    }
    passkeyQuestion.end = () => {
      turn += 1
      stopClock()
      stopAsking()
    }
    passkeyQuestion.begin = () => void ask()
    if (!passkeyQuestion.isHeld) void ask()
    return () => {
      passkeyQuestion.end()
      Object.assign(passkeyQuestion, { end: () => {}, begin: () => {} })
      field.autocomplete = autocomplete
    }
    // The question belongs to the form, and not to one of its renderings.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [offersItself])

  async function optionsNow(): Promise<RequestOptions | null> {
    const known = spare.current
    spare.current = null
    if (known && Date.now() < known.until) return known.options
    const asked = await initPasskey(visit())
    if (asked.ok) return asked.data.options
    say(optionsProblem(asked.failure))
    return null
  }

  async function press(): Promise<void> {
    // While a password is being checked, a press does nothing, as a second press of the main button does.
    if (asking || passkeyQuestion.isHeld) return
    setAsking(true)
    say(null)
    holdPasskey()
    const options = await optionsNow()
    if (options) {
      const credential = await askPasskey(options, false).catch((error: unknown) => {
        say(askProblem(error))
      })
      if (credential) await signIn(credential)
    }
    setAsking(false)
    releasePasskey()
  }

  return { way: can && passkeyWay(can), said, asking, press }
}
