// Spec §7–8, the five clients: one function to call them all, by the rows of the contract. The transport (axios) is fetched when it is first needed.
import { type Answer, failed } from '../../contract/shapes/answer.ts'
import { memoizeImport } from '../state/timeout.ts'
import type { Settings } from '../../contract/settings.ts'
import type { Backend } from '../../contract/row.ts'
import { PROOF_OF_WORK, toAnswer } from './answer.ts'
import type { AnswerOf, Asked, Connected, Given, GivenTo } from './call.ts'
import { pageState } from '../state/pageState.ts'
import { beginWait, GivenUp, line, repeatable } from '../state/repeatable.ts'

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

async function ask<R extends Asked>(row: R, given: Given): Promise<AnswerOf<R>> {
  if (!clients.bases) return failed({ reason: 'noResponse' })
  let transport
  try {
    transport = await preloadTransport()
  } catch (error) {
    if (!given.quiet) await clients.onCodeLost(error)
    return failed({ reason: 'noResponse', offline: true })
  }
  try {
    const { send } = transport
    const attempt = (signal = given.signal) => send(clients, row, { ...given, signal })
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
 * It is made again where the server wants a proof of work, which the transport adds.
 */
export async function adoptResponse<R extends Asked>(
  response: Promise<Response>,
  row: R,
  given: GivenTo<R>,
): Promise<AnswerOf<R>> {
  let answer: AnswerOf<R>
  try {
    const arrived = await arrivedEarly(response)
    if (!arrived || arrived.status === PROOF_OF_WORK) return await call(row, given)
    const body = parsed(await arrived.text())
    const raw = { status: arrived.status, body, retryAfter: arrived.headers.get('retry-after') }
    answer = toAnswer(raw, row.answer, row.pending) as AnswerOf<R>
  } catch {
    answer = unanswered()
  }
  return notifyFailure(answer, row, given)
}
