// Screens, "Join", account: the login id with its proof, the password, the nickname.
import { useWatch } from 'react-hook-form'
import { preloadSealing } from '../../effects/seal'
import { useNewPassword } from '../../effects/useNewPassword'
import { type FormHandle, usePerform } from '../../effects/usePerform'
import { useTexts } from '../../i18n/texts'
import { cleanEmail, emailProblem } from '../../rules/email'
import { onChallengeRefused } from '../../rules/errors/join'
import { fieldError } from '../../rules/outcome'
import { followed, type Followed } from '../../rules/followed'
import { SmsSection } from '../../sms/SmsSection'
import { saveSms } from '../../stores/screen'
import { joinToken, readSignUp, saveSignUp, useSignUp } from '../../stores/signUp'
import { Button } from '../../ui/Button'
import { NewPasswordFields } from '../../ui/fields/NewPasswordFields'
import { TextField } from '../../ui/fields/TextField'
import type { Answer } from '../../wire/answer'
import { begin } from './challenge'
import { joinFacts } from './joinFacts'
import { NicknameField } from '../../profile/NicknameField'
import type { PrivacyForm } from './privacyForm'
import { Proof } from './Proof'
import { useErrorOf } from './useErrorOf'
import type { NicknameControl } from '../../profile/useNickname'

/** How the page gets the token for its codes. Null: there is none, and the member was told why. */
export function useChallengeToken(form: PrivacyForm, handle: FormHandle, isInvited: boolean) {
  const perform = usePerform()

  /** It has not been changed while it was asked about. */
  const isStill = (login_id: string) => cleanEmail(form.getValues('login_id')) === cleanEmail(login_id)

  async function told(login_id: string, answer: Answer<string>): Promise<void> {
    if (answer.ok || !isStill(login_id)) return
    await perform(onChallengeRefused(answer.failure, joinFacts(isInvited)), handle)
  }

  async function get(): Promise<string | null> {
    const login_id = form.getValues('login_id')
    const problem = emailProblem(login_id)
    if (problem) {
      await perform([fieldError('login_id', problem)], handle)
      handle.focus?.('login_id')
      return null
    }
    const answer = await begin(login_id, readSignUp().isSkFamily)
    await told(login_id, answer)
    return answer.ok ? answer.data : null
  }

  return {
    get,
    /** Where the server takes the one at hand no longer. */
    renewed: (): Promise<string | null> => {
      joinToken.drop()
      return get()
    },
    /** The address has been proved: what the server knows of it is asked now, and decides whether the proof helps. */
    proved: async (): Promise<Followed> => {
      const login_id = form.getValues('login_id')
      const answer = await begin(login_id, readSignUp().isSkFamily, true)
      const isUndecided = followed(answer) === 'undecided'
      if (!isUndecided && isStill(login_id)) {
        saveSignUp({ emailVerified: true })
        form.clearErrors('login_id')
      }
      await told(login_id, answer)
      return isUndecided ? 'undecided' : 'done'
    },
  }
}
export type ChallengeToken = ReturnType<typeof useChallengeToken>

type Props = {
  form: PrivacyForm
  token: ChallengeToken
  nickname: NicknameControl
  isPasswordSet: boolean
  onPasswordChange: () => void
}

function LoginIdFields({ form, token }: Pick<Props, 'form' | 'token'>) {
  const { t } = useTexts()
  const errorOf = useErrorOf(form)
  const isFixed = useSignUp((state) => state.fixed.includes('login_id'))
  const isVerified = useSignUp((state) => state.emailVerified)
  const login_id = useWatch({ control: form.control, name: 'login_id' })
  const email = cleanEmail(login_id)
  const isUsable = emailProblem(email) === null
  const field = form.register('login_id', {
    onChange: () => saveSignUp({ emailVerified: false, isGroupConversion: false }),
  })

  // Leaving the field is when a join begins: nothing is asked of an address that is still being typed, or that is proved.
  const left = () => void (isUsable && !isVerified && !isFixed && token.get())

  return (
    <>
      <TextField
        {...field}
        label={t('join.loginId')}
        hint={t(isFixed ? 'join.loginIdFixed' : 'join.loginIdHint')}
        error={errorOf('login_id')}
        readOnly={isFixed}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onBlur={(event) => (void field.onBlur(event), left())}
      />
      <Proof isVerified={isVerified}>
        <SmsSection
          legend={t('join.emailCode')}
          channel="email"
          purpose="joinEmail"
          name="emailVeriCode"
          token={token.get}
          renewed={token.renewed}
          target={email}
          body={{ email }}
          targetField={{ name: 'login_id', refused: (message) => form.setError('login_id', { message }) }}
          canSend={isUsable}
          onVerified={() => {
            saveSms('joinEmail', null)
            return token.proved()
          }}
        />
      </Proof>
    </>
  )
}

function NewPassword({ form }: Pick<Props, 'form'>) {
  const { t } = useTexts()
  const errorOf = useErrorOf(form)
  const [login_id, phone_number, password] = useWatch({
    control: form.control,
    name: ['login_id', 'mobileNumber', 'password'],
  })
  const fields = useNewPassword(form)
  return (
    <div className="stack" onFocus={() => void preloadSealing().catch(() => {})}>
      <NewPasswordFields
        login_id={login_id}
        phone_number={phone_number}
        {...fields}
        value={password}
        errors={{ password: errorOf('password'), passwordComparison: errorOf('passwordComparison') }}
        username="left out"
        labels={{ password: t('login.password'), passwordComparison: t('join.passwordAgain') }}
      />
    </div>
  )
}

function PasswordFields({
  form,
  isPasswordSet,
  onPasswordChange,
}: Pick<Props, 'form' | 'isPasswordSet' | 'onPasswordChange'>) {
  const { t } = useTexts()
  if (!isPasswordSet) return <NewPassword form={form} />
  return (
    <div className="aside">
      <p>{t('join.passwordSet')}</p>
      <Button plain small onClick={onPasswordChange}>
        {t('join.passwordChange')}
      </Button>
    </div>
  )
}

export function AccountFields({ form, token, nickname, ...password }: Props) {
  const { t } = useTexts()
  const errorOf = useErrorOf(form)
  return (
    <section className="stack part" aria-labelledby="account">
      <h2 id="account">{t('join.groupAccount')}</h2>
      <LoginIdFields form={form} token={token} />
      <PasswordFields form={form} {...password} />
      <NicknameField {...form.register('nickName')} nickname={nickname} error={errorOf('nickName')} />
    </section>
  )
}
