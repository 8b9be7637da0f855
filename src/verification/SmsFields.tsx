// Spec §4, what a verification shows: send or resend, the code with its remaining time, and how it stands.
import { useEffect, useRef, useState } from 'react'
import { formatSpan } from '../i18n/spans'
import { useTexts } from '../i18n/texts'
import { canResend, isFirst, smsMessage, takesCode } from '../rules/sms'
import { verifyCodeProblem } from '../rules/verifyCode'
import { formatRemaining, waitText } from '../rules/wait'
import { Button } from '../ui/Button'
import { announce } from '../ui/announce'
import { isComposing } from '../ui/composing'
import { CodeField } from '../ui/fields/CodeField'
import { Note } from '../ui/fields/Field'
import { isFocusLost } from '../ui/focus'
import { Icon } from '../ui/Icon'
import { TextButton } from '../ui/TextButton'
import type { SmsControl } from './useSms'
import '../ui/pages.css'

/** The remaining time has the colour of an error for these last seconds. */
const LAST_SECONDS = 30

type Props = {
  sms: SmsControl
  /** Whether a code may be asked for: the number or address is long enough. */
  canSend: boolean
  /** The id of the text that names what is missing while sending is not possible. */
  whyNot?: string | undefined
  /** Where the verify button is not that of the page: Enter in the code verifies, and sends nothing else. */
  onEnter?: () => void
  /** Submits the code. Called with the sixth digit, once for each code. */
  onComplete: () => void
  /** The masked target, if only the server knows the rest. */
  target?: string | undefined
  /** The button of the page sends the first code, and then verifies it. */
  byPage?: boolean
}

export function SmsFields({ sms, canSend, whyNot, onEnter, onComplete, target, byPage = false }: Props) {
  const { t, locale } = useTexts()
  const { state, name, announced, isAutomatic } = sms
  const message = smsMessage(state)
  const entersCode = takesCode(state)
  const verified = state.at === 'verified'
  const unheard = state.at === 'unheard'
  const first = isFirst(state)
  const code = entersCode ? state.code : ''
  const incomplete = entersCode && verifyCodeProblem(code)
  const changed = state.at === 'send' && state.changed === true
  const toSend = changed ? 'sms.changed' : null
  const beforeCode = isAutomatic || (first && sms.busy) ? 'sms.sending' : toSend
  const hint = unheard ? 'sms.unheard' : entersCode ? incomplete : verified ? null : beforeCode
  // The field of the code appears once a code was sent, or is about to be.
  const isCodeShown = !verified && (state.at !== 'send' || isAutomatic)
  const isShut = first ? !canSend : !canResend(state)
  const reason = message && !entersCode ? `${name}-note` : isShut ? whyNot : undefined
  const sending = useRef<HTMLButtonElement>(null)
  // A composed digit may still change.
  const [isComposed, setComposed] = useState(false)
  const { isNew, canVerify } = sms
  const complete = useRef(onComplete)
  useEffect(() => {
    complete.current = onComplete
  })
  useEffect(() => {
    if (canVerify && !isComposed && isNew(code)) complete.current()
  }, [canVerify, isComposed, code, isNew])
  const entered = useRef(entersCode)

  // The code is closed, and what was focused with it: the way on is another one.
  useEffect(() => {
    const isClosed = entered.current && !entersCode && !verified
    entered.current = entersCode
    if (isClosed && isFocusLost()) sending.current?.focus()
  }, [entersCode, verified])
  useEffect(() => (changed ? announce(t('sms.changed')) : undefined), [changed, t])

  const common = {
    ref: sending,
    'aria-describedby': reason,
    incomplete: isShut || sms.wait > 0,
    onClick: () => void sms.send(),
    children: t(first && !isAutomatic ? 'sms.send' : 'sms.resend') + waitText(sms.wait),
  }
  const asButton = first && !isAutomatic

  return (
    <>
      {(target || !asButton) && (
        <p className="target">
          {target && (
            <>
              <span>{t('sms.sentTo')}</span> <bdi>{target}</bdi>
            </>
          )}
          {!asButton && <TextButton {...common} incomplete={common.incomplete || sms.busy} />}
        </p>
      )}
      {asButton && (unheard || !byPage) && <Button {...common} plain busy={sms.busy} />}
      {!isCodeShown && !verified && (
        <Note
          id={`${name}-note`}
          hint={hint && (!byPage || changed) ? t(hint) : undefined}
          error={message ? t(message) : undefined}
        />
      )}
      {isCodeShown && (
        <CodeField
          name={name}
          label={t('sms.code')}
          hint={hint ? t(hint) : undefined}
          error={message ? t(message) : undefined}
          value={code}
          onText={sms.typed}
          onCompositionStart={() => setComposed(true)}
          onCompositionEnd={() => setComposed(false)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !onEnter || isComposing(event)) return
            event.preventDefault()
            onEnter()
          }}
          disabled={!entersCode}
          timer={
            state.at === 'issued' && (
              <>
                <span role="timer" aria-live="off" className={sms.left <= LAST_SECONDS ? 'timer last' : 'timer'}>
                  {formatRemaining(sms.left)}
                </span>
                {sms.refresh && (
                  <button type="button" onClick={() => void sms.refresh?.()}>
                    {t('sms.refresh')}
                  </button>
                )}
              </>
            )
          }
        />
      )}
      <p role="status" className={verified ? 'note success' : 'hidden'}>
        {verified && (
          <>
            <Icon name="check" />
            <span>{t('verification.done')}</span>
          </>
        )}
        {unheard && <span>{t('sms.unheard')}</span>}
        {state.at === 'issued' && announced && (
          <span key={announced.nr}>{t(announced.text, { time: formatSpan(locale, announced.seconds) })}</span>
        )}
      </p>
      <p role="status" className={sms.help ? 'note' : 'hidden'}>
        {sms.help && t(sms.help)}
      </p>
    </>
  )
}
