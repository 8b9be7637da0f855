// Screens, "Join", account: the login id with its proof, the password, the nickname.
import { useWatch } from 'react-hook-form'
import { preloadSealing } from '../../effects/seal'
import { useNewPassword } from '../../effects/useNewPassword'
import { useTexts } from '../../i18n/texts'
import { cleanEmail, emailProblem } from '../../rules/email'
import { SmsSection } from '../../sms/SmsSection'
import { saveSms } from '../../stores/screen'
import { saveSignUp, useSignUp } from '../../stores/signUp'
import { Button } from '../../ui/Button'
import { NewPasswordFields } from '../../ui/fields/NewPasswordFields'
import { TextField } from '../../ui/fields/TextField'
import { NicknameField } from '../../profile/NicknameField'
import type { PrivacyForm } from './privacyForm'
import { Proof } from './Proof'
import type { ChallengeToken } from './useChallengeToken'
import { useErrorOf } from './useErrorOf'
import type { NicknameControl } from '../../profile/useNickname'

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
    onChange: () => saveSignUp({ emailVerified: false }),
  })

  // The join begins when the field loses the focus. An incomplete or proved address is not sent.
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
          onVerified={(_, section) => {
            saveSms('joinEmail', null)
            return token.proved(section)
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
