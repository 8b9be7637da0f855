// The calls that the app makes for a sign-in by password (Contract).
import * as z from 'zod/mini'
import { Key, seal } from '../../conformance/seal.ts'
import type { SmokeSettings } from './settings.ts'
import type { Reply, Visitor } from './visitor.ts'

const Welcome = z.object({ data: Key })
const Verified = z.object({
  data: z.object({ location: z.optional(z.string()), matcher_type: z.optional(z.string()) }),
})
const Refusal = z.object({
  code: z.optional(z.string()),
  detail_code: z.optional(z.number()),
  data: z.optional(z.object({ matcher_type: z.optional(z.string()) })),
})

/** What a refusal says: its status, its codes and the step that is pending. */
function refusalOf({ status, text }: Reply): string {
  try {
    const { code, detail_code, data } = Refusal.parse(JSON.parse(text))
    return [status, code, detail_code, data?.matcher_type].filter((one) => one !== undefined).join(' ')
  } catch {
    return String(status)
  }
}

function parsed<T>(reply: Reply, shape: { parse: (value: unknown) => T }): T {
  if (reply.status !== 200) throw new Error(refusalOf(reply))
  return shape.parse(JSON.parse(reply.text))
}

/** Begins the visit that the entry names. @returns the key that seals the password @throws if the app may not read the answer */
export async function begin(
  { send }: Visitor,
  api: string,
  { app }: Pick<SmokeSettings, 'app'>,
  entry: URL,
): Promise<Key> {
  const reply = await send(new URL(`${api}/v1/init/login${entry.search}`), { headers: { origin: app } })
  const { data } = parsed(reply, Welcome)
  const reader = reply.headers.get('access-control-allow-origin')
  if (reader !== app) throw new Error(`the backend lets ${reader ?? 'no origin'} read its answers, and not ${app}`)
  return data
}

/** Sends the password. @returns where the visit goes on @throws if it is refused, or the member has a step to take */
export async function verify(
  { send }: Visitor,
  api: string,
  settings: Pick<SmokeSettings, 'app' | 'SMOKE_LOGIN_ID' | 'SMOKE_PASSWORD'>,
  entry: URL,
  key: Key,
): Promise<URL> {
  const { app, SMOKE_LOGIN_ID: login_id, SMOKE_PASSWORD } = settings
  const { transaction_id, state } = Object.fromEntries(entry.searchParams)
  const body = { login_id, password: seal(SMOKE_PASSWORD, key), transaction_id, state, stay_session: false }
  const reply = await send(new URL(`${api}/v1/verify/pwd`), {
    method: 'POST',
    headers: { origin: app, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (reply.status === 428) throw new Error('428: the platform sees many wrong passwords, and asks for a puzzle')
  const { location, matcher_type } = parsed(reply, Verified).data
  if (!location) throw new Error(`the member has a step to take: ${matcher_type ?? 'unknown'}`)
  return new URL(location, api)
}
