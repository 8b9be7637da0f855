// Contract, "Passkeys": signs in with a passkey, at the press of a button or as the field of the e-mail offers it.
import { useEffect, useRef, useState } from 'react'
import { initPasskey, verifyPasskey } from '../../api/passkeys.ts'
import { quietly } from '../../effects/browser/idle.ts'
import { ability, askPasskey, forgetPasskey, stopAsking } from '../../effects/browser/passkeys.ts'
import { type FormHandle, usePerform } from '../../effects/perform/usePerform.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import type { MessageKey } from '../../rules/texts/messages.ts'
import { needsPhone } from '../../rules/visit/matcher.ts'
import {
  type Ability,
  askProblem,
  isUnknownPasskey,
  onPasskey,
  optionsProblem,
  passkeyWay,
} from '../../rules/visit/passkey.ts'
import type { Path } from '../../rules/visit/paths.ts'
import { passkeyQuestion } from '../../state/passkeyQuestion.ts'
import { forgetFailures } from '../../stores/screen.ts'
import { useWelcome } from '../../stores/welcome.ts'
import type { AuthenticationResponse } from '../../../contract/shapes/passkeys.ts'
import { mobileStep } from './mobileStep.ts'

/** The challenge of a question that waits in the field ends after five minutes. A new question begins before that. */
const RENEW_MS = 4 * 60_000

export type PasskeyPlace = {
  here: Path
  handle: FormHandle
  /** The page of the entry is shown: see useEntry. */
  arrived?: () => Promise<void>
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
    const { here, handle, arrived, staysSignedIn, onBegin, onBusy } = latest.current
    if (!welcome) return
    onBegin?.()
    forgetFailures()
    onBusy?.(true)
    const { transaction_id, state, passkey } = welcome
    const stay_session = staysSignedIn?.() ?? false
    const answer = await quietly(verifyPasskey({ credential, transaction_id, state, stay_session }))
    if (isUnknownPasskey(answer) && passkey) forgetPasskey(passkey.rp_id, credential.id)
    if (answer.ok && needsPhone(answer.data)) await mobileStep.load().catch(() => {})
    await arrived?.()
    await perform(onPasskey(answer, { ...serviceFacts(), here }), handle)
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
    async function ask() {
      const mine = ++turn
      const isMine = () => mine === turn
      const asked = await initPasskey(visit())
      if (!asked.ok || !isMine()) return
      const renew = setTimeout(() => void ask(), RENEW_MS)
      const credential = await askPasskey(asked.data.options, true).catch(() => null)
      clearTimeout(renew)
      if (!credential || !isMine()) return
      await signIn(credential)
      if (isMine()) await ask()
    }
    passkeyQuestion.pause = () => {
      turn += 1
      stopAsking()
    }
    passkeyQuestion.resume = () => void ask()
    void ask()
    return () => {
      passkeyQuestion.pause()
      Object.assign(passkeyQuestion, { pause: () => {}, resume: () => {} })
      field.autocomplete = autocomplete
    }
    // The question belongs to the form, and not to one of its renderings.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [offersItself])

  async function press(): Promise<void> {
    if (asking) return
    setAsking(true)
    say(null)
    passkeyQuestion.pause()
    const asked = await initPasskey(visit())
    if (!asked.ok) say(optionsProblem(asked.failure))
    else {
      const credential = await askPasskey(asked.data.options, false).catch((error: unknown) => {
        say(askProblem(error))
      })
      if (credential) await signIn(credential)
    }
    setAsking(false)
    passkeyQuestion.resume()
  }

  return { way: can && passkeyWay(can), said, asking, press }
}
