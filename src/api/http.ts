// Spec §7–8, the five clients: one function to call them all, by the rows of the contract. The transport (axios) is fetched when it is first needed.
import { type Answer, type Failure, failed } from '../../contract/shapes/answer.ts'
import type { Locale } from '../../contract/locale.ts'
import { memoizeImport } from '../state/timeout.ts'
import type { Settings } from '../../contract/settings.ts'
import type { Transaction } from '../../contract/shapes/welcome.ts'
import type { Backend } from '../../contract/row.ts'
import { toAnswer } from './answer.ts'
import type { AnswerOf, Asked, Given, GivenTo } from './call.ts'
import { pageState } from '../state/pageState.ts'
import { beginWait, GivenUp, line, repeatable } from '../state/repeatable.ts'

/**
 * `onFailure` hears of every failed call, unless the call is quiet (Spec §8, HTTP layer).
 * `onCodeLost` runs if the code of a call cannot be loaded, and returns only if there is no connection. `readVisit` returns the visit of this
 * tab, and `readLocale` the language of the page. `traces`: calls name a trace (docs/operators.md, "Traces").
 */
type Connected = {
  bases: Record<Backend, string> | null
  onFailure: (failure: Failure, where: string) => void
  onCodeLost: (error: unknown) => Promise<void>
  readVisit: () => Transaction | null
  readLocale: () => Locale
  traces: boolean
}
const clients = pageState<Connected>(() => ({
  bases: null,
  onFailure: () => {},
  onCodeLost: async () => {},
  readVisit: () => null,
  readLocale: () => 'ko',
  traces: false,
}))

/** Once, at the start. */
export function configureClients(
  settings: Settings,
  onFailure: Connected['onFailure'],
  onCodeLost: Connected['onCodeLost'],
  readVisit: Connected['readVisit'],
  readLocale: Connected['readLocale'],
): void {
  const bases = {
    auth: settings.VITE_AUTH_API_URL,
    service: settings.VITE_SERVICE_API_URL,
    portal: settings.VITE_PORTAL_API_URL,
    file: settings.VITE_FILE_API_URL,
    node: settings.VITE_NODE_API_URL,
  }
  Object.assign(clients, {
    bases,
    onFailure,
    onCodeLost,
    readVisit,
    readLocale,
    traces: settings.VITE_TRACEPARENT,
  } satisfies Connected)
}

/** The base URL of a backend; '' before the start. */
export const baseOf = (backend: Backend): string => clients.bases?.[backend] ?? ''

/** Fetches the transport ahead of the first call. */
export const preloadTransport = memoizeImport(() => import('./transport.ts'))

/** Precondition Required: the server asks for a proof of work first. */
const PROOF_OF_WORK = 428
const preloadWork = memoizeImport(() => import('./proofOfWork.ts'))

/** Makes the call of this row. @returns its data, or a failure that was reported */
export async function call<R extends Asked>(row: R, given: GivenTo<R>): Promise<AnswerOf<R>> {
  return notifyFailure(await ask(row, given), row, given)
}

/** Reports a failure once. @returns the answer; a failure has the mark of its call */
export function notifyFailure<T>(
  answer: Answer<T>,
  { method, path, template }: Pick<Asked, 'method' | 'path' | 'template'>,
  { quiet, unavailable }: Given,
): Answer<T> {
  if (answer.ok || answer.failure.reason === 'left' || answer.failure.givenUp) return answer
  if (quiet && answer.failure.reason !== 'contract') return answer
  const failure = { ...answer.failure, ...(unavailable && { unavailable }) }
  clients.onFailure(failure, `${method} ${template ?? path}`)
  return failed(failure)
}

const unanswered = () => failed({ reason: 'noResponse', ...(!navigator.onLine && { offline: true }) })

/** @throws if there is no connection. Otherwise a reload or the broken page takes over. A quiet call throws at once */
async function had<T>(code: Promise<T>, { quiet }: Given): Promise<T> {
  try {
    return await code
  } catch (error) {
    if (!quiet) await clients.onCodeLost(error)
    throw error
  }
}

async function ask<R extends Asked>(row: R, given: Given): Promise<AnswerOf<R>> {
  const { bases } = clients
  if (!bases) return failed({ reason: 'noResponse' })
  let transport
  try {
    transport = await had(preloadTransport(), given)
  } catch {
    return failed({ reason: 'noResponse', offline: true })
  }
  try {
    const { send } = transport
    const tell = (given: Given) =>
      send(bases[row.backend], row, given, clients.readVisit(), clients.readLocale(), clients.traces)
    const attempt = async (signal = given.signal) => {
      const asked = { ...given, signal }
      const response = await tell(asked)
      if (response.status !== PROOF_OF_WORK) return response
      const { withProof } = await had(preloadWork(), given)
      return withProof(response, asked, tell)
    }
    const { offer, signal } = given
    // An upload shows its own progress, and has its own limit and "try again".
    const isOnce = given.form || offer === null
    const response = await (isOnce ? attempt() : repeatable(attempt, { offer, signal }))
    return toAnswer(response, row.answer, row.pending) as AnswerOf<R>
  } catch (error) {
    if (given.signal?.aborted) return failed({ reason: 'left' })
    return error instanceof GivenUp ? failed({ reason: 'noResponse', givenUp: true }) : unanswered()
  }
}

/** Null: the call has to be made again, because the connection failed, or because a member waits for it. */
async function arrivedEarly(response: Promise<Response>): Promise<Response | null> {
  let again = () => {}
  const pressed = new Promise<null>((resolve) => {
    again = () => resolve(null)
  })
  const end = beginWait('again', again)
  const early = response.catch((error: unknown) => {
    if (error instanceof TypeError || line.pressed > 0) return null
    throw error
  })
  return Promise.race([early, pressed]).finally(end)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * The answer of a fetch that began before this code was there; it passes the same gates as any other call. Where the connection
 * failed, the call is made again: the connection may be back since. After a time-out it is made again only if a member waits for it.
 */
export async function adoptResponse<R extends Asked>(
  response: Promise<Response>,
  row: R,
  given: GivenTo<R>,
): Promise<AnswerOf<R>> {
  let answer: AnswerOf<R>
  try {
    const arrived = await arrivedEarly(response)
    if (!arrived) return await call(row, given)
    const body = parsed(await arrived.text())
    const raw = { status: arrived.status, body, retryAfter: arrived.headers.get('retry-after') }
    answer = toAnswer(raw, row.answer) as AnswerOf<R>
  } catch {
    answer = unanswered()
  }
  return notifyFailure(answer, row, given)
}
