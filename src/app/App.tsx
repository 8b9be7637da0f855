// The whole app below its router: the shell around the page, and the page of the route. No Suspense around the page: what is
// shown stays until the next page's code is here, and the login form is hydrated in one go.
import { Navigate, useLocation } from 'react-router-dom'
import { paths } from '../rules/paths'
import { useScreen } from '../stores/screen'
import { Broken, ErrorBoundary } from './ErrorBoundary'
import { Guarded } from './Guarded'
import { entryOf } from './routes'
import { Shell } from './Shell'
import { useRestored } from './useRestored'

export function App() {
  const entry = entryOf(useLocation().pathname)
  const restored = useRestored()
  const broken = useScreen((screen) => screen.broken)
  return (
    <Shell>
      {broken ? (
        <Broken reference={broken} />
      ) : entry ? (
        // @note Without a key of its own a route would keep its neighbour's guards; with a shared one it keeps the form.
        <ErrorBoundary key={`${entry.key} ${restored}`}>
          <Guarded guards={entry.guards}>{entry.element}</Guarded>
        </ErrorBoundary>
      ) : (
        <Navigate to={`${paths.error}/404`} replace />
      )}
    </Shell>
  )
}
