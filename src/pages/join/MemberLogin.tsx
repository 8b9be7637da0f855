// Screens, "Join": the way of a member back to the login form, in the same visit.
import { Trans, useTranslation } from 'react-i18next'
import { paths } from '../../rules/visit/paths.ts'
import { useJoin } from '../../stores/join.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { keepFocus } from '../../ui/WaysOut.tsx'
import { useFromSignIn } from './useFromSignIn.ts'

export function MemberLogin() {
  const { t } = useTranslation()
  const isFromSignIn = useFromSignIn()
  const isConverting = useJoin((join) => join.isGroupConversion)
  // The sign-in would lead to this join again.
  if (isFromSignIn || isConverting) return null
  return (
    <p {...keepFocus}>
      <Trans t={t} i18nKey="join.memberAsk" components={{ login: <TextLink to={paths.login}>{null}</TextLink> }} />
    </p>
  )
}
