// Spec §2, the login page. It is also what the entry shows at once: the build puts its form into the page, and what is
// typed before the app is up, or before the server has answered, stays.
import { lazy, Suspense } from 'react'
import { arriving } from '../../effects/faults/chunks.ts'
import { loadLaterTexts } from '../../i18n/languages.ts'
import { paths } from '../../rules/paths.ts'
import { secondStepPending, useLogin } from '../../stores/login.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { withTimeout } from '../../wire/timeout.ts'
import { LoginForm } from './LoginForm.tsx'
import { useEntry } from './useEntry.ts'

const MobileStep = lazy(() =>
  arriving(async () => {
    const [module] = await Promise.all([withTimeout(import('./MobileStep.tsx')), loadLaterTexts()])
    return module
  }),
)

type Props = { mode: 'entry' | 'login' | 'certification' }

export function LoginPage({ mode }: Props) {
  // Subscribed, so that the second step replaces the form at once.
  useLogin((login) => login.auth_token)
  const entered = useEntry(mode === 'entry')
  if (mode !== 'entry' && secondStepPending())
    return (
      <Suspense fallback={<Skeleton />}>
        <MobileStep />
      </Suspense>
    )
  return <LoginForm here={mode === 'certification' ? paths.certification : paths.login} entered={entered} />
}
