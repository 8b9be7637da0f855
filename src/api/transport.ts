// Spec §7–8, five axios clients: base URL, credentials, JSON, time-out, and what every request and response passes.
import axios, { type AxiosInstance, type AxiosRequestConfig, AxiosError } from 'axios'
import { PROOF_OF_WORK, type RawResponse } from './answer.ts'
import { afterRunning, limitMs, memoizeImport, TIMEOUT_MS } from '../state/timeout.ts'
import { HTML_LANG } from '../../contract/locale.ts'
import type { Transaction } from '../../contract/shapes/welcome.ts'
import type { Backend } from '../../contract/row.ts'
import type { Asked, Connected, Given } from './call.ts'
import { pageState } from '../state/pageState.ts'
import { line } from '../state/repeatable.ts'

const page = pageState(() => ({ clients: new Map<Backend, AxiosInstance>() }))

/**
 * Security C16: the authenticator header goes to the configured base only; a path that could lead elsewhere is refused, and so is a
 * redirect – before it is followed, for it would take the header along. Only the file client can not do that: fetch tells no upload's progress.
 */
function createClient(backend: Backend, baseURL: string): AxiosInstance {
  const { origin } = new URL(baseURL)
  const client = axios.create({
    ...(backend !== 'file' && { adapter: 'fetch', fetchOptions: { redirect: 'error' } }),
    baseURL,
    withCredentials: true,
    withXSRFToken: false,
    allowAbsoluteUrls: false,
    validateStatus: () => true,
    // NOTE: axios' fetch adapter adds `User-Agent: axios/…`. Chromium drops that header; Firefox and WebKit name it in the preflight,
    // and the backends refuse it. `false` keeps axios from adding it.
    headers: { Accept: 'application/json', 'User-Agent': false },
  })
  client.interceptors.request.use((config) => {
    if (new URL(axios.getUri(config), baseURL).origin !== origin) throw new AxiosError('leaves its origin')
    return config
  })
  client.interceptors.response.use((response) => {
    const { responseURL } = response.request as { responseURL?: string }
    if (responseURL && new URL(responseURL).origin !== origin) throw new AxiosError('was redirected to another origin')
    return response
  })
  return client
}

/** Ends a call when `isOver` says so at its limit, or when its caller does. Each `begin` starts the limit anew. */
function watch(signal: AbortSignal | undefined, limit: () => number, isOver: () => boolean) {
  const late = new AbortController()
  const giveUp = () => late.abort()
  const check = () => (isOver() ? giveUp() : begin())
  let end = () => {}
  const begin = () => {
    end()
    end = afterRunning(limit(), check)
  }
  begin()
  if (signal?.aborted) giveUp()
  signal?.addEventListener('abort', giveUp)
  const stop = () => {
    end()
    signal?.removeEventListener('abort', giveUp)
  }
  return { begin, stop, signal: late.signal }
}

/** A call is given up at its limit. While a member waits for it, the member decides. */
const watchCall = ({ signal }: Given) => watch(signal, limitMs, () => line.pressed === 0)

/** A form of ten megabytes may take longer than any other call: it is given up when nothing has moved for as long as a call may last. */
function watchUpload({ signal, form, onProgress }: Given) {
  const watched = watch(
    signal,
    () => TIMEOUT_MS,
    () => true,
  )
  const onUploadProgress: AxiosRequestConfig['onUploadProgress'] = ({ progress = 0 }) => {
    watched.begin()
    onProgress?.(progress)
  }
  return { ...watched, data: form, onUploadProgress }
}

/**
 * What a call gives, with the name of its visit: in the query of GET and DELETE, in the body of POST and PUT, as fields of a form. The names
 * that a call brings itself win.
 */
function named({ method, visit: naming }: Asked, given: Given, visit: Transaction | null): Given {
  if (!visit || naming !== 'beside') return given
  const name = { transaction_id: visit.transaction_id, state: visit.state }
  if (method === 'GET' || method === 'DELETE') return { ...given, query: { ...name, ...given.query } }
  if (!given.form) return { ...given, body: { ...name, ...given.body } }
  for (const [field, value] of Object.entries(name)) given.form.set(field, value)
  return given
}

/** The path with its values, each as one segment. */
const pathOf = ({ path }: Asked, { values = {} }: Given): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))

const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** W3C Trace Context: each call begins a trace. */
const traceparent = (): string => `00-${randomHex(16)}-${randomHex(8)}-01`

async function sendOnce(
  { bases, readVisit, readLocale, traces }: Connected,
  row: Asked,
  given: Given,
): Promise<RawResponse> {
  const base = bases?.[row.backend] ?? ''
  const asked = named(row, given, readVisit())
  let client = page.clients.get(row.backend)
  if (client?.defaults.baseURL !== base) page.clients.set(row.backend, (client = createClient(row.backend, base)))
  const { stop, begin: _begin, ...config } = asked.form ? watchUpload(asked) : { ...watchCall(asked), data: asked.body }
  const response = await client
    .request<unknown>({
      method: row.method,
      url: pathOf(row, asked),
      ...(asked.query && { params: asked.query }),
      headers: {
        'Accept-Language': HTML_LANG[readLocale()],
        ...(traces && { Traceparent: traceparent() }),
        ...(asked.key && { 'Idempotency-Key': asked.key }),
        ...(asked.session && { 'X-Account-Session': asked.session }),
        ...(asked.token && { 'X-Authenticator': `Token ${asked.token}` }),
      },
      ...config,
    })
    .finally(stop)
  return {
    status: response.status,
    body: response.data,
    retryAfter: response.headers['retry-after'] as string | undefined,
  }
}

const preloadWork = memoizeImport(() => import('./proofOfWork.ts'))

/** Makes the call, and makes it again with a proof of work where the server asks for one. */
export async function send(connected: Connected, row: Asked, given: Given): Promise<RawResponse> {
  const tell = (proved: Given) => sendOnce(connected, row, proved)
  const response = await tell(given)
  if (response.status !== PROOF_OF_WORK) return response
  const { withProof } = await preloadWork().catch(async (error: unknown) => {
    if (!given.quiet) await connected.onCodeLost(error)
    throw error
  })
  return withProof(response, given, tell)
}
