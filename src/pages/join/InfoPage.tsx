// Spec §2, /join/info: the known data of a group account that is converted (CONVERSION_JOIN, 4031).
import { Navigate } from 'react-router-dom'
import { forgetJoin } from '../../effects/forgetJoin'
import { usePerform } from '../../effects/usePerform'
import { useTexts } from '../../i18n/texts'
import { carriedOver } from '../../rules/carryOver'
import { withHyphens } from '../../rules/date'
import { go } from '../../rules/outcome'
import { paths } from '../../rules/paths'
import { useLogin } from '../../stores/login'
import { readSignUp, saveSignUp, useSignUp } from '../../stores/signUp'
import { FormShell } from '../../ui/FormShell'
import { Known } from '../../ui/Known'
import { TextLink } from '../../ui/TextLink'
import { beGroup } from './memberType'
import { useAskedType, useQueryOnce } from './queryOnce'
import { joinStep } from './steps'

/** A group account's birthday has only its year: 19900000. */
const birthdateText = (birthdate: string) => withHyphens(birthdate.replace(/0{4}$/, ''))

export default function InfoPage() {
  const { t } = useTexts()
  const perform = usePerform()
  const isAsked = useQueryOnce()
  const asked = useAskedType()
  const identity = useLogin((login) => login.identity)
  const login_id = useSignUp((state) => identity?.login_id ?? state.login_id)

  if (!login_id && isAsked) return null
  // 4031 leads here with the type of the join; of an account that was only chosen nobody knows the id, which is then typed later.
  if (!login_id && asked !== 'sk') return <Navigate to={paths.join} replace />

  const carryOver = () => {
    // Data of a sign-in belongs to this member. An ID that only the join knows was typed together with the other fields.
    if (identity && identity.login_id !== readSignUp().login_id) forgetJoin()
    beGroup(true)
    saveSignUp(carriedOver(login_id, identity))
    return perform([go(paths.joinTerms, { type: 'sk' })])
  }

  const known = [
    { name: t('join.infoLoginId'), value: login_id },
    { name: t('join.infoName'), value: identity?.name },
    { name: t('join.infoNickname'), value: identity?.nickname },
    { name: t('join.infoBirthdate'), value: identity?.birthdate && birthdateText(identity.birthdate) },
  ]

  return (
    <FormShell
      title={t('join.infoTitle')}
      lead={t(login_id ? 'join.infoLead' : 'join.infoLeadTyped')}
      step={joinStep(t, 'type')}
      submit={t('join.infoNext')}
      onSubmit={carryOver}
      after={
        !identity && (
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
