// Spec §4, what has happened to the code and what the member does now, in one text that a screen reader reads once. Beside it stands the
// way to another code.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSpan } from '../i18n/spans.ts'
import { useLocale } from '../i18n/texts.tsx'
import { waitText } from '../rules/codes/wait.ts'
import { bySentence } from '../ui/bySentence.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import type { SmsControl } from './useSms.ts'
import '../ui/pages.css'

type Props = {
  sms: SmsControl
  /** The masked target, if the member sees it nowhere else before a code is sent. */
  target: string | undefined
}

/** The target is between the tags of its sentence. Each text has an element of its own, because translators replace text nodes. */
const withTarget = (sentence: string): ReactNode => {
  const [before, target, after] = sentence.split(/<\/?target>/)
  if (target === undefined) return sentence
  return (
    <>
      {before && <span>{before}</span>}
      <bdi className="masked">{target}</bdi>
      {after && <span>{after}</span>}
    </>
  )
}

export function CodeNews({ sms, target }: Props) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { state, sent, shown, texts, news } = sms
  const issued = state.at === 'issued'
  const unheard = state.at === 'unheard'
  const verified = state.at === 'verified'
  const isSending = state.at === 'send' && sms.isAutomatic
  const named = (key: (typeof news)['sent' | 'resent'] | 'sms.sending', target: string) =>
    bySentence(t(key, { target }), withTarget)
  const common = {
    onClick: () => void sms.send(),
    children: t(unheard ? 'sms.send' : 'sms.resend') + waitText(sms.wait),
  }

  return (
    <>
      {target && !issued && !isSending && !verified && <p className="target">{withTarget(t(texts.to, { target }))}</p>}
      <div className={issued || isSending || unheard || verified ? 'code-news' : 'hidden'}>
        <p role="status" className={verified ? 'note success' : undefined}>
          {verified && (
            <>
              <Icon name="check" />
              <span>{t('verification.done')}</span>
            </>
          )}
          {unheard && <span>{t('sms.unheard')}</span>}
          {isSending && <span>{named('sms.sending', shown)}</span>}
          {issued && (
            <span key={sent?.nr}>
              {named(sms.resent > 0 ? news.resent : news.sent, shown)}
              {sent !== null && sent.seconds > 0 && (
                <span className="hidden">{` ${t('sms.validFor', { time: formatSpan(locale, sent.seconds) })}`}</span>
              )}
            </span>
          )}
        </p>
        {/* A dead code leaves one thing to do, which the main button does then. */}
        {(issued || isSending) && <TextButton {...common} incomplete={isSending || sms.wait > 0 || sms.busy} />}
      </div>
      {unheard && <Button {...common} plain incomplete={sms.wait > 0} busy={sms.busy} />}
    </>
  )
}
