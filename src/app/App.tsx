// The app below its router: the page frame, and the page of the route. There is no Suspense around the page: the current page stays until
// the next page's code has loaded, and the login form is hydrated in one pass.
import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { laterPart } from '../effects/faults/laterPart.tsx'
import { paths } from '../rules/visit/paths.ts'
import { useScreen } from '../stores/screen.ts'
import { entryOf, hasRoute, loadRoutes } from './allRoutes.ts'
import { Broken, ErrorBoundary } from './ErrorBoundary.tsx'
import { Guarded } from './Guarded.tsx'
import { Shell } from './Shell.tsx'
import { useRestored } from './useRestored.ts'

/** The page of an address whose route is known. */
function Page({ pathname, restored }: { pathname: string; restored: number }) {
  const entry = entryOf(pathname)
  if (!entry) return <Navigate to={`${paths.error}/404`} replace />
  // NOTE: without a key of its own, a route would keep the guards of the previous one. Routes that share a key keep the form.
  return (
    <ErrorBoundary key={`${entry.key} ${restored}`}>
      <Guarded guards={entry.guards}>{entry.element}</Guarded>
    </ErrorBoundary>
  )
}

/** The same for a member who leaves the form before the other routes have loaded. */
const later = laterPart(async () => {
  await loadRoutes()
  return { default: Page }
})

export function App() {
  const { pathname } = useLocation()
  const restored = useRestored()
  const broken = useScreen((screen) => screen.broken)
  const Here = hasRoute(pathname) ? Page : later.Part
  // The form that the page began with is the app's now, or is gone.
  useEffect(() => window.daemunRelease?.(), [])
  return (
    <Shell>
      {broken ? (
        <Broken reference={broken} />
      ) : (
        <ErrorBoundary>
          <Here pathname={pathname} restored={restored} />
        </ErrorBoundary>
      )}
    </Shell>
  )
}
