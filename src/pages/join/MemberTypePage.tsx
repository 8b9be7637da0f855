// Spec §2, /join: the choice of a member type, or the link for group members. A service may allow only one of the two.
import { useEffect, useState } from 'react'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { useTexts } from '../../i18n/texts.tsx'
import type { MemberType } from '../../rules/facts.ts'
import { go } from '../../rules/outcome.ts'
import { paths } from '../../rules/paths.ts'
import { joinPathsFor } from '../../rules/service.ts'
import { useJoin } from '../../stores/join.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { Button } from '../../ui/Button.tsx'
import { FormShell } from '../../ui/FormShell.tsx'
import { MEMBER_TYPE_FIELD, MemberTypeCards } from '../../ui/MemberTypeCards.tsx'
import { StatePage } from '../../ui/StatePage.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { adoptKnown } from './adoptKnown.ts'
import { MemberLogin } from './MemberLogin.tsx'
import { chooseGroup, chooseType } from './memberType.ts'
import { joinStep } from './steps.ts'

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
