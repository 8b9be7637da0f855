// Contract, /resolve/passkey: a passkey, created without a question where the browser can, else at a press, or later.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resolveMatcher } from '../../api/auth.ts'
import {
  canCreateSilently,
  canUsePasskeys,
  createPasskey,
  forgetPasskey,
  stopAsking,
} from '../../effects/browser/passkeys.ts'
import { useFormError } from '../../effects/forms/useFormError.ts'
import { useOneAtATime } from '../../effects/forms/useOneAtATime.ts'
import { createProblem, isNotSaved, onPasskeyCreated } from '../../rules/visit/passkey.ts'
import { useChain } from '../../profile/useChain.ts'
import { saveLogin, useLogin } from '../../stores/login.ts'
import { stepIn } from '../../stores/pendingStep.ts'
import { Button } from '../../ui/Button.tsx'
import { Drawing } from '../../ui/Drawing.tsx'
import { FormShell } from '../../ui/shell/FormShell.tsx'
import { Skeleton } from '../../ui/shell/Skeleton.tsx'
import type { CreationOptions, RegistrationResponse } from '../../../contract/shapes/passkeys.ts'
import { useResolved } from './useStep.ts'
import { Who } from '../../profile/Who.tsx'
import { bySentence } from '../../ui/bySentence.tsx'
import '../../ui/pages.css'

/** How long a creation without a question may take. The browser answers at once, or not at all. */
const SILENT_MS = 2000
const TYPE = 'RECOMMENDED_PASSKEY'

/** What the page does first. `ask`: it shows its question. */
type Phase = 'ask' | 'create' | 'skip'

/** The passkey that the browser creates without a question, or null. */
async function createdSilently(options: CreationOptions): Promise<RegistrationResponse | null> {
  const limit = setTimeout(stopAsking, SILENT_MS)
  const passkey = await createPasskey(options, true).catch(() => null)
  clearTimeout(limit)
  return passkey
}

export default function PasskeyPage() {
  const { t } = useTranslation()
  // The page does not change while the next step takes the place of this one.
  const [step] = useState(() => stepIn(useLogin.getState(), TYPE))
  const [phase, setPhase] = useState<Phase>(() => (!canUsePasskeys() ? 'skip' : step?.conditional ? 'create' : 'ask'))
  const chain = useChain('passkey.step')
  const created = useResolved(onPasskeyCreated)
  const createdUnasked = useResolved((answer, facts) => onPasskeyCreated(answer, { ...facts, silently: true }))
  const resolved = useResolved()
  const { handle, error, forget, sending } = useFormError()
  const { busy, only } = useOneAtATime()
  const [options, setOptions] = useState(step?.options)

  async function save(passkey: RegistrationResponse, silently: boolean): Promise<void> {
    const answer = await resolveMatcher({
      matcher_type: TYPE,
      consent_terms: [],
      passkey,
      ...(silently && { conditional: true }),
    })
    if (!answer.ok && isNotSaved(answer) && options) {
      forgetPasskey(options.rp.id, passkey.id)
      const { options: next = options } = answer.failure
      setOptions(next)
      // For a reload.
      if (step) saveLogin({ step: { ...step, options: next, conditional: false } })
    }
    await (silently ? createdUnasked : created)(answer, handle)
  }

  async function skip(unasked?: { conditional: true }): Promise<void> {
    await resolved(await resolveMatcher({ matcher_type: TYPE, consent_terms: [], skip: true, ...unasked }), handle)
  }

  async function create(): Promise<void> {
    forget()
    if (!options) return handle.formError({ text: 'passkey.cannotCreate' })
    const passkey = await createPasskey(options, false).catch((cause: unknown) => {
      const text = createProblem(cause)
      if (text) handle.formError({ text })
    })
    if (passkey) await save(passkey, false)
  }

  async function putOff(): Promise<void> {
    forget(() => void only(putOff))
    await skip()
  }

  /** Without a question. A reload asks. */
  async function begin(): Promise<void> {
    if (step) saveLogin({ step: { ...step, conditional: false } })
    if (phase === 'skip') await skip({ conditional: true })
    const passkey = phase === 'create' && options && (await canCreateSilently()) ? await createdSilently(options) : null
    if (passkey) await save(passkey, true)
    setPhase('ask')
  }

  useEffect(() => {
    if (phase !== 'ask') void only(begin)
    return stopAsking
    // Once, when the page opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  if (phase !== 'ask') return <Skeleton />
  return (
    <FormShell
      title={t('passkey.title')}
      lead={bySentence(t('passkey.lead'))}
      above={<Who />}
      {...(chain && { step: chain })}
      {...sending(t('passkey.create'))}
      busy={busy}
      onSubmit={() => only(create)}
      error={error}
      after={
        <Button plain busy={busy} onClick={() => void only(putOff)}>
          {t('passkey.later')}
        </Button>
      }
    >
      <Drawing name="passkey" />
    </FormShell>
  )
}
