// The app below its router: the page frame, and the page of the route. There is no Suspense around the page: the current page stays until
// the next page's code has loaded, and the login form is hydrated in one pass.
import { Navigate, useLocation } from 'react-router-dom'
import { paths } from '../rules/visit/paths.ts'
import { useScreen } from '../stores/screen.ts'
import { Broken, ErrorBoundary } from './ErrorBoundary.tsx'
import { Guarded } from './Guarded.tsx'
import { entryOf } from './routes.tsx'
import { Shell } from './Shell.tsx'
import { useRestored } from './useRestored.ts'

export function App() {
  const entry = entryOf(useLocation().pathname)
  const restored = useRestored()
  const broken = useScreen((screen) => screen.broken)
  return (
    <Shell>
      {broken ? (
        <Broken reference={broken} />
      ) : entry ? (
        // NOTE: without a key of its own, a route would keep the guards of the previous one. Routes that share a key keep the form.
        <ErrorBoundary key={`${entry.key} ${restored}`}>
          <Guarded guards={entry.guards}>{entry.element}</Guarded>
        </ErrorBoundary>
      ) : (
        <Navigate to={`${paths.error}/404`} replace />
      )}
    </Shell>
  )
}
