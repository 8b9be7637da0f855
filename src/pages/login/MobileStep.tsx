// Spec §4, two-factor mobile verification: in place of the login form, and at /resolve/certification.
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { leaveAccount } from '../../effects/leaveAccount'
import { serviceFacts } from '../../effects/serviceFacts'
import { type FormHandle, usePerform } from '../../effects/usePerform'
import { resolveMatcher } from '../../api/auth'
import { useTexts } from '../../i18n/texts'
import { onStepLapsed } from '../../rules/errors/sms'
import { go } from '../../rules/outcome'
import { type Path, paths } from '../../rules/paths'
import { onResolved } from '../../rules/resolve'
import { followed } from '../../rules/followed'
import { useLogin } from '../../stores/login'
import { saveSms } from '../../stores/screen'
import { saveToWelcome, useWelcome } from '../../stores/welcome'
import { SmsForm } from '../../sms/SmsForm'

export default function MobileStep() {
  const { t } = useTexts()
  const perform = usePerform()
  const { pathname } = useLocation()
  const { auth_token, matcher_type, phone_number, step } = useLogin()
  // Without a welcome (/mobileVerify and the steps after it) there is no login form.
  const isWelcomed = useWelcome((state) => state.welcome !== null) && pathname !== paths.mobileVerify
  const progress = step?.progress
  // Another phone step may follow this one. A step whose token was dropped (401) stays on the page to say so.
  const [begun, setBegun] = useState({ auth_token, matcher_type })
  if (auth_token !== '' && auth_token !== begun.auth_token) setBegun({ auth_token, matcher_type })

  async function resolve(auth_code: string, form: FormHandle) {
    saveSms('login', null)
    const { matcher_type } = useLogin.getState()
    const answer = await resolveMatcher({
      matcher_type,
      credential: { auth_code, amr: 'SMS' },
      amr: 'SMS',
      consent_terms: [],
    })
    if (answer.ok) saveToWelcome({ phone_proved: true })
    await perform(onResolved(answer, { ...serviceFacts(), here: pathname as Path }), form)
    return followed(answer)
  }

  /**
   * The token has expired. If the step is done and only its answer was lost, the server answers again without a proof. Otherwise the member
   * has to sign in with the password again.
   */
  async function lapsed(): Promise<null> {
    const answer = await resolveMatcher({ matcher_type: begun.matcher_type, amr: 'SMS', consent_terms: [] })
    if (answer.ok) {
      await perform(onResolved(answer, { ...serviceFacts(), here: pathname as Path }))
      return null
    }
    await perform(onStepLapsed(pathname as Path))
    document.getElementById('title')?.focus()
    return null
  }

  return (
    <SmsForm
      key={begun.auth_token}
      purpose="login"
      title={t('sms.title')}
      lead={t('sms.leadMasked')}
      {...(progress && progress.total > 1 && { step: { ...progress, name: t('sms.title') } })}
      channel="mobile"
      token={auth_token}
      renewed={lapsed}
      target={phone_number}
      body={step?.params ?? {}}
      onVerified={resolve}
      after={
        isWelcomed && (
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
