// Spec §2, /identify/password/verify: phone or e-mail, masked, as the member chooses; then the code.
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useFieldForm } from '../../effects/forms/useFieldForm.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { type FormHandle, usePerform } from '../../effects/perform/usePerform.ts'
import { onResetAllowed, onResetResumed } from '../../rules/errors/identify.ts'
import { shownMask, isAmongFound } from '../../rules/visit/identify.ts'
import { goInstead } from '../../rules/visit/outcome.ts'
import { paths } from '../../rules/visit/paths.ts'
import { followed } from '../../rules/visit/followed.ts'
import { SmsForm } from '../../verification/SmsForm.tsx'
import { saveIdentify, useIdentify } from '../../stores/identify.ts'
import { saveSms } from '../../stores/screen.ts'
import { Button } from '../../ui/Button.tsx'
import { RadioField } from '../../ui/fields/RadioField.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { Skeleton } from '../../ui/shell/Skeleton.tsx'
import { AUTHENTICATOR_TYPES, type Authenticator, type AuthenticatorType } from '../../../contract/shapes/identify.ts'
import {
  beginReset,
  isResetBegun,
  keepReset,
  openReset,
  type Opened,
  RESET_STEPS,
  resetRenewed,
  resetToken,
  saidLater,
  useTold,
} from './recovery.ts'
import { ToLogin } from './ToLogin.tsx'

const words = { phone: 'identify.byPhone', email: 'identify.byEmail' } as const
const registeredWords = { phone: 'identify.registeredPhone', email: 'identify.registeredEmail' } as const
const alsoWords = { phone: 'identify.alsoPhoneLead', email: 'identify.alsoEmailLead' } as const
const isType = (value: string): value is AuthenticatorType => AUTHENTICATOR_TYPES.some((type) => type === value)
const Fields = z.object({ authenticator_type: z.enum(AUTHENTICATOR_TYPES) })

export default function PasswordVerifyPage() {
  const { t } = useTranslation()
  const perform = usePerform()
  const { login_id, channels, authenticator_type, myEmails } = useIdentify()
  const told = useTold()
  const [ready, setReady] = useState(() => isResetBegun(login_id))
  /** The channel that a protected account proves as well, so that the new password counts at once. */
  const [also, setAlso] = useState<AuthenticatorType | null>(null)
  const opened: Opened = useRef(null)

  // Come by an address, or after a long pause: how to reach the member is asked again. No code is sent by that.
  useEffect(() => {
    if (ready) return
    let here = true
    void beginReset(login_id, onResetResumed).then(async (outcome) => {
      if (!here) return
      if (outcome.length === 0) setReady(true)
      else await perform(outcome, saidLater())
    })
    return () => {
      here = false
    }
  }, [ready, login_id, perform])

  const channel = channels.find((one) => one.authenticator_type === authenticator_type) ?? channels[0]
  const { change } = useFieldForm<z.infer<typeof Fields>>({
    schema: Fields,
    ...(channel && { stored: { authenticator_type: channel.authenticator_type } }),
    keep: saveIdentify,
  })
  if (!ready || !channel) return <Skeleton />
  const byPhone = channel.authenticator_type === 'phone'
  const isFound = isAmongFound(login_id, myEmails)
  const first = isFound ? 'identify.verifyFoundLead' : 'identify.verifyLead'
  const lead = also === null ? first : alsoWords[also]

  /** The server shows no digit of the phone to a browser in which the member has not signed in before. */
  const shown = ({ authenticator_type: type, masked }: Authenticator) => shownMask(masked) || t(registeredWords[type])

  /** The proof opens a reset, and the reset says whose it is. */
  async function verified(auth_code: string, form: FormHandle) {
    saveSms('searchPwd', null)
    const amr = byPhone ? 'SMS' : 'EMAIL'
    const allowed = await openReset(opened, { login_id, credential: { auth_code, amr } })
    if (allowed.ok) {
      const next = channels.find((one) => one.authenticator_type === allowed.data.also)?.authenticator_type
      // A second channel is one step more.
      keepReset(allowed.data, next || also ? RESET_STEPS + 1 : RESET_STEPS)
      if (next && also === null) {
        saveIdentify({ authenticator_type: next })
        setAlso(next)
        return 'done' as const
      }
    }
    await perform(onResetAllowed(allowed, serviceFacts()), form)
    return followed(allowed)
  }

  return (
    <SmsForm
      key={also ?? 'first'}
      purpose="searchPwd"
      title={t('title.identifyPasswordVerify')}
      lead={t(lead)}
      above={
        <div className="who">
          <bdi className="masked">{login_id}</bdi>
          <TextLink to={isFound ? paths.identifyMyIdDone : paths.identifyPassword}>{t('identify.changeId')}</TextLink>
        </div>
      }
      step={{
        ...(also ? { current: 3, total: RESET_STEPS + 1 } : { current: 2, total: RESET_STEPS }),
        name: t('identify.stepVerify'),
        next: t('identify.stepNew'),
      }}
      channel={byPhone ? 'mobile' : 'email'}
      token={(form) => resetToken(login_id, perform, form)}
      renewed={(form) => resetRenewed(login_id, perform, form)}
      // Not as it is shown: words stand in for a mask without a digit, and another language is no other phone.
      target={`${channel.authenticator_type} ${channel.masked}`}
      masked={shownMask(channel.masked)}
      body={{}}
      // Security A7: whether a typed ID has an account stays untold. An ID that was found has one, and so has one whose first channel is proved.
      ifAny={isFound || also ? undefined : login_id}
      hasOtherWay={also === null && channels.length > 1}
      told={told}
      onVerified={verified}
      after={
        <>
          {also && (
            <Button plain onClick={() => void perform([goInstead(paths.identifyPasswordNew)])}>
              {t('identify.changeLater')}
            </Button>
          )}
          <ToLogin />
        </>
      }
    >
      {also === null ? (
        <RadioField
          name="authenticator_type"
          legend={t('identify.channels')}
          value={channel.authenticator_type}
          onChange={(value) => isType(value) && change({ authenticator_type: value })}
          choices={channels.map((one) => ({
            value: one.authenticator_type,
            text: t(words[one.authenticator_type]),
            detail: shown(one),
          }))}
        />
      ) : undefined}
    </SmsForm>
  )
}
