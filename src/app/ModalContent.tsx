// Spec §2, modals: notice, question, too many wrong passwords, the restriction for children, a student's majors, and a text of terms.
import Dialog from '@mui/material/Dialog'
import { ThemeProvider } from '@mui/material/styles'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../i18n/dates.ts'
import { useLocale } from '../i18n/texts.tsx'
import { latestBirthday } from '../rules/fields/age.ts'
import type { MessageKey } from '../rules/texts/messages.ts'
import { isNotice, noticeTitles } from '../rules/texts/noticeTitles.ts'
import { showToast, type Modal, type ModalStatus } from '../stores/screen.ts'
import { Button } from '../ui/Button.tsx'
import { bySentence } from '../ui/bySentence.tsx'
import { Choices } from '../ui/Choices.tsx'
import { Drawing } from '../ui/Drawing.tsx'
import { Skeleton } from '../ui/shell/Skeleton.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import { memoizeImport } from '../state/timeout.ts'
import { muiTheme } from '../ui/muiTheme.ts'
import { StateNotice, stateOf } from './StateNotice.tsx'
import { useLaterCode } from './useLaterCode.ts'
import { useModalHistory } from './useModalHistory.ts'
import '../ui/pages.css'

type Wording = {
  title: MessageKey
  text?: MessageKey
  ok: MessageKey
  otherwise?: { text: MessageKey; status: ModalStatus }
}

const fetchMajors = memoizeImport(() => import('../profile/MajorsForm.tsx'))
const fetchTermsText = memoizeImport(() => import('../ui/modals/TermsText.tsx'))

const wordings: Record<Exclude<Modal['name'], 'registerMajor' | 'termsText'>, Wording> = {
  notice: { title: 'modal.unavailable', ok: 'modal.ok' },
  confirm: { title: 'modal.confirm', ok: 'modal.ok', otherwise: { text: 'modal.cancel', status: 'cancel' } },
  maxFailure: {
    title: 'modal.maxFailure',
    text: 'modal.maxFailureText',
    ok: 'modal.findPassword',
    otherwise: { text: 'modal.close', status: 'close' },
  },
  restrictChild: {
    title: 'modal.restrictChild',
    text: 'modal.restrictChildText',
    ok: 'modal.ok',
    otherwise: { text: 'modal.close', status: 'close' },
  },
}

/** The notices that end what the member came for. */
const SUCCESSES: readonly (MessageKey | undefined)[] = ['identify.changedHere', 'identify.passwordChanged']

/** What a question says below its title, and the words of its button, by the question. */
const questions: Partial<Record<MessageKey, { text: MessageKey; ok: MessageKey }>> = {
  'sms.confirmResend': { text: 'sms.confirmResendText', ok: 'sms.confirmResendOk' },
  'account.endOthersConfirm': { text: 'account.endOthersText', ok: 'account.signOut' },
  'account.notMeConfirm': { text: 'account.notMeText', ok: 'account.notMeOk' },
  'account.passkeyRemoveConfirm': { text: 'account.passkeyRemoveText', ok: 'account.remove' },
  'account.withdrawConfirm': { text: 'account.withdrawText', ok: 'account.withdraw' },
  'sso.forgetConfirm': { text: 'sso.forgetConfirmText', ok: 'sso.forgetShort' },
}

/** @returns the words of a dialog; those of a notice or a question depend on what it says */
function wordingOf({ text, button }: Modal, name: keyof typeof wordings): Wording {
  const wording = wordings[name]
  if (!text) return wording
  const question = name === 'confirm' && questions[text]
  if (question) return { ...wording, ...question, title: text }
  const title = isNotice(text) ? noticeTitles[text] : wording.title
  return { ...wording, text, title, ok: button ?? wording.ok }
}

export default function ModalContent({ modal }: { modal: Modal }) {
  const close = useModalHistory(modal.id)
  const [answered, setAnswered] = useState(false)
  const least = useRef<HTMLButtonElement>(null)
  // These have contents of their own, not words and buttons.
  const isOwn = modal.name === 'registerMajor' || modal.name === 'termsText'
  const isState = modal.name === 'notice' && stateOf(modal.text) !== undefined

  const answer = (status: ModalStatus) => {
    if (answered) return
    setAnswered(true)
    close(status)
  }

  return (
    <ThemeProvider theme={muiTheme}>
      <Dialog
        open
        {...(isState && { className: 'page', fullScreen: true, hideBackdrop: true })}
        container={() => document.getElementById('dialogs')}
        onClose={(_, reason) => (reason === 'escapeKeyDown' || modal.name === 'termsText') && answer('close')}
        aria-labelledby="modal-title"
        {...(!isOwn && { 'aria-describedby': 'modal-text' })}
        slotProps={{
          // A state fills the page, and a page begins at its heading.
          transition: { onEntering: () => (isState ? document.getElementById('modal-title') : least.current)?.focus() },
          ...(isOwn && { paper: { className: modal.name === 'termsText' ? 'sheet' : 'roomy' } }),
        }}
      >
        {modal.name === 'registerMajor' ? (
          <Majors modal={modal} onAnswer={answer} />
        ) : modal.name === 'termsText' ? (
          <Terms modal={modal} onAnswer={answer} />
        ) : (
          <Words modal={modal} name={modal.name} least={least} onAnswer={answer} />
        )}
      </Dialog>
    </ThemeProvider>
  )
}

