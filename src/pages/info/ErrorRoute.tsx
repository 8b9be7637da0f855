// Spec §2, /error and /error/{code}: the error page with the facts of this visit, and with the server's health for failures of the server.
import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { serviceInfo } from '../../api/init.ts'
import { health } from '../../api/node.ts'
import { reload } from '../../effects/browser/leave.ts'
import { useQuery } from '../../effects/browser/useQuery.ts'
import { lastFailed } from '../../effects/perform/onFailure.ts'
import { lastReport, report } from '../../effects/faults/report.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { saveService } from '../../effects/session/session.ts'
import { followService } from '../../effects/session/theme.ts'
import { useCountdown } from '../../effects/forms/useCountdown.ts'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { referenceOf } from '../../rules/errors/http.ts'
import { entryQuery } from '../../rules/visit/entry.ts'
import { isInApp } from '../../rules/visit/inApp.ts'
import { errorCodeOf, paths } from '../../rules/visit/paths.ts'
import { failedCall } from '../../rules/visit/report.ts'
import { onResumed } from '../../rules/visit/resume.ts'
import { readFacts } from '../../stores/facts.ts'
import { useLogin } from '../../stores/login.ts'
import { useWelcome } from '../../stores/welcome.ts'
import ErrorPage, { errorKind, type ErrorKind, type Health } from './ErrorPage.tsx'

const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 30_000

/** Polls at growing intervals until the server answers. */
function useHealth(asked: boolean): Health {
  const [state, setState] = useState<Health>('checking')
  useEffect(() => {
    if (!asked) return
    const left = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const ask = async (wait: number) => {
      const answer = await health(left.signal)
      if (left.signal.aborted) return
      setState(answer.ok ? 'up' : 'down')
      if (!answer.ok) timer = setTimeout(() => void ask(Math.min(wait * 2, LONGEST_WAIT_MS)), wait)
    }
    void ask(FIRST_WAIT_MS)
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [asked])
  return state
}

function lastFailure(): string {
  const last = lastFailed()
  return last ? failedCall(last.failure, last.where) : ''
}

/** The server's own name for the latest failed call, if it gave one. */
function lastReference(): string | undefined {
  const last = lastFailed()
  return last && referenceOf(last.failure)
}

/** The cause in the reports of error pages: a failure of the server, or a refused location. */
const causes: Partial<Record<ErrorKind, () => string>> = {
  '500': lastFailure,
  '503': lastFailure,
  general: lastFailure,
  unreachable: lastFailure,
  untrusted: lastReport,
}

/** Reports that this page was shown and why. @returns the reference of the report: the server's own for the failed call, if it gave one */
function useReference(kind: ErrorKind): string | undefined {
  const [reference, setReference] = useState<string>()
  // Before the paint, so that nothing moves when the reference appears.
  useLayoutEffect(() => {
    const cause = causes[kind]
    const id = cause === lastFailure ? lastReference() : undefined
    setReference(cause && report(`error page ${kind} after ${cause() || 'no call'}`, id))
  }, [kind])
  return reference
}

const LONGEST_WAIT_S = 15 * 60

/** The remaining seconds of the wait in the address. */
function useWait(asked: string | null): number {
  const [left, start] = useCountdown()
  useEffect(() => {
    if (asked !== null && /^\d{1,4}$/.test(asked)) start(Math.min(Number(asked), LONGEST_WAIT_S))
  }, [asked, start])
  return left
}

const entries: readonly string[] = Object.values(paths).filter((path) => path.startsWith(paths.init))

/**
 * The service of this browser's visit, for a tab that does not know it: a second tab, or one whose storage was lost. Spec §7: the
 * transaction's cookie tells the server which service. Without one the page stays as it is.
 */
function useLostService(): void {
  const isKnown = useWelcome((state) => state.service_info !== null)
  useEffect(() => {
    if (isKnown) return
    void serviceInfo().then((answer) => {
      if (answer.ok && !useWelcome.getState().service_info) saveService(answer.data)
    })
  }, [isKnown])
}

/** An entry that failed leaves the look of a service that may be another one. */
function useKnownLook(): void {
  useEffect(() => followService(), [])
}

/** Repeats the failed entry, or opens the pending step. Without either, reloads the page. */
function useRetry(): () => void {
  const navigate = useNavigate()
  const perform = usePerform()
  return () => {
    const { route_params, route_query } = useWelcome.getState()
    const { action, transaction_id, state } = route_params
    const pathname = `${paths.init}/${action}`
    if (!transaction_id || !state || !entries.includes(pathname)) {
      const { welcomed, stepNamed } = readFacts()
      const outcome = welcomed || stepNamed ? onResumed(useLogin.getState()) : null
      return outcome ? void perform(outcome) : reload()
    }
    void navigate({ pathname, search: entryQuery({ transaction_id, state }, route_query) }, { replace: true })
  }
}

export default function ErrorRoute() {
  const code = errorCodeOf(useLocation().pathname)
  const retry = useRetry()
  useLostService()
  useKnownLook()
  const query = useQuery()
  const kind = errorKind(code || query.get('code'), query.get('reason'))
  const isServers = causes[kind] === lastFailure
  const state = useHealth(isServers)
  const reference = useReference(kind)
  const wait = useWait(kind === 'tooMany' ? query.get('wait') : null)
  const { welcomed, signedIn } = readFacts()
  return (
    <ErrorPage
      kind={kind}
      serviceUrl={serviceFacts().serviceUrl}
      again={welcomed && !signedIn && kind !== 'expired' && kind !== 'ended' ? paths.login : null}
      {...(isServers && { health: state, onRetry: retry })}
      {...(kind === 'cookies' && { onRetry: retry })}
      {...(kind === 'tooMany' && { onRetry: retry, wait })}
      inApp={isInApp(navigator.userAgent)}
      {...(reference && { reference })}
    />
  )
}
