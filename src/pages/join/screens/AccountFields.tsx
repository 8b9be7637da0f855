// Screens, "Join", account: the password and the nickname, below an address that is known already.
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { preloadSealing } from '../../../effects/forms/seal.ts'
import { useNewPassword } from '../../../effects/forms/useNewPassword.ts'
import type { FormField } from '../../../rules/join/joinFields.ts'
import { useJoin } from '../../../stores/join.ts'
import { useWelcome } from '../../../stores/welcome.ts'
import { Button } from '../../../ui/Button.tsx'
import { NewPasswordFields } from '../../../ui/fields/NewPasswordFields.tsx'
import { NicknameField } from '../../../profile/NicknameField.tsx'
import type { NicknameControl } from '../../../profile/useNickname.ts'
import { LoginIdField } from './LoginIdField.tsx'
import type { ScreenForm } from './useScreenForm.ts'
import { useErrorOf } from '../useErrorOf.ts'

type Props = Pick<ScreenForm, 'form' | 'textOf' | 'isPasswordSet' | 'setsAnew'> & {
  nickname: NicknameControl
  fields: readonly FormField[]
}

function NewPassword({ form, textOf, username }: Pick<Props, 'form' | 'textOf'> & { username: 'shown' | 'left out' }) {
  const { t } = useTranslation()
  const [login_id, phone_number, password] = useWatch({
    control: form.control,
    name: ['login_id', 'mobileNumber', 'password'],
  })
  const fields = useNewPassword({ form, textOf })
  // An account of the group that is carried over can have one.
  const isPhoneless = useJoin((join) => join.kind === 'SK' && !join.isGroupConversion)
  return (
    <div className="stack" onFocus={() => void preloadSealing(useWelcome.getState().welcome)}>
      <NewPasswordFields
        login_id={login_id}
        phone_number={phone_number}
        isPhoneless={isPhoneless}
        {...fields}
        value={password}
        username={username}
        continues
        labels={{ password: t('login.password'), passwordComparison: t('join.passwordAgain') }}
      />
    </div>
  )
}

function PasswordFields({ form, textOf, isPasswordSet, setsAnew, fields }: Omit<Props, 'nickname'>) {
  const { t } = useTranslation()
  // A password manager stores the password under the ID, which may stand on a screen of its own.
  const username = fields.includes('login_id') ? 'left out' : 'shown'
  if (!isPasswordSet) return <NewPassword form={form} textOf={textOf} username={username} />
  return (
    <div className="aside">
      <p>{t('join.passwordSet')}</p>
      <Button plain small onClick={setsAnew}>
        {t('join.passwordChange')}
      </Button>
    </div>
  )
}

export function AccountFields({ form, nickname, fields, ...password }: Props) {
  const errorOf = useErrorOf(form)
  return (
    <>
      {fields.includes('login_id') && <LoginIdField form={form} />}
      <PasswordFields form={form} fields={fields} {...password} />
      <NicknameField {...form.register('nickName')} nickname={nickname} error={errorOf('nickName')} />
    </>
  )
}
