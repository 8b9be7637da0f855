// Spec §2, /join: the choice of a member type, or the link for group members. A service may allow only one of the two.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { WhoChip } from '../../profile/WhoChip.tsx'
import type { MemberType } from '../../rules/visit/facts.ts'
import { go } from '../../rules/visit/outcome.ts'
import { paths } from '../../rules/visit/paths.ts'
import { joinPathsFor } from '../../rules/visit/service.ts'
import { useJoin } from '../../stores/join.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { Button } from '../../ui/Button.tsx'
import { FormShell } from '../../ui/shell/FormShell.tsx'
import { MemberTypeCards } from '../../ui/lists/MemberTypeCards.tsx'
import { StatePage } from '../../ui/StatePage.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { OtherAccount } from '../../profile/OtherAccount.tsx'
import { Who } from '../../profile/Who.tsx'
import { adoptKnown } from './adoptKnown.ts'
import { MemberLogin } from './MemberLogin.tsx'
import { chooseGroup, chooseType } from './memberType.ts'
import { useFromSignIn } from './useFromSignIn.ts'
import { bySentence } from '../../ui/bySentence.tsx'

export default function MemberTypePage() {
  const { t } = useTranslation()
  const perform = usePerform()
  const permission = useWelcome((state) => state.service_info?.permission ?? 'EVERYONE')
  const memberTypeCode = useJoin((state) => state.memberTypeCode)
  const { sk, gen } = joinPathsFor(permission)
  const isFromSignIn = useFromSignIn()
  useEffect(adoptKnown, [])
  const toGroup = () => perform([go(paths.joinTerms, { type: 'sk' })])

  if (!gen)
    return (
      <StatePage
        drawing="gate"
        title={t('join.onlySkTitle')}
        text={t('join.onlySkLead')}
        above={isFromSignIn && <WhoChip />}
      >
        <Button onClick={() => (chooseGroup(), void toGroup())}>{t('join.skLink')}</Button>
        {isFromSignIn ? <OtherAccount /> : <TextLink to={paths.login}>{t('info.toLogin')}</TextLink>}
      </StatePage>
    )

  const toTerms = (type: MemberType) => {
    chooseType(type)
    return perform([go(paths.joinTermsGen)])
  }

  return (
    <FormShell
      title={t('join.typesTitle')}
      above={isFromSignIn && <Who />}
      lead={bySentence(t(isFromSignIn ? 'join.typesLeadKnown' : 'join.typesLead'))}
      submit={null}
      onSubmit={() => {}}
      after={
        <>
          {sk && (
            <div className="stack tight">
              <p>
                <span>{t('join.skAsk')}</span> <span>{t('join.skNeeds')}</span>
              </p>
              <TextLink button="plain" to={paths.joinTerms} query={{ type: 'sk' }} onFollow={chooseGroup}>
                {t('join.skLink')}
              </TextLink>
            </div>
          )}
          <MemberLogin />
        </>
      }
    >
      <MemberTypeCards value={memberTypeCode} onChoose={(type) => void toTerms(type)} />
    </FormShell>
  )
}
