// Spec §2, the login page. It is also what the entry shows at once: the build puts its form into the page, and what is
// typed before the app is up, or before the server has answered, stays.
import { Suspense } from 'react'
import { useSecondStep } from '../../effects/session/useSecondStep.ts'
import { paths } from '../../rules/visit/paths.ts'
import { Skeleton } from '../../ui/shell/Skeleton.tsx'
import { LoginForm } from './LoginForm.tsx'
import { mobileStep } from './mobileStep.ts'
import { useEntry } from './useEntry.ts'

type Props = { mode: 'entry' | 'login' | 'certification' }

export function LoginPage({ mode }: Props) {
  const entry = useEntry(mode === 'entry')
  if (useSecondStep(mode !== 'entry'))
    return (
      <Suspense fallback={<Skeleton />}>
        <mobileStep.Part />
      </Suspense>
    )
  return <LoginForm here={mode === 'certification' ? paths.certification : paths.login} {...entry} />
}
