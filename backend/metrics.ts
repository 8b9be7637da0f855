// What a Prometheus server reads: counters in memory, a registry for each backend. Every label has a fixed list of values. None comes from
// a member, an address or a text that a caller sent.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { AUTH_REQUIRED, MATCHER_TYPES } from '../contract/codes.ts'
import * as detailCodes from '../contract/detailCodes.ts'
import { PROOF_METHODS, proofRow, SIGN_IN_METHODS } from '../contract/signInMethods.ts'
import { RELEASE } from '../server/release.ts'
import { CLIENT_ERROR, EVENTS, type SecurityEvent } from './domain/audit/eventNames.ts'
import { methodsIn } from './domain/factors/methods.ts'
import { PASSKEY_PROBLEMS } from './domain/passkeys/answer.ts'
import { HASH_REFUSALS, type HashWatch } from './domain/passwords/hashing.ts'
import type { Connections } from './db/pool.ts'
import type { JobCounts } from './jobs/counts.ts'
import { JOB_KINDS, JOB_OUTCOMES, type CountTry } from './jobs/kinds.ts'
import { OLD_READ_SERVERS, type Told } from './db/standby.ts'
import type { Fields } from './log.ts'

/** The result of a sign-in, by its event. */
const SIGN_INS = {
  'sign_in.done': 'done',
  'session.used': 'session',
  'sign_in.step': 'step',
  'sign_in.refused': 'refused',
  'sign_in.locked': 'locked',
  'sign_in.wrong_password': 'wrong_password',
  'sign_in.challenged': 'challenged',
} as const satisfies Partial<Record<SecurityEvent, string>>

/** What became of passkeys, by the event. A creation is named by whether the member was asked. */
const PASSKEYS = {
  'passkey.created asked': 'created',
  'passkey.created unasked': 'created_unasked',
  'passkey.put_off': 'put_off',
  'passkey.used': 'used',
  'passkey.removed': 'removed',
  'operator.passkey_removed': 'removed',
} as const
const OFFERED = 'offered'

/** The steps of a join. A code of the join is named with its channel. Its start is no security event. */
const JOINS = {
  'join.started': 'started',
  'code.sent email': 'email_code',
  'code.verified email': 'email_proved',
  'code.sent sms': 'phone_code',
  'code.verified sms': 'phone_proved',
  'join.done': 'done',
} as const

const STEPS: ReadonlySet<string> = new Set([...MATCHER_TYPES, AUTH_REQUIRED])
const REASONS = new Map(Object.entries(detailCodes).map(([name, code]) => [code as number, name]))
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const OTHER = 'other'
const NO_COUNTRY = 'none'
/** nginx's number for a caller that left before the answer. */
const LEFT = 499

/** Seconds. The contract's timeout of a call is 10 s. */
const CALL_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const HASH_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** What a scrape reads from a running backend. Null: the backend is starting. */
type Live = {
  hashes: () => { running: number; waiting: number }
  connections: () => Connections
  jobs: () => JobCounts
}

