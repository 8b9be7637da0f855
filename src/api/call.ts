// What a call to a backend consists of.
import type { ZodMiniType } from 'zod/mini'
import type { Offer } from '../state/waits.ts'

export type Backend = 'auth' | 'service' | 'portal' | 'file' | 'node'

export type Call<T> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to the backend's base URL; always begins with one slash. */
  path: `/${string}`
  /** The name of the path in reports, if the path contains a value. */
  template?: string
  query?: Record<string, string>
  body?: object
  /** A multipart call, instead of `body`. Each piece that gets through restarts its timeout. */
  form?: FormData
  /** Sent as `Idempotency-Key`, the same for a repeated call. A form of another page cannot send this header. */
  key?: string
  /** Receives the sent part of the form, from 0 to 1. */
  onProgress?: ((sent: number) => void) | undefined
  /** Sent as `X-Authenticator: Token …`. */
  token?: string
  shape: ZodMiniType<T>
  /** A 401 that names a pending step is a success of this call. */
  pending?: boolean
  /** Aborts the call when the member leaves the page. */
  signal?: AbortSignal | undefined
  /** What a member who waits long for this call can do, if it is not to make the call again. Null: nothing. */
  offer?: Offer | null
  /** Spec §8: any status of this call that has no meaning of its own says "service unavailable". */
  unavailable?: true
  /** Show no toast for a failure (health polls, error reports). A contract error is reported even so. */
  quiet?: boolean
}
