// The request that the current work belongs to. Security events and error references name it.
// NOTE: every query and every mail of a request runs in its asynchronous context, so no function has to hand the request on.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { hashOf } from './context.ts'

/**
 * - `ip`: the caller's address.
 * - `agent`: its `User-Agent`. It is stored nowhere; see domain/account/browserNames.ts.
 * - `visit`: the mark of the visit that the call belongs to (`visitMark`), with its service.
 * - `holder`: the member of the code or token that a service presented.
 */
type Call = {
  readonly id: string
  readonly ip: string
  readonly agent: string
  visit: { mark: string; client_id: string } | null
  holder: string | null
}

const calls = new AsyncLocalStorage<Call>()

/** Runs the work of one request. @param from the caller's address, and its `User-Agent` */
export const inCall = <T>({ ip, agent = '' }: { ip: string; agent?: string | undefined }, work: () => T): T =>
  calls.run({ id: randomUUID(), ip, agent, visit: null, holder: null }, work)

/** Undefined outside a request, for example in the sweep. */
export const currentCall = (): Readonly<Call> | undefined => calls.getStore()

/** What a member can name to support: the ID of the request, or of this one error outside a request. */
export const errorReference = (): string => currentCall()?.id ?? randomUUID()

/** How events name a visit. The ID itself is in links of the browser, so the mark is a hash: 96 bits. */
export const visitMark = (transaction_id: string): string => hashOf(transaction_id).slice(0, 16)

/** Notes which visit the current request belongs to. */
export function noteVisit({ id, client_id }: { id: string; client_id: string }): void {
  const call = calls.getStore()
  if (call) call.visit = { mark: visitMark(id), client_id }
}

/** Notes the member of the code or token that the current request presents. */
export function noteHolder(member_id: string | undefined): void {
  const call = calls.getStore()
  if (call && member_id !== undefined) call.holder = member_id
}
