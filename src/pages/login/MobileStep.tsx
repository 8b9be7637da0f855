// Spec §4, two-factor mobile verification: in place of the login form, and at /resolve/certification.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { firstCodeOf } from '../../effects/session/firstCode.ts'
import { leaveAccount } from '../../effects/session/leaveAccount.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { useHere } from '../../effects/browser/useHere.ts'
import { type FormHandle, usePerform } from '../../effects/perform/usePerform.ts'
import { useChain } from '../../profile/useChain.ts'
import { WhoChip } from '../../profile/WhoChip.tsx'
import { resolveMatcher } from '../../api/auth.ts'
import { onStepLapsed } from '../../rules/errors/sms.ts'
import { go } from '../../rules/visit/outcome.ts'
import { paths } from '../../rules/visit/paths.ts'
import { onResolved } from '../../rules/visit/resolve.ts'
import { followed } from '../../rules/visit/followed.ts'
import { useLogin } from '../../stores/login.ts'
import { saveSms } from '../../stores/screen.ts'
import { saveToWelcome, useWelcome } from '../../stores/welcome.ts'
import { LeaveLink } from '../../profile/waysOut.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { WaysOut } from '../../ui/WaysOut.tsx'
import { SmsForm } from '../../verification/SmsForm.tsx'
import { NoPhone } from './NoPhone.tsx'

export default function MobileStep() {
  const { t } = useTranslation()
  const perform = usePerform()
  const here = useHere()
  const login = useLogin()
  const [begun, setBegun] = useState(login)
  // A step of another kind has a page of its own, which may still be loading.
  const { auth_token, matcher_type, phone_number, step } = login.auth_at > 0 && !login.auth_required ? begun : login
  // Without a welcome (/mobileVerify and the steps after it) there is no login form.
  const isWelcomed = useWelcome((state) => state.welcome !== null) && here !== paths.mobileVerify
  const chain = useChain('sms.title')
  const [isPhoneLost, setPhoneLost] = useState(false)
  // Another phone step may follow this one. A step whose token was dropped (401) stays on the page to say so.
  const isNext = auth_token !== begun.auth_token || matcher_type !== begun.matcher_type
  if (auth_token !== '' && isNext) setBegun(login)

  async function resolve(auth_code: string, form: FormHandle) {
    saveSms('login', null)
    // Before the answer, because the answer may be lost: the code was right, and the server decides what follows.
    saveToWelcome({ phone_proved: true })
    const { matcher_type } = useLogin.getState()
    const answer = await resolveMatcher({
      matcher_type,
      credential: { auth_code, amr: 'SMS' },
      amr: 'SMS',
      consent_terms: [],
    })
    await perform(onResolved(answer, { ...serviceFacts(), here }), form)
    return followed(answer)
  }

  /**
   * The token has expired. If the step is done and only its answer was lost, the server answers again without a proof. Otherwise the member
   * has to sign in with the password again.
   */
  async function lapsed(): Promise<null> {
    const answer = await resolveMatcher({ matcher_type: begun.matcher_type, amr: 'SMS', consent_terms: [] })
    if (answer.ok) {
      await perform(onResolved(answer, { ...serviceFacts(), here }))
      return null
    }
    await perform(onStepLapsed(here))
    document.getElementById('title')?.focus()
    return null
  }

  return (
    <SmsForm
      // Two steps in a row may have the same token.
      key={`${begun.matcher_type} ${begun.auth_token}`}
      purpose="login"
      title={t('sms.title')}
      lead={t('sms.lead')}
      above={
        <div className="who">
          <WhoChip />
        </div>
      }
      {...(chain && { step: chain })}
      channel="mobile"
      token={auth_token}
      renewed={lapsed}
      target={phone_number}
      masked={phone_number}
      body={step?.params ?? {}}
      firstCode={() => firstCodeOf(auth_token)}
      onVerified={resolve}
      after={
        <>
          <WaysOut>
            <TextButton
              aria-expanded={isPhoneLost}
              aria-controls={isPhoneLost ? 'no-phone' : undefined}
              onClick={() => setPhoneLost(!isPhoneLost)}
            >
              {t('sms.noPhone')}
            </TextButton>
            {isWelcomed ? (
              <TextButton
                onClick={() => {
                  leaveAccount()
                  if (here === paths.resolveCertification) void perform([go(paths.login)])
                }}
              >
                {t('sms.startOver')}
              </TextButton>
            ) : (
              <LeaveLink />
            )}
          </WaysOut>
          {isPhoneLost && <NoPhone id="no-phone" here={here} />}
        </>
      }
    />
  )
}
