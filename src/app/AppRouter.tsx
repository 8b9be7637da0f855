// Replaces BrowserRouter, which renders every move as a transition in slices. A page whose code has loaded is rendered at once, a quarter
// sooner on a slow machine. Otherwise the previous page stays.
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom'
import { awaitPage, nextPage, pageShown } from '../state/nextPage.ts'
import { isHere } from './allRoutes.ts'

/**
 * A page that is still loading has not been seen: another move takes its place in the history, and a second press on its link adds no entry.
 * Browsers do the same with documents. A page to which Back leads stays in the history, because the member has seen it before.
 */
function createHistory() {
  const history = createBrowserHistory({ v5Compat: true })
  const push = history.push.bind(history)
  history.push = (to, state) =>
    nextPage() && (history.action as string) !== 'POP' ? history.replace(to, state) : push(to, state)
  return history
}

export function AppRouter({ children }: { children: ReactNode }) {
  const [history] = useState(createHistory)
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
