// Contract, "Conventions": what the answer to a call must be. Each function throws a Mismatch that says what was expected and what came.
import type { ZodMiniType } from 'zod/mini'
import { Refusal } from '../contract/shapes/answer.ts'
import { AUTH_REQUIRED } from '../contract/codes.ts'
import { Progress } from '../contract/shapes/auth.ts'
import { Pending, type PendingStep, pendingStep as stepIn, type StepOf } from '../contract/shapes/pending.ts'
import { callNamed, type CallName } from '../contract/calls.ts'
import { type Exchange, Mismatch } from './mismatch.ts'
import { REFUSALS, type RefusalName } from '../contract/refusals.ts'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const opened = (body: unknown): unknown => (isObject(body) && 'data' in body ? body.data : body)

export function holds(
  isTrue: boolean,
  expected: string,
  got: string,
  exchange: Partial<Exchange> | null,
): asserts isTrue {
  if (!isTrue) throw new Mismatch(expected, got, exchange)
}

const said = ({ status, body }: Exchange): string => {
  const { code, detail_code } = isObject(body) ? body : {}
  return [status, code, detail_code]
    .flatMap((part) => (['string', 'number'].includes(typeof part) ? [String(part)] : []))
    .join(' ')
}

export function fitting<T>(exchange: Exchange, shape: ZodMiniType<T>, what: string): T {
  const parsed = shape.safeParse(opened(exchange.body))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Mismatch(what, `${issue?.path.join('.') || 'the body'}: ${issue?.message ?? 'another shape'}`, exchange)
}

/** A success of this call, with the data of its shape. */
export function answered<T>(exchange: Exchange, name: CallName, shape: ZodMiniType<T>): T {
  const { status = 200, mayBeEmpty } = callNamed(name)
  holds(exchange.status >= 200 && exchange.status < 300, `${status}`, said(exchange), exchange)
  const isEmpty = mayBeEmpty && [undefined, null, ''].some((nothing) => nothing === opened(exchange.body))
  return fitting(isEmpty ? { ...exchange, body: {} } : exchange, shape, `${status} with the data of ${name}`)
}

/** A pending step of the contract, with 401 or 200. `matcher_type`: the name under which it is resolved. */
export function pendingStep(exchange: Exchange): PendingStep & { matcher_type: string } {
  holds([200, 401].includes(exchange.status), '401 or 200 with a pending step', said(exchange), exchange)
  const data = fitting(exchange, Pending, 'a pending step')
  const step = stepIn(data)
  holds(step !== null, 'a pending step with its name and its data', data.matcher_type ?? said(exchange), exchange)
  return { ...step, matcher_type: data.matcher_type ?? AUTH_REQUIRED }
}

/** A second factor: the step of an ordinary member, or of an administrator. */
export function phoneStep(exchange: Exchange): StepOf<typeof AUTH_REQUIRED | 'ADMIN_CERTIFICATION_CHECK'> & {
  matcher_type: string
} {
  const step = pendingStep(exchange)
  const isPhone = step.step === AUTH_REQUIRED || step.step === 'ADMIN_CERTIFICATION_CHECK'
  holds(isPhone, 'the step ADMIN_CERTIFICATION_CHECK, or auth_required', step.matcher_type, exchange)
  return step
}

/** Where the browser goes now: an absolute http(s) address without credentials, or a path of the app. */
export function locationOf(exchange: Exchange): string {
  const { location } = answered(exchange, 'resolveMatcher', Progress)
  holds(location !== undefined, 'a location', 'none', exchange)
  const isPath = /^\/(?![/\\])/.test(location)
  const url = URL.canParse(location) ? new URL(location) : null
  const isAddress = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  holds(isPath || isAddress, 'an absolute http(s) address or a path of the app', location, exchange)
  return location
}

/** The one envelope of a refusal. */
export function enveloped(exchange: Exchange): { code: string; detail_code: number | null; description: string } {
  const type = exchange.headers.get('content-type') ?? 'none'
  holds(/^application\/json\b/.test(type), 'a refusal as JSON', `content type ${type}`, exchange)
  const {
    code,
    detail_code,
    description = '',
  } = fitting({ ...exchange, body: { data: exchange.body } }, Refusal, 'the envelope of a refusal')
  holds(typeof code === 'string' && code !== '', 'a refusal with a `code`', 'none', exchange)
  return { code, detail_code: detail_code === undefined ? null : Number(detail_code), description }
}

/** One of these refusals, in the envelope. */
export function refused(exchange: Exchange, ...names: RefusalName[]) {
  const rows = names.map((name): { status: number; detail_code?: number; code?: string } => REFUSALS[name])
  const wanted = rows.map(({ status, detail_code, code }) => [status, detail_code ?? code].filter(Boolean).join(' '))
  holds(
    rows.some(({ status }) => status === exchange.status),
    wanted.join(' or '),
    said(exchange),
    exchange,
  )
  const envelope = enveloped(exchange)
  const fits = rows.some(
    (row) =>
      row.status === exchange.status &&
      (row.detail_code === undefined || row.detail_code === envelope.detail_code) &&
      (row.code === undefined || row.code === envelope.code),
  )
  holds(fits, wanted.join(' or '), said(exchange), exchange)
  return envelope
}
