// Spec §2, modals: notice, question, too many wrong passwords, and the restriction for children.
import Dialog from '@mui/material/Dialog'
import { ThemeProvider } from '@mui/material/styles'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageKey } from '../rules/messages'
import { showToast, type Modal, type ModalStatus } from '../stores/screen'
import { Button } from '../ui/Button'
import { Checkbox } from '../ui/fields/Checkbox'
import { muiTheme } from './muiTheme'
import { useModalHistory } from './useModalHistory'

type Wording = {
  title: MessageKey
  text?: MessageKey
  ok: MessageKey
  otherwise?: { text: MessageKey; status: ModalStatus }
}

const wordings: Record<Modal['name'], Wording> = {
  notice: { title: 'modal.notice', ok: 'modal.ok' },
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

export default function ModalContent({ modal }: { modal: Modal }) {
  const { t } = useTranslation()
  const close = useModalHistory(modal.id)
  const [agreed, setAgreed] = useState(false)
  const [answered, setAnswered] = useState(false)
  const least = useRef<HTMLButtonElement>(null)
  const { title, text: fixed = modal.text, ok, otherwise } = wordings[modal.name]
  const asksAgreement = modal.name === 'restrictChild'
  // Where the date of birth was typed here, the sentence names the date 14 years ago.
  const text = asksAgreement && modal.values?.date ? 'modal.restrictChildDate' : fixed

  const answer = (status: ModalStatus) => {
    if (answered) return
    if (status === 'ok' && asksAgreement && !agreed) return showToast('modal.agreeFirst', 'warning')
    setAnswered(true)
    close(status)
  }

  return (
    <ThemeProvider theme={muiTheme}>
      <Dialog
        open
        onClose={(_, reason) => reason === 'escapeKeyDown' && answer('close')}
        aria-labelledby="modal-title"
        aria-describedby="modal-text"
        slotProps={{ transition: { onEntering: () => least.current?.focus() } }}
      >
        <div className="stack">
          <h2 id="modal-title">{t(title)}</h2>
          <p id="modal-text">{text && t(text, modal.values)}</p>
          {asksAgreement && (
            <Checkbox
              name="restrict_child_agreement"
              label={t('modal.restrictChildAgree')}
              checked={agreed}
              onChange={({ target }) => setAgreed(target.checked)}
            />
          )}
          <div className="choices">
            {otherwise && (
              <Button ref={least} plain onClick={() => answer(otherwise.status)}>
                {t(otherwise.text)}
              </Button>
            )}
            <Button {...(!otherwise && { ref: least })} onClick={() => answer('ok')}>
              {t(ok)}
            </Button>
          </div>
        </div>
      </Dialog>
    </ThemeProvider>
  )
}
