// One part of the backend alone: its own database, a clock that a test sets, and a browser with a cookie jar.
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { createBackground } from '../../backend/background.ts'
import type { Ctx } from '../../backend/context.ts'
import { openDatabase } from '../../backend/db/database.ts'
import { loadKeys } from '../../backend/db/keys.ts'
import type { Purpose } from '../../backend/db/schema.ts'
import { createChallenge } from '../../backend/domain/codes/challenge.ts'
import { beginTransaction } from '../../backend/domain/signIn/transactions.ts'
import { visitCookies } from '../../backend/http/cookies.ts'
import { Refused } from '../../backend/domain/refusal.ts'
import { createJobs } from '../../backend/jobs/worker.ts'
import { closeMail } from '../../backend/mail.ts'
import { platformNames } from '../../backend/settings/platform.ts'
import type { BackendSettings } from '../../backend/settings.ts'
import { defaultLimits } from '../../backend/settings/limits.ts'
import { contextOf } from '../../backend/startContext.ts'
import { dropDatabase, ownDatabase, PARTS_BEGIN } from './ownDatabase.ts'

/** Those of a real backend. The hash of a code is cheap: at its real cost it takes most of the time of these tests. */
export const partsLimits = { ...defaultLimits, code_hash_cost: 2 }

/** The service of every challenge. */
const SERVICE = {
  client_id: 'service-a',
  redirect_uris: ['http://localhost/callback'],
  post_logout_redirect_uris: [],
  secrets: [],
}

const settings: BackendSettings = {
  url: 'http://localhost:34001',
  app_origin: 'http://localhost:34000',
  disclose_unknown_user: false,
  smtp_url: null,
  smtp_from: 'Daemun <no-reply@daemun.localhost>',
  sms_gateways: [],
  copies_messages: true,
  support_contact: 'help@daemun.localhost',
  platform: platformNames({}),
  proxy_hops: 0,
  internal_networks: [],
  campus_networks: [],
  webhook_networks: [],
  leaked_passwords_url: null,
  passkeys: null,
  limits: partsLimits,
  clients: [],
}

/** In milliseconds. A busy machine takes as long as it takes for what is no subject of a test. */
const pool = { connect_ms: 60_000, query_ms: 60_000 }

export type Parts = Awaited<ReturnType<typeof openParts>>
export type Reply = { status: number; body: unknown; headers: Headers }

export async function openParts(change: Partial<BackendSettings> = {}) {
  const database_url = await ownDatabase('parts')
  const database = await openDatabase(database_url ? { at: 'server', database_url, pool } : { at: 'memory' })
  let time = PARTS_BEGIN
  const lines: string[] = []
  const ctx: Ctx = contextOf(
    {
      db: database.db,
      isShared: database_url !== null,
      settings: { ...settings, ...change },
      keys: await loadKeys(database.db, new Date(time)),
      now: () => new Date(time),
      log: (event, fields) => void lines.push(JSON.stringify({ event, ...fields })),
    },
    {
      unavailable: (error) => void lines.push(`unavailable: ${String(error)}`),
      background: createBackground(() => {}),
      jobs: createJobs(() => ctx, 0),
      logOutAt: () => Promise.resolve(),
    },
  )
  ctx.clients = [SERVICE]
  return {
    ctx,
    lines,
    pass: (seconds: number) => void (time += seconds * 1000),
    /** A member with this phone. @returns the id */
    async member(phone: string): Promise<string> {
      const id = randomUUID()
      const login_id = `${id}@demo.test`
      const now = ctx.now()
      const row = { id, login_id, login_id_key: login_id, password_hash: '-', password_changed_at: now, name: '김하나' }
      await ctx.db
        .insertInto('members')
        .values({ ...row, phone, created_at: now })
        .execute()
      return id
    },
    /** A challenge in a new transaction, and the headers of the browser that may use it. */
    async challenge(purpose: Purpose, known: { member_id?: string; phone?: string; email?: string } = {}) {
      const transaction_id = randomUUID()
      const secret = await beginTransaction(ctx, transaction_id, 'service-a', 'login')
      const auth_token = await createChallenge(ctx, { transaction_id, purpose, ...known })
      const headers = {
        cookie: visitCookies(ctx, '', transaction_id, secret)[0]?.split(';')[0] ?? '',
        'x-authenticator': `Token ${auth_token}`,
      }
      return { transaction_id, auth_token, headers }
    },
    async close() {
      await closeMail(ctx)
      await database.close()
      if (database_url) await dropDatabase(database_url)
    },
  }
}

/** Calls routes as the whole backend would: a refusal becomes its answer. `address`: the caller's. */
export function caller(routes: Hono, address: string | undefined = '127.0.0.1') {
  const app = new Hono()
  app.onError((error, c) => {
    if (error instanceof Refused) return c.json(error.body, error.status, error.headers)
    throw error
  })
  app.route('/', routes)
  return async (method: string, path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Reply> => {
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const init = {
      method,
      headers: { ...json, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    const server = { incoming: { socket: { remoteAddress: address } } }
    const response = await app.request(`http://localhost:34001${path}`, init, server)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
  }
}
