// Every pending step says whose it is, and offers another account.
import { useTranslation } from 'react-i18next'
import { initialOf, maskedEmail } from '../../rules/texts/initial.ts'
import { useLogin } from '../../stores/login.ts'
import '../../ui/pages.css'
import { OtherAccount } from './OtherAccount.tsx'

/** The account by the ID that was typed, or that the server has told. Where neither is known, the way to another account stands alone. */
export function Who() {
  const { t } = useTranslation()
  const login_id = useLogin((login) => login.step_login_id || (login.identity?.login_id ?? ''))
  return (
    <div className="who">
      {login_id !== '' && (
        <span className="chip">
          <span className="initial" aria-hidden="true">
            {initialOf(login_id)}
          </span>
          <span className="hidden">{t('resolve.signedInAs')}</span>
          <bdi>{maskedEmail(login_id)}</bdi>
        </span>
      )}
      <OtherAccount />
    </div>
  )
}
