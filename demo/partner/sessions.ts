// The partner's own sessions: one a service, so that both can be signed in side by side. Ports of one host share cookies: the names are ours alone.
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import type { EndedSession } from './logoutToken.ts'
import type { ServiceKey } from './services.ts'
import type { Flow, Session } from './signIn.ts'

const FLOW_SECONDS = 600
const SESSION_SECONDS = 12 * 3600
const MOST_SESSIONS = 500
const LANGUAGE = 'partner-language'

const FlowShape = z.object({ service: z.string(), state: z.string(), nonce: z.string(), verifier: z.string() })

/** Sessions live in memory and end with the process; the cookie holds a signed random id. */
export function createSessions(secure: boolean) {
  const secret = randomBytes(32)
  const kept = new Map<string, Session>()
  const options = (maxAge: number) => ({ httpOnly: true, sameSite: 'Lax' as const, path: '/', secure, maxAge })
  const sessionName = (key: ServiceKey) => `partner-session-${key}`
  // One cookie a flow: two tabs can sign in at the same time.
  const flowName = (state: string) => `partner-flow-${state.replace(/[^\w-]/g, '').slice(0, 12)}`

  const idOf = async (c: Context, key: ServiceKey) => (await getSignedCookie(c, secret, sessionName(key))) || null

  return {
    async read(c: Context, key: ServiceKey): Promise<Session | null> {
      const id = await idOf(c, key)
      return (id && kept.get(id)) || null
    },
    async start(c: Context, key: ServiceKey, session: Session): Promise<void> {
      const id = randomBytes(32).toString('base64url')
      kept.set(id, session)
      const [oldest] = kept.keys()
      if (kept.size > MOST_SESSIONS && oldest !== undefined) kept.delete(oldest)
      await setSignedCookie(c, sessionName(key), id, secret, options(SESSION_SECONDS))
    },
    async end(c: Context, key: ServiceKey): Promise<void> {
      const id = await idOf(c, key)
      if (id) kept.delete(id)
      deleteCookie(c, sessionName(key), options(0))
    },
    /** The provider has ended it, wherever its browser is. */
    endNamed({ sub, sid }: EndedSession): void {
      for (const [id, { claims }] of kept)
        if (sid === undefined ? claims.sub === sub : claims.sid === sid) kept.delete(id)
    },
    /** The language of the sign-ins: as it was just chosen, or else as this browser chose it before. */
    async language(c: Context, chosen: string | undefined): Promise<string> {
      if (chosen === undefined) return (await getSignedCookie(c, secret, LANGUAGE)) || ''
      await setSignedCookie(c, LANGUAGE, chosen, secret, options(SESSION_SECONDS))
      return chosen
    },
    async remember(c: Context, flow: Flow): Promise<void> {
      await setSignedCookie(c, flowName(flow.state), JSON.stringify(flow), secret, options(FLOW_SECONDS))
    },
    /** The flow that this browser began with this state; it is forgotten with this look. */
    async recall(c: Context, state: string): Promise<Flow | null> {
      const text = await getSignedCookie(c, secret, flowName(state))
      if (!text) return null
      deleteCookie(c, flowName(state), options(0))
      const flow = FlowShape.safeParse(JSON.parse(text))
      return flow.success && flow.data.state === state ? flow.data : null
    },
  }
}