type PartProps = { modal: Modal; onAnswer: (status: ModalStatus) => void }

function Majors({ modal, onAnswer }: PartProps) {
  const code = useLaterCode(fetchMajors, () => onAnswer('close'))
  if (!code) return <Skeleton id="modal-title" />
  return (
    <code.default
      registered={modal.registered ?? { majors: [], doubleMajors: [] }}
      onDraft={(lists) => modal.onDraft?.(lists)}
      onProblem={(text) => showToast(text, 'warning')}
      onCancel={() => onAnswer('cancel')}
      onRegister={(lists) => {
        modal.onRegister?.(lists)
        onAnswer('ok')
      }}
    />
  )
}

function Terms({ modal, onAnswer }: PartProps) {
  const code = useLaterCode(fetchTermsText, () => onAnswer('close'))
  if (!code || !modal.termsText) return <Skeleton id="modal-title" />
  return <code.default {...modal.termsText} onClose={() => onAnswer('close')} />
}

const AGREEMENT = 'restrict_child_agreement'

type WordsProps = PartProps & {
  name: keyof typeof wordings
  /** The least destructive button, which gets the focus first. */
  least: RefObject<HTMLButtonElement | null>
}

function Words({ modal, name, least, onAnswer }: WordsProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [agreed, setAgreed] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const { title, text, ok, otherwise } = wordingOf(modal, name)
  const asksAgreement = name === 'restrictChild'
  const { now, ...values } = modal.values ?? {}
  const state = name === 'notice' ? stateOf(text) : undefined
  if (state && text)
    return <StateNotice state={state} title={title} text={text} values={modal.values} onBack={() => onAnswer('ok')} />

  const confirm = () => {
    if (!asksAgreement || agreed) return onAnswer('ok')
    // The specification asks for the toast. Only screen readers have its text at the checkbox as well.
    showToast('modal.agreeFirst', 'warning')
    setMissing(true)
    document.getElementById(AGREEMENT)?.focus()
  }

  const own = { words: ok, press: confirm }
  const ways = (modal.ways ?? []).map(({ text: words, second, onPress }) => ({
    words,
    second,
    press: () => {
      onPress()
      onAnswer('ok')
    },
  }))
  // The first way that most members take, else the notice's own button. All else is a link below it, as on a page.
  const main = ways.find(({ second }) => !second) ?? own
  const button = (
    <Button {...(!otherwise && { ref: least })} onClick={main.press}>
      {t(main.words)}
    </Button>
  )

  return (
    <div className="stack">
      {SUCCESSES.includes(text) && <Drawing name="done" />}
      <h2 id="modal-title">{t(title)}</h2>
      <p id="modal-text">
        {text &&
          bySentence(
            t(text, { ...values, ...(now && { date: formatDay(locale, `${latestBirthday(Number(now))}T12:00`) }) }),
          )}
      </p>
      {asksAgreement && (
        <>
          <Checkbox
            name={AGREEMENT}
            {...(isMissing && !agreed && { 'aria-invalid': true, 'aria-describedby': `${AGREEMENT}-missing` })}
            label={t('modal.restrictChildAgree')}
            checked={agreed}
            onChange={({ target }) => setAgreed(target.checked)}
          />
          <p id={`${AGREEMENT}-missing`} className="hidden">
            {isMissing && !agreed && t('modal.agreeFirst')}
          </p>
        </>
      )}
      {otherwise ? (
        <Choices
          cancel={
            <Button ref={least} plain onClick={() => onAnswer(otherwise.status)}>
              {t(otherwise.text)}
            </Button>
          }
        >
          {button}
        </Choices>
      ) : (
        <div className="choices column">
          {button}
          {[...ways, own]
            .filter((way) => way !== main)
            .map(({ words, press }) => (
              <TextButton key={words} onClick={press}>
                {t(words)}
              </TextButton>
            ))}
        </div>
      )}
    </div>
  )
}
