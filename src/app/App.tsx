// The whole app below its router: the shell around the page, and the page of the route.
import { Suspense } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { paths } from '../rules/paths'
import { Skeleton } from '../ui/Skeleton'
import { ErrorBoundary } from './ErrorBoundary'
import { Guarded } from './Guarded'
import { entryOf } from './routes'
import { Shell } from './Shell'

export function App() {
  const entry = entryOf(useLocation().pathname)
  return (
    <Shell>
      <Suspense fallback={<Skeleton />}>
        {entry ? (
          // @note Without a key of its own a route would keep its neighbour's guards; with a shared one it keeps the form.
          <ErrorBoundary key={entry.key}>
            <Guarded guards={entry.guards}>{entry.element}</Guarded>
          </ErrorBoundary>
        ) : (
          <Navigate to={`${paths.error}/404`} replace />
        )}
      </Suspense>
    </Shell>
  )
}
