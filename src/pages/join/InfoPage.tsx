// Spec §2, /join/info: the known data of a group account that is converted (CONVERSION_JOIN, GROUP_ACCOUNT).
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router-dom'
import { forgetJoin } from '../../effects/session/forgetJoin.ts'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { leaveAccount } from '../../effects/session/leaveAccount.ts'
import { formatDay } from '../../i18n/dates.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { convertedMember } from '../../rules/join/groupConversion.ts'
import { withHyphens } from '../../rules/fields/date.ts'
import { go } from '../../rules/visit/outcome.ts'
import { askedKind } from '../../rules/visit/pageGuards.ts'
import { paths } from '../../rules/visit/paths.ts'
import { useLogin } from '../../stores/login.ts'
import { readJoin, useJoin } from '../../stores/join.ts'
import { saveSignUp } from '../../stores/signUp.ts'
import type { Locale } from '../../../contract/locale.ts'
import { FormShell } from '../../ui/shell/FormShell.tsx'
import { Known } from '../../ui/shell/Known.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { WaysOut } from '../../ui/WaysOut.tsx'
import { setMemberKind } from './memberType.ts'
import { useQueryOnce } from './queryOnce.ts'
import { bySentence } from '../../ui/bySentence.tsx'

/** A group account's birthday has only its year: 19900000. */
function birthdateText(locale: Locale, birthdate: string): string {
  const day = withHyphens(birthdate.replace(/0{4}$/, ''))
  return day.length > 4 ? formatDay(locale, `${day}T12:00`) || day : day
}

export default function InfoPage() {
  const { t } = useTranslation()
  const locale = useLocale()
  const perform = usePerform()
  const isAsked = useQueryOnce()
  const { search } = useLocation()
  const identity = useLogin((login) => login.identity)
  const login_id = useJoin((state) => identity?.login_id ?? state.login_id)

  if (!login_id && isAsked) return null
  // The refusal GROUP_ACCOUNT leads here with the type of the join. The login ID of a chosen account is unknown, so the member types
  // it later.
  if (!login_id && askedKind(search) !== 'SK') return <Navigate to={paths.join} replace />

  const converted = convertedMember(login_id, identity)

  const convert = () => {
    // Data of a sign-in belongs to this member. An ID that only the join knows was typed together with the other fields.
    if (identity && identity.login_id !== readJoin().login_id) forgetJoin()
    // The server knows this address as one of the group.
    const { emailVerified } = readJoin()
    setMemberKind('SK')
    saveSignUp({ emailVerified, ...converted })
    return perform([go(paths.joinTerms, { type: 'sk' })])
  }

  const known = [
    { name: t('join.infoLoginId'), value: login_id },
    { name: t('join.infoName'), value: identity?.name },
    { name: t('join.infoNickname'), value: identity?.nickname },
    { name: t('join.infoBirthdate'), value: identity?.birthdate && birthdateText(locale, identity.birthdate) },
  ]

  return (
    <FormShell
      title={t('join.infoTitle')}
      lead={bySentence(t(login_id ? 'join.infoLead' : 'join.infoLeadTyped'))}
      submit={t('join.infoNext')}
      onSubmit={convert}
      after={
        identity ? (
          <WaysOut>
            <TextLink to={paths.login} onFollow={leaveAccount}>
              {t('resolve.otherAccount')}
            </TextLink>
          </WaysOut>
        ) : (
          <TextLink to={paths.join} button="plain">
            {t('join.infoOther')}
          </TextLink>
        )
      }
    >
      <Known facts={known} />
    </FormShell>
  )
}
