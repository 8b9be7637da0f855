// Spec §2, /mobileVerify: two-factor verification without a welcome. What it needs is in the query, and leaves the address at once.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useSecondStep } from '../../effects/session/useSecondStep.ts'
import { parseMobileVerifyQuery } from '../../rules/codes/mobileVerify.ts'
import { paths } from '../../rules/visit/paths.ts'
import { beginStep } from '../../stores/login.ts'
import { LeaveLink } from '../../profile/waysOut.tsx'
import { StatePage } from '../../ui/StatePage.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { Skeleton } from '../../ui/shell/Skeleton.tsx'
import MobileStep from './MobileStep.tsx'

export default function MobileVerifyPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [ready, setReady] = useState(false)
  // False if the server does not know the token: there is nothing to verify.
  const isPending = useSecondStep(ready)

  useEffect(() => {
    const { search } = location
    const query = parseMobileVerifyQuery(search)
    if (query) beginStep({ ...query, step: null, auth_required: true })
    if (search) void navigate(paths.mobileVerify, { replace: true })
    setReady(true)
  }, [navigate])

  if (!ready) return <Skeleton />
  if (isPending) return <MobileStep />
  return (
    <StatePage drawing="clock" title={t('sms.nothingToVerify')} text={t('sms.nothingToVerifyText')}>
      <LeaveLink button="main" />
      <TextLink to={paths.about}>{t('title.about')}</TextLink>
    </StatePage>
  )
}
