// Whose step this is: the account by its ID.
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { initialOfMember, maskedEmail } from '../rules/texts/initial.ts'
import { pageState } from '../state/pageState.ts'
import { useLogin } from '../stores/login.ts'
import '../ui/pages.css'

/** The ID that was typed, or that the server has told; empty if neither is known. It stays while the page is left, which forgets it. */
const useWhose = () => {
  const login_id = useLogin((login) => login.step_login_id || (login.identity?.login_id ?? ''))
  const last = useRef(login_id)
  if (login_id !== '') last.current = login_id
  return last.current
}

/** The name that an earlier step of the chain has loaded, and whose it is: the letter is the same at the steps after it. */
const named = pageState(() => ({ login_id: '', name: '' }))

/** Empty while it is not known. */
function useName(login_id: string): string {
  const name = useLogin((login) => login.identity?.name ?? '')
  useEffect(() => {
    if (name !== '') Object.assign(named, { login_id, name })
  }, [login_id, name])
  return name || (named.login_id === login_id ? named.name : '')
}

/** The account by its ID. Nothing where the ID is not known. */
export function WhoChip() {
  const { t } = useTranslation()
  const login_id = useWhose()
  const name = useName(login_id)
  if (login_id === '') return null
  return (
    <span className="chip">
      <span className="initial" aria-hidden="true">
        {initialOfMember(login_id, name)}
      </span>
      <span className="hidden">{t('resolve.signedInAs')}</span>
      <bdi className="masked">{maskedEmail(login_id)}</bdi>
    </span>
  )
}
