// Spec §7: turns a response into an answer. Opens the envelope, checks the shape, and returns a refusal as a value.
import type { core, ZodMiniType } from 'zod/mini'
import { type Answer, type Failure, failed, Refusal, succeeded } from '../../contract/shapes/answer.ts'
import { ProofNeeded } from '../../contract/shapes/accountRefusals.ts'
import { CreationOptions } from '../../contract/shapes/passkeys.ts'

export type RawResponse = { status: number; body: unknown; retryAfter?: string | null | undefined }

/** Precondition Required: the server asks for a proof of work first. */
export const PROOF_OF_WORK = 428

const LONGEST_WAIT_S = 15 * 60

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Success comes as `{ data: … }`; the bare object is accepted as well (contract, "Conventions"). */
const opened = (body: unknown): unknown => (isObject(body) && 'data' in body ? body.data : body)

/** Seconds to wait, for a button at most 15 minutes. A date, an invalid value and a missing header count as a minute. */
function waitSeconds(status: number, header: string | null | undefined): Pick<Failure, 'retry_after' | 'closed_for'> {
  const named = header && /^\d{1,6}$/.test(header) ? { closed_for: Number(header) } : {}
  if (status !== 429) return named
  return { ...named, retry_after: Math.min(Math.max(named.closed_for ?? 60, 1), LONGEST_WAIT_S) }
}

/** The name of the field that a refusal is about, if it has one. */
const refusedField = (data: unknown): { field?: string } =>
  isObject(data) && typeof data.field === 'string' && /^[a-z_]{1,64}$/.test(data.field) ? { field: data.field } : {}

/** The new options of a passkey that the server did not save. */
function nextOptions(data: unknown): { options?: CreationOptions } {
  const options = isObject(data) ? CreationOptions.safeParse(data.options).data : undefined
  return options ? { options } : {}
}

/** The methods of the proof that the call needs. */
const neededProofs = (data: unknown): Partial<ProofNeeded> => ProofNeeded.safeParse(data).data ?? {}

/** The first position where an answer does not match its shape, without the value. For a union, in the shape that matches best. */
function misfit(issues: readonly core.$ZodIssue[]): string {
  const [first] = issues
  if (first?.code !== 'invalid_union') return first?.path.join('.') ?? ''
  const [best = []] = [...first.errors].sort((one, other) => one.length - other.length)
  return [...first.path, misfit(best)].filter((part) => part !== '').join('.')
}

/**
 * @param pending whether a 401 that names a pending step is an answer of this call rather than a refusal.
 */
export function toAnswer<T>(
  { status, body, retryAfter }: RawResponse,
  shape: ZodMiniType<T>,
  pending = false,
): Answer<T> {
  const data = opened(body)
  const names = isObject(data) && (typeof data.matcher_type === 'string' || data.auth_required === true)
  if (status < 400 || (pending && status === 401 && names)) {
    const parsed = shape.safeParse(status === 204 ? undefined : data)
    if (parsed.success) return succeeded(parsed.data)
    return failed({ reason: 'contract', status, field: misfit(parsed.error.issues) })
  }
  const refusal = Refusal.safeParse(body)
  const { code: name, detail_code, description, data: more } = refusal.success ? refusal.data : {}
  const code = Number(detail_code)
  return failed({
    reason: 'refused',
    status,
    ...(name !== undefined && { code: name }),
    detail_code: detail_code !== undefined && detail_code !== '' && Number.isInteger(code) ? code : null,
    description: description ?? '',
    ...refusedField(more),
    ...nextOptions(more),
    ...neededProofs(more),
    ...waitSeconds(status, retryAfter),
  })
}
