// The whole app below its router: the shell around the page, and the page of the route.
import { Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { paths } from '../rules/paths'
import { Skeleton } from '../ui/Skeleton'
import { ErrorBoundary } from './ErrorBoundary'
import { Guarded } from './Guarded'
import { table } from './routes'
import { Shell } from './Shell'

export function App() {
  return (
    <Shell>
      <ErrorBoundary>
        <Suspense fallback={<Skeleton />}>
          <Routes>
            {table.map(({ path, pattern = path, key = path, element, guards = [] }) => (
              // @note Without a key of its own a route would keep its neighbour's guards; with a shared one it keeps the form.
              <Route key={path} path={pattern} element={<Guarded key={key} guards={guards} children={element} />} />
            ))}
            <Route path="*" element={<Navigate to={`${paths.error}/404`} replace />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </Shell>
  )
}
