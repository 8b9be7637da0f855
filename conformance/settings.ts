// The input of the conformance kit: the backends' addresses, and a JSON file with members, the start of a visit and the source of codes.
import { execFile } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { JoinProfile } from '../contract/shapes/join.ts'
import { BACKENDS, type Backend } from '../contract/row.ts'

/** Named by what a member shows. `plain` must be there; a row that needs another one is skipped without it. */
const ROLES = ['plain', 'second_factor', 'old_password', 'suspended', 'waiting'] as const
export type Role = (typeof ROLES)[number]

const known = {
  login_id: z.optional(z.string()),
  password: z.optional(z.string()),
  phone: z.optional(z.string()),
  name: z.optional(z.string()),
  /** yyyyMMdd */
  birthdate: z.optional(z.string()),
}
/** A member as it stands in the file, or an address that makes a fresh one and answers with the same fields. */
const MemberSource = z.strictObject({ ...known, post: z.optional(z.url()), body: z.optional(z.unknown()) })
const Member = z.object({ ...known, login_id: z.string(), password: z.string() })
export type Member = z.infer<typeof Member>

const Codes = z.union([
  z.strictObject({ url: z.string(), find: z.optional(z.string()) }),
  z.strictObject({ command: z.array(z.string()).check(z.minLength(1)), find: z.optional(z.string()) }),
])

const Join = z.strictObject({
  login_id: z.string(),
  phone: z.string(),
  nation_tel_no: z.string(),
  password: z.string(),
  name: z._default(z.string(), '서연우'),
  consents: z.array(z.string()),
  profile: JoinProfile,
})

export const MembersFile = z.strictObject({
  app_origin: z.url(),
  /** Addresses that begin a visit, as a partner service would: a sign-in, a join, and a sign-in that requires a proved phone. */
  entries: z.strictObject({ sign_in: z.string(), join: z.optional(z.string()), step_up: z.optional(z.string()) }),
  members: z.strictObject({
    plain: MemberSource,
    second_factor: z.optional(MemberSource),
    old_password: z.optional(MemberSource),
    suspended: z.optional(MemberSource),
    waiting: z.optional(MemberSource),
  }),
  codes: Codes,
  join: z.optional(Join),
  /** What `plain` is given as a new password. Left out: no password is reset. */
  new_password: z.optional(z.string()),
  /** What makes every session and proof older than five minutes: a time to wait, or an address. Left out: the rows about old proofs are skipped. */
  later: z.optional(z.union([z.strictObject({ wait_s: z.number() }), z.strictObject({ post: z.url() })])),
  /** How long an answer may take, in milliseconds. */
  slow_ms: z._default(z.number(), 3000),
})
export type MembersFile = z.infer<typeof MembersFile>

export type Addresses = Record<Backend, string>

/** @throws with one line for each option that is missing */
export function addressesOf(options: Record<string, string | undefined>): Addresses {
  const missing = BACKENDS.filter((backend) => !URL.canParse(options[backend] ?? ''))
  if (missing.length > 0)
    throw new Error(missing.map((name) => `--${name}: the base URL of the ${name} API`).join('\n'))
  return Object.fromEntries(
    BACKENDS.map((backend) => [backend, (options[backend] ?? '').replace(/\/+$/, '')]),
  ) as Addresses
}

/** `{random}`: eight letters and digits. `{digits}`: seven digits. Any other name in braces is taken from `values`. */
export const filled = (template: string, values: Record<string, string> = {}): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (name === 'random') return randomBytes(4).toString('hex')
    if (name === 'digits') return String(randomInt(10_000_000)).padStart(7, '0')
    return values[name] ?? whole
  })

/** Calls an address of the members file. @throws when it refuses otherwise than so, because nothing can then be said about the backend */
export async function callHook(url: string, init: RequestInit = {}, mayBe = 200): Promise<Response> {
  const response = await fetch(url, init)
  if (response.ok || response.status === mayBe) return response
  throw new Error(`${init.method ?? 'GET'} ${url}: ${response.status} ${(await response.text()).slice(0, 200)}`)
}

/** @throws when the address makes none */
export async function memberFrom({ post, body, ...fields }: z.infer<typeof MemberSource>): Promise<Member> {
  if (post === undefined) return Member.parse(fields)
  const response = await callHook(post, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  })
  const made = (await response.json()) as { data?: object }
  return Member.parse({ ...(made.data ?? made), ...fields })
}

const run = promisify(execFile)
const DIGITS = String.raw`(?<!\d)\d{6}(?!\d)`

/**
 * The first code in what the address or the command says, which lists the newest message first: what the pattern `find` matches, or
 * its last group.
 */
export async function newestCode(codes: z.infer<typeof Codes>, to: string): Promise<string | null> {
  const values = { to: 'url' in codes ? encodeURIComponent(to) : to }
  const [program = '', ...args] = 'command' in codes ? codes.command.map((part) => filled(part, values)) : []
  // Where no message was sent yet, the address may say 404.
  const said =
    'url' in codes
      ? await (await callHook(filled(codes.url, values), {}, 404)).text()
      : (await run(program, args)).stdout
  return new RegExp(codes.find ?? DIGITS).exec(said)?.at(-1) ?? null
}
