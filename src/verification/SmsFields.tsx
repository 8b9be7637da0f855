// Spec §4, what a verification shows: how the code stands, and its field with the remaining time. The button of the page sends the first
// code, verifies it, and replaces a dead one.
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSpan } from '../i18n/spans.ts'
import { useLocale } from '../i18n/texts.tsx'
import { smsMessage, takesCode } from '../rules/codes/sms.ts'
import { verifyCodeProblem } from '../rules/fields/verifyCode.ts'
import { formatRemaining } from '../rules/codes/wait.ts'
import { announce } from '../ui/shell/announce.tsx'
import { CodeField } from '../ui/fields/CodeField.tsx'
import { Note } from '../ui/fields/Field.tsx'
import { isFocusLost } from '../ui/focus.ts'
import { CodeNews } from './CodeNews.tsx'
import { codeInput } from './smsHandle.ts'
import type { SmsControl } from './useSms.ts'
import '../ui/pages.css'

/** The remaining time has the colour of an error for these last seconds. */
const LAST_SECONDS = 30

type Props = {
  sms: SmsControl
  /** Submits the code. Called with the sixth digit, once for each code. */
  onComplete: () => void
  /** The masked target, if the member sees it nowhere else before a code is sent. */
  target?: string | undefined
}

export function SmsFields({ sms, onComplete, target }: Props) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { state, name, announced, isAutomatic } = sms
  const message = smsMessage(state, sms.isClosed)
  const { code } = sms
  const entersCode = takesCode(state)
  const verified = state.at === 'verified'
  const changed = state.at === 'send' && state.changed === true
  const hint = entersCode || isAutomatic ? verifyCodeProblem(code) : null
  // The field of the code appears once a code was sent, or is about to be.
  const isCodeShown = !verified && (state.at !== 'send' || isAutomatic)
  // Another code was sent, so the first one did not come: the page explains what may keep it from arriving.
  const isHelped = !verified && sms.resent > 0
  const left = sms.left <= LAST_SECONDS ? 'timer last' : 'timer'
  // A digit that an input method is composing may still change, so the code is not sent yet.
  const [isComposing, setComposing] = useState(false)
  const { isNew, canVerify } = sms
  const complete = useRef(onComplete)
  useEffect(() => {
    complete.current = onComplete
  })
  useEffect(() => {
    if (canVerify && !isComposing && isNew(code)) complete.current()
  }, [canVerify, isComposing, code, isNew])
  const entered = useRef(entersCode)

  // The code is closed, and what was focused with it: the way on is another one.
  useEffect(() => {
    const isClosed = entered.current && !entersCode && !verified
    entered.current = entersCode
    if (isClosed && isFocusLost()) codeInput(name)?.form?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }, [entersCode, verified, name])
  const changedText = t(sms.hasOtherWay ? sms.texts.chosen : sms.texts.changed)
  useEffect(() => (changed ? announce(changedText) : undefined), [changed, changedText])

  return (
    <>
      <CodeNews sms={sms} target={target} />
      {!isCodeShown && !verified && (
        <Note id={`${name}-note`} hint={changed ? changedText : undefined} error={message ? t(message) : undefined} />
      )}
      {isCodeShown && (
        <CodeField
          name={name}
          label={t('sms.code')}
          hint={hint ? t(hint) : undefined}
          error={sms.codeError ?? (message ? t(message) : undefined)}
          value={code}
          onText={sms.typed}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          disabled={!entersCode}
          timer={
            state.at === 'issued' && (
              <>
                <span role="timer" aria-live="off" className={sms.refresh ? 'hidden' : left}>
                  {formatRemaining(sms.left)}
                </span>
                {sms.refresh && (
                  <button type="button" onClick={() => void sms.refresh?.()}>
                    <span aria-hidden="true" className={left}>
                      {formatRemaining(sms.left)}
                    </span>
                    <span>{t('sms.refresh')}</span>
                  </button>
                )}
              </>
            )
          }
        />
      )}
      <p role="status" className="hidden">
        {state.at === 'issued' && announced && (
          <span key={announced.nr}>{t('sms.timeLeft', { time: formatSpan(locale, announced.seconds) })}</span>
        )}
      </p>
      <p role="status" className={isHelped ? 'note' : 'hidden'}>
        {isHelped && t(sms.texts.help)}
      </p>
    </>
  )
}
