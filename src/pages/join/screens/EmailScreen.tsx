// Screens, "Join": the login ID with its proof.
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isToSend } from '../../../rules/codes/sms.ts'
import { cleanEmail, emailProblem } from '../../../rules/fields/email.ts'
import { useJoin } from '../../../stores/join.ts'
import { saveSms } from '../../../stores/screen.ts'
import { withTimeout } from '../../../state/timeout.ts'
import { useSms } from '../../../verification/useSms.ts'
import type { JoinPage } from './joinPage.ts'
import { LoginIdField } from './LoginIdField.tsx'
import { ProofScreen } from './ProofScreen.tsx'
import { useScreenForm } from './useScreenForm.ts'

export function EmailScreen(page: JoinPage) {
  const { t } = useTranslation()
  const screenForm = useScreenForm(page)
  const { form, token, handle, isHere } = screenForm
  const isVerified = useJoin((join) => join.emailVerified)
  const login_id = useWatch({ control: form.control, name: 'login_id' })
  const email = cleanEmail(login_id)
  const isUsable = emailProblem(email) === null
  const sms = useSms({
    channel: 'email',
    purpose: 'joinEmail',
    name: 'emailVeriCode',
    token: token.get,
    renewed: token.renewed,
    target: email,
    proved: isVerified,
    body: { email },
    targetField: {
      name: 'login_id',
      problem: emailProblem(login_id),
      refused: (message) => form.setError('login_id', { type: 'refused', message }),
    },
    onVerified: (_, section) => {
      saveSms('joinEmail', null)
      return token.proved(section, () => (isHere.current ? page.proceed(handle) : undefined))
    },
  })
  /** A code for a mistyped address goes to a stranger, or to nobody. The same address a second time is meant. */
  const doubted = useRef('')
  async function isDoubtful() {
    if (!isToSend(sms.state) || isVerified || doubted.current === email) return false
    const code = await withTimeout(import('../../../rules/fields/emailSuggestion.ts')).catch(() => null)
    if (!code?.suggestedEmail(email)) return false
    doubted.current = email
    handle.fieldError?.('login_id', 'field.emailDoubt')
    return true
  }
  return (
    <ProofScreen
      page={page}
      screenForm={screenForm}
      sms={sms}
      isVerified={isVerified}
      legend={t('join.emailCode')}
      isHeld={isDoubtful}
      target={{ label: t('join.loginId'), value: email, field: 'login_id' }}
    >
      {/* The join begins when the field loses the focus. An incomplete or proved address is not sent. */}
      <LoginIdField
        form={form}
        isHinted={isToSend(sms.state)}
        onLeft={() => void (isUsable && !isVerified && token.get())}
      />
    </ProofScreen>
  )
}
