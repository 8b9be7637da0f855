// The router's own BrowserRouter renders every move in slices, for what may have to wait. A page whose code is here is shown in one go,
// a quarter sooner on a slow machine; for one that is still on its way the page before stays.
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom'
import { isHere } from './routes'

export function AppRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ location, action }, show] = useState({ location: history.location, action: history.action })
  useLayoutEffect(
    () =>
      history.listen((next) => {
        if (isHere(next.location.pathname)) show(next)
        else startTransition(() => show(next))
      }),
    [history],
  )
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  )
}
