// Spec §4, two-factor mobile verification: in place of the login form, and at /resolve/certification.
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { usePerform } from '../../effects/usePerform'
import { serviceFacts } from '../../effects/serviceFacts'
import { resolveMatcher } from '../../api/auth'
import { onProgress } from '../../rules/matcher'
import { type Path, paths } from '../../rules/paths'
import { dropSecondStep, useLogin } from '../../stores/login'
import { saveSms } from '../../stores/screen'
import { SmsForm } from '../../sms/SmsForm'

export default function MobileStep() {
  const { t } = useTranslation()
  const perform = usePerform()
  const { pathname } = useLocation()
  const { auth_token, phone_number, step } = useLogin.getState()
  const progress = step?.progress

  async function resolve(auth_code: string) {
    const { matcher_type } = useLogin.getState()
    const answer = await resolveMatcher({
      matcher_type,
      credential: { auth_code, amr: 'SMS' },
      amr: 'SMS',
      consent_terms: [],
    })
    if (answer.ok) leaveStep()
    await perform(onProgress(answer, { ...serviceFacts(), here: pathname as Path, twoFactor: true }))
  }

  function leaveStep() {
    saveSms('login', null)
    dropSecondStep()
  }

  return (
    <SmsForm
      purpose="login"
      title={t('sms.title')}
      lead={t('sms.leadMasked')}
      {...(progress && progress.total > 1 && { step: { ...progress, name: t('sms.title') } })}
      channel="mobile"
      token={auth_token}
      target={phone_number}
      body={step?.params ?? {}}
      onVerified={resolve}
      after={
        pathname !== paths.mobileVerify && (
          <div className="links">
            <button
              type="button"
              className="link"
              onClick={() => {
                leaveStep()
                if (pathname === paths.resolveCertification) void perform([{ do: 'go', to: paths.login }])
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
