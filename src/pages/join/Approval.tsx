// Screens, "Join", last page: the portal's reason why a membership is not approved, and its contact for questions.
import { useTranslation } from 'react-i18next'
import { joinState } from '../../api/portal.ts'
import { useAnswer } from '../../effects/forms/useAnswer.ts'
import { contactLink } from '../../../contract/contactLink.ts'
import { Known } from '../../ui/shell/Known.tsx'

export function Approval() {
  const { t } = useTranslation()
  const { data: state } = useAnswer(joinState)
  return (
    <Known
      facts={[
        { name: t('member.reason'), value: state?.join_status === 'UNAPPROVED' ? state.reason : '' },
        { name: t('member.contact'), value: state?.contact, href: contactLink(state?.contact ?? '') },
      ]}
    />
  )
}
