// Spec §2, /join: the choice of a member type, or the link for group members. A service may allow only one of the two.
import { useEffect, useState } from 'react'
import { usePerform } from '../../effects/perform/usePerform'
import { useTexts } from '../../i18n/texts'
import type { MemberType } from '../../rules/facts'
import { go } from '../../rules/outcome'
import { paths } from '../../rules/paths'
import { joinPathsFor } from '../../rules/service'
import { useJoin } from '../../stores/join'
import { useWelcome } from '../../stores/welcome'
import { Button } from '../../ui/Button'
import { FormShell } from '../../ui/FormShell'
import { MEMBER_TYPE_FIELD, MemberTypeCards } from '../../ui/MemberTypeCards'
import { StatePage } from '../../ui/StatePage'
import { TextLink } from '../../ui/TextLink'
import { adoptKnown } from './adoptKnown'
import { MemberLogin } from './MemberLogin'
import { chooseGroup, chooseType } from './memberType'
import { joinStep } from './steps'

export default function MemberTypePage() {
  const { t } = useTexts()
  const perform = usePerform()
  const permission = useWelcome((state) => state.service_info?.permission ?? 'EVERYONE')
  const memberTypeCode = useJoin((state) => state.memberTypeCode)
  const [missing, setMissing] = useState(false)
  const { sk, gen } = joinPathsFor(permission)
  useEffect(adoptKnown, [])
  const step = joinStep(t, 'type', 'GEN')
  const toGroup = () => perform([go(paths.joinTerms, { type: 'sk' })])

  if (!gen)
    return (
      <StatePage drawing="gate" title={t('join.onlySkTitle')} text={t('join.onlySkLead')}>
        <Button onClick={() => (chooseGroup(), void toGroup())}>{t('join.skLink')}</Button>
        <TextLink to={paths.login} button="plain">
          {t('info.toLogin')}
        </TextLink>
      </StatePage>
    )

  const toTerms = (type: MemberType) => {
    chooseType(type)
    return perform([go(paths.joinTermsGen)])
  }
  const next = () => {
    setMissing(!memberTypeCode)
    if (!memberTypeCode) return
    return toTerms(memberTypeCode)
  }
  const error = missing && !memberTypeCode ? t('join.typeEmpty') : undefined

  return (
    <FormShell
      title={t('join.typesTitle')}
      lead={t('join.typesLead')}
      {...(step && { step })}
      submit={t('join.next')}
      onSubmit={next}
      problems={error ? [{ field: MEMBER_TYPE_FIELD, text: error }] : []}
      after={
        <>
          {sk && (
            <div className="stack tight">
              <p>{t('join.skAsk')}</p>
              <TextLink button="plain" to={paths.joinTerms} query={{ type: 'sk' }} onFollow={chooseGroup}>
                {t('join.skLink')}
              </TextLink>
            </div>
          )}
          <MemberLogin />
        </>
      }
    >
      <MemberTypeCards
        value={memberTypeCode}
        onChange={chooseType}
        onPress={(type) => void toTerms(type)}
        error={error}
      />
    </FormShell>
  )
}
