// Spec §4, two-factor mobile verification: in place of the login form, and at /resolve/certification.
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { leaveAccount } from '../../effects/leaveAccount'
import { serviceFacts } from '../../effects/serviceFacts'
import { usePerform } from '../../effects/usePerform'
import { resolveMatcher } from '../../api/auth'
import { useTexts } from '../../i18n/texts'
import { go } from '../../rules/outcome'
import { type Path, paths } from '../../rules/paths'
import { isUndecided, onResolved } from '../../rules/resolve'
import { useLogin } from '../../stores/login'
import { saveSms } from '../../stores/screen'
import { SmsForm } from '../../sms/SmsForm'

export default function MobileStep() {
  const { t } = useTexts()
  const perform = usePerform()
  const { pathname } = useLocation()
  // In memory only: the proof for which nobody has decided yet.
  const [proof, setProof] = useState('')
  const [attempt, setAttempt] = useState(0)
  const { auth_token, phone_number, step } = useLogin()
  const progress = step?.progress
  // Another phone step may follow on this one. One whose token was dropped (401) has come to its end, and must still be able to say so.
  const [begun, setBegun] = useState(auth_token)
  if (auth_token !== '' && auth_token !== begun) setBegun(auth_token)

  async function resolve(auth_code: string) {
    saveSms('login', null)
    const { matcher_type } = useLogin.getState()
    const answer = await resolveMatcher({
      matcher_type,
      credential: { auth_code, amr: 'SMS' },
      amr: 'SMS',
      consent_terms: [],
    })
    const isOpen = !answer.ok && isUndecided(answer.failure)
    setProof(isOpen ? auth_code : '')
    await perform(onResolved(answer, { ...serviceFacts(), here: pathname as Path }))
    if (answer.ok) return
    // Where it was refused, the code is asked for anew. The button that was pressed is gone, and the focus with it.
    if (!isOpen) flushSync(() => setAttempt((count) => count + 1))
    document.getElementById('title')?.focus()
  }

  return (
    <SmsForm
      key={`${attempt} ${begun}`}
      purpose="login"
      title={t('sms.title')}
      lead={t('sms.leadMasked')}
      {...(progress && progress.total > 1 && { step: { ...progress, name: t('sms.title') } })}
      channel="mobile"
      token={auth_token}
      target={phone_number}
      body={step?.params ?? {}}
      onVerified={resolve}
      again={proof === '' ? null : () => resolve(proof)}
      after={
        pathname !== paths.mobileVerify && (
          <div className="links">
            <button
              type="button"
              className="link"
              onClick={() => {
                leaveAccount()
                if (pathname === paths.resolveCertification) void perform([go(paths.login)])
              }}
            >
              {t('sms.startOver')}
            </button>
          </div>
        )
      }
    />
  )
}