type Metrics = {
  registry: Registry
  /** Counts a security event, an error that a browser reported (domain/audit/events.ts), or `join.started`. */
  event(event: string, fields: Fields): void
  /** Counts the request when its answer has ended. */
  request(req: IncomingMessage, res: ServerResponse, route: string): void
  connectionsEnded(count: number): void
  databaseUnavailable(): void
  /** Counts a read that may be seconds old, by who has answered it (db/standby.ts). */
  oldRead: NonNullable<Told['answered']>
  /** Counts a try of a job. */
  jobTried: CountTry
  hashes: HashWatch
  /** From now on, a scrape reads these values. */
  follow(live: Live): void
  /** Adds the metrics of the process. NOTE: their observers end with the process, so only a backend that is scraped has them. */
  addProcess(): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  let live: Live | null = null

  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter({ name, help, labelNames, registers })
  const gauge = (name: string, help: string, read: (live: Live) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        if (live) this.set(read(live))
      },
    })

  new Gauge({ name: 'daemun_build_info', help: 'Always 1', labelNames: ['release'], registers }).set(
    { release: RELEASE },
    1,
  )
  const events = counter('daemun_events_total', 'Security events', ['event'])
  const signIns = counter('daemun_sign_ins_total', 'Sign-ins by result', ['result'])
  const methods = counter('daemun_sign_in_methods_total', 'Methods of completed sign-ins', ['method'])
  const steps = counter('daemun_sign_in_steps_total', 'Steps that a sign-in had to take', ['step'])
  const refusals = counter('daemun_sign_in_refusals_total', 'Sign-ins refused after the right password', ['reason'])
  const joins = counter('daemun_joins_total', 'Steps of joins', ['step'])
  const passkeys = counter('daemun_passkeys_total', 'Passkeys by outcome', ['outcome'])
  const passkeyFailures = counter('daemun_passkey_failures_total', 'Passkeys that were not accepted', ['reason'])
  const codes = counter('daemun_codes_total', 'One-time codes', ['channel', 'country', 'outcome'])
  const requests = counter('daemun_http_requests_total', 'Answered requests', ['route', 'method', 'status'])
  const durations = new Histogram({
    name: 'daemun_http_request_duration_seconds',
    help: 'From the headers of a request to the end of its answer',
    labelNames: ['route', 'method'],
    buckets: CALL_BUCKETS,
    registers,
  })
  const ended = counter('daemun_http_connections_ended_total', 'Connections that a limit ended')
  const hashing = new Histogram({
    name: 'daemun_password_hash_seconds',
    help: 'Time to make or compare one password hash',
    buckets: HASH_BUCKETS,
    registers,
  })
  gauge('daemun_password_hashes_running', 'Passwords that are hashed now', (now) => now.hashes().running)
  gauge('daemun_password_hashes_waiting', 'Passwords that wait for a slot or a place', (now) => now.hashes().waiting)
  const shed = counter('daemun_password_hashes_refused_total', 'Password checks that got no place', ['reason'])
  const connections = new Gauge({
    name: 'daemun_database_connections',
    help: 'Connections to the database',
    labelNames: ['state'],
    registers,
    collect() {
      if (!live) return
      const { in_use, idle } = live.connections()
      connections.set({ state: 'in_use' }, in_use)
      connections.set({ state: 'idle' }, idle)
    },
  })
  gauge('daemun_database_connections_max', 'Connections that the pool may open', (now) => now.connections().max)
  gauge('daemun_database_calls_waiting', 'Calls that wait for a connection', (now) => now.connections().waiting)
  const unavailable = counter('daemun_database_unavailable_total', 'Calls that failed because of the database')
  const oldReads = counter('daemun_database_old_reads_total', 'Reads that may be seconds old, by who answered', [
    'server',
  ])

  const jobs = counter('daemun_jobs_total', 'Tries of jobs by what became of them', ['kind', 'outcome'])
  gauge('daemun_jobs_due', 'Jobs that are due and not begun', (now) => now.jobs().due)
  gauge('daemun_jobs_failed', 'Jobs that were given up', (now) => now.jobs().failed)

  // A counter that begins at 0 lets an alert see its first increase.
  for (const event of [...Object.keys(EVENTS), CLIENT_ERROR]) events.inc({ event }, 0)
  for (const result of Object.values(SIGN_INS)) signIns.inc({ result }, 0)
  for (const { amr, metric } of PROOF_METHODS.map(proofRow)) if (amr.length > 0) methods.inc({ method: metric }, 0)
  for (const step of Object.values(JOINS)) joins.inc({ step }, 0)
  for (const outcome of [OFFERED, ...Object.values(PASSKEYS)]) passkeys.inc({ outcome }, 0)
  for (const reason of PASSKEY_PROBLEMS) passkeyFailures.inc({ reason }, 0)
  for (const reason of HASH_REFUSALS) shed.inc({ reason }, 0)
  for (const server of OLD_READ_SERVERS) oldReads.inc({ server }, 0)
  for (const kind of JOB_KINDS) for (const outcome of JOB_OUTCOMES) jobs.inc({ kind, outcome }, 0)

  function countMethods({ amr }: Fields): void {
    for (const method of methodsIn(String(amr).split(' '))) methods.inc({ method: SIGN_IN_METHODS[method].metric })
  }

  function countCode(event: string, { kind, country }: Fields): void {
    const named = typeof country === 'string' && /^[A-Z]{2}$/.test(country) ? country : NO_COUNTRY
    codes.inc({
      channel: SIGN_IN_METHODS[kind === 'sms' ? 'SMS' : 'EMAIL'].metric,
      country: named,
      outcome: event.slice('code.'.length),
    })
  }

  function countPasskey(event: string, { reason, asked, step }: Fields): void {
    const created = event === 'passkey.created' ? `${event} ${asked === false ? 'unasked' : 'asked'}` : event
    const outcome = step === 'RECOMMENDED_PASSKEY' ? OFFERED : (PASSKEYS as Record<string, string>)[created]
    if (outcome !== undefined) passkeys.inc({ outcome })
    if (event === 'passkey.failed') passkeyFailures.inc({ reason: String(reason) })
  }

  return {
    registry,
    event(event, fields) {
      if (event === CLIENT_ERROR || event in EVENTS) events.inc({ event })
      const result = (SIGN_INS as Record<string, string>)[event]
      if (result !== undefined) signIns.inc({ result })
      if (event === 'sign_in.step') steps.inc({ step: STEPS.has(String(fields.step)) ? String(fields.step) : OTHER })
      if (event === 'sign_in.refused') refusals.inc({ reason: REASONS.get(Number(fields.detail_code)) ?? OTHER })
      if (event === 'sign_in.done') countMethods(fields)
      if (event.startsWith('code.')) countCode(event, fields)
      countPasskey(event, fields)
      const joining = fields.purpose === 'JOIN' ? `${event} ${String(fields.kind)}` : event
      const step = (JOINS as Record<string, string>)[joining]
      if (step !== undefined) joins.inc({ step })
    },
    request({ method: asked = '' }, res, route) {
      const method = METHODS.has(asked) ? asked : OTHER
      const since = performance.now()
      res.once('close', () => {
        requests.inc({ route, method, status: res.headersSent ? res.statusCode : LEFT })
        durations.observe({ route, method }, (performance.now() - since) / 1000)
      })
    },
    connectionsEnded: (count) => ended.inc(count),
    databaseUnavailable: () => unavailable.inc(),
    oldRead: (server) => oldReads.inc({ server }),
    jobTried: (kind, outcome) => jobs.inc({ kind, outcome }),
    hashes: { took: (seconds) => hashing.observe(seconds), refused: (reason) => shed.inc({ reason }) },
    follow: (next) => void (live = next),
    addProcess: () => collectDefaultMetrics({ register: registry }),
  }
}
