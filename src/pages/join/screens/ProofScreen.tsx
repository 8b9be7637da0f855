// Screens, "Join": an address or a phone with its proof. The button of the page sends the code, and then checks it. A proved target is one
// line, which can be changed.
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { FormShell } from '../../../ui/shell/FormShell.tsx'
import { codeInput } from '../../../verification/smsHandle.ts'
import { SmsFields } from '../../../verification/SmsFields.tsx'
import type { SmsControl } from '../../../verification/useSms.ts'
import type { JoinPage } from './joinPage.ts'
import { Proof } from './Proof.tsx'
import { ScreenWays } from './ScreenWays.tsx'
import type { ScreenForm } from './useScreenForm.ts'
import { VisitEnding } from '../VisitEnding.tsx'

type Props = {
  page: JoinPage
  screenForm: ScreenForm
  sms: SmsControl
  isVerified: boolean
  /** The name of the section of the code. */
  legend: string
  /** What is proved: the label and the value of the field, and the field's name. */
  target: { label: string; value: string; field: string }
  /** Before a code is sent: whether the member is led elsewhere first. */
  isHeld?: () => Promise<boolean>
  /** The field of the address or the phone. */
  children: ReactNode
}

export function ProofScreen({ page, screenForm, sms, isVerified, legend, target, isHeld, children }: Props) {
  const { t } = useTranslation()
  const { handle, problems, error, submit, sending, isHere } = screenForm
  const [isChanging, setChanging] = useState(false)
  const isCollapsed = isVerified && !isChanging && problems.length === 0

  const change = () => {
    setChanging(true)
    requestAnimationFrame(() => document.getElementById(target.field)?.focus())
  }

  const next = async () => {
    const isStopped = async () => (await isHeld?.()) || !isHere.current
    if (isCollapsed) return (await isStopped()) ? undefined : page.proceed(handle)
    let passed = false
    await submit(() => {
      passed = true
      return Promise.resolve()
    })()
    if (!passed || (await isStopped())) return
    if (isVerified) return page.proceed(handle)
    return sms.main.press()
  }

  const { main } = sms
  const words = isVerified ? t('join.next') : main.words
  const { submit: button, incomplete } = sending(words)

  return (
    <FormShell
      title={t(page.control.screen.title)}
      step={page.step}
      submit={button}
      incomplete={incomplete || (!isVerified && main.incomplete)}
      why={isVerified ? undefined : main.why}
      busy={sms.busy}
      onSubmit={next}
      problems={problems}
      error={error ?? sms.error}
      after={<ScreenWays {...page} />}
    >
      <VisitEnding />
      {isCollapsed ? (
        <div className="aside proved">
          <p>
            <span>{target.label}</span> <bdi>{target.value}</bdi>
          </p>
          <Button plain small aria-label={t('join.changeOf', { name: target.label })} onClick={change}>
            {t('join.change')}
          </Button>
        </div>
      ) : (
        children
      )}
      <Proof isVerified={isVerified} changed={t(sms.texts.changed)}>
        <fieldset className="stack">
          <legend className="hidden">{legend}</legend>
          <SmsFields sms={sms} onComplete={() => codeInput(sms.name)?.form?.requestSubmit()} />
        </fieldset>
      </Proof>
    </FormShell>
  )
}
