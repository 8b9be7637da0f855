// Security D3, D10: a wrong type in place of a text, and U+0000 in a text, answer 400 in the common envelope. The test derives the bodies
// from the shapes, so it covers new fields.
import * as z from 'zod/mini'
import { beforeAll, expect, test } from 'vitest'
import { everyCall } from '../../../contract/calls.ts'
import { accountMarketing } from '../../../contract/calls/account.ts'
import { reportClientError } from '../../../contract/calls/node.ts'
import { accountMember } from '../account/member.ts'
import { Browser, data, visitIn } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { partner } from '../start.ts'

let browser: Browser
let signedIn: Browser
let token: Record<string, string>
const backend = sharedBackend()
beforeAll(async () => {
  browser = new Browser(backend.url)
  const entry = await browser.go((await (await partner(backend)).begin()).url)
  const begun = await browser.post('/v1/init/search/ids', visitIn(entry))
  const member = await accountMember(backend)
  await member.prove('SMS')
  signedIn = member.browser
  token = { 'x-authenticator': `Token ${String(data(begun).auth_token)}` }
})

/**
 * The calls with a text in their body. The report of an error has a limit of its own, which so many calls would use up, and the news by e-mail and SMS
 * are two flags.
 */
const LEFT_OUT = new Set<string>([reportClientError.path, accountMarketing.path])
const CALLS = everyCall.flatMap(({ method, path, body }): [string, string, z.ZodMiniType][] =>
  body && 'shape' in body && Object.keys(body.shape).length > 0 && !LEFT_OUT.has(path) ? [[method, path, body]] : [],
)

type Shape = {
  const?: unknown
  enum?: unknown[]
  type?: string
  pattern?: string
  items?: Shape
  properties?: Record<string, Shape>
  anyOf?: unknown[]
}
const TEXTS = ['text', '1', '123456', '19950208', '/account']

/** A value that fits. */
function sample(shape: Shape): unknown {
  if ('const' in shape) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.type === 'boolean') return true
  if (shape.type === 'number' || shape.type === 'integer') return 1
  if (shape.type === 'array') return [sample(shape.items ?? {})]
  if (shape.type === 'string') return TEXTS.find((text) => new RegExp(shape.pattern ?? '').test(text))
  // What may be null is left out: the null of `WRONG` would be right there.
  const properties = Object.entries(shape.properties ?? {}).filter(([, { anyOf }]) => anyOf === undefined)
  return Object.fromEntries(properties.map(([name, each]) => [name, sample(each)]))
}

/** The value with each text in it replaced in turn, and where that was. */
function* replaced(value: unknown, by: (text: string) => unknown, at = ''): Generator<[string, unknown]> {
  if (typeof value === 'string') yield [at, by(value)]
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value))
    for (const [where, changed] of replaced(each, by, `${at}.${name}`))
      yield [where, Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed }]
}

const WRONG: Record<string, (text: string) => unknown> = {
  'a list': (text) => [text],
  'an object': (text) => ({ $ne: text }),
  'a number': () => 1,
  'a flag': () => true,
  nothing: () => null,
  'U+0000 at the end': (text) => `${text}\0`,
}

test.each(CALLS)('%s %s takes texts alone where it asks for them', async (method, path, shape) => {
  const { transaction_id, state, ...payload } = sample(z.toJSONSchema(shape) as Shape) as Record<string, unknown>
  // The call names a visit of this browser: only the shape of the body is wrong.
  const body = { ...payload, ...(transaction_id !== undefined && state !== undefined && browser.visit) }
  expect(shape.safeParse(body)).toMatchObject({ success: true })
  for (const [what, by] of Object.entries(WRONG)) {
    const bodies = [...replaced(body, by)]
    expect(bodies).not.toEqual([])
    const replies = bodies.map(async ([where, wrong]) => {
      const by = path.startsWith('/v1/account') ? signedIn : browser
      const reply = await by.call(method, path, wrong, token)
      expect(reply, `${what} at ${where}`).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    })
    await Promise.all(replies)
  }
})

test.each([
  '/common/terms/v1/rps/%00',
  '/common/terms/v1/rps/suni?language=%00',
  '/terms/%00',
  '/v1/terms/%00',
  '/v1/valid/nickname?nickname=%00',
  '/v1/init/login?transaction_id=%00&state=x',
  '/v1/profile/search/users?reset_token=%00',
  '/v1/challenge/join/%00?type=general',
  '/public/member/v1/codes/%00',
  '/public/member/v1/codegroups/%00/codes',
  '/public/member/v1/codegroups/DENIED_DOMAIN/verified?domain=%00',
])('%s is refused', async (path) => {
  expect(await browser.get(path)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
})

test.each([
  ['U+0000', 'login_hint', 'a\0'],
  ['U+0000', 'state', 'a\0'],
  ['U+0000', 'nonce', 'a\0'],
  ['U+0000', 'ui_locales', 'a\0'],
  ['U+0000', 'claims', String.raw`{"id_token":{"acr":{"values":["phone","\u0000"]}}}`],
  ['half a surrogate pair', 'claims', String.raw`{"id_token":{"acr":{"values":["phone","\ud800"]}}}`],
])('the issuer refuses %s in %s without a fault', async (_, name, value) => {
  const { url } = await (await partner(backend)).begin({ [name]: value })
  const reply = await browser.send(url)
  expect(new URL(reply.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request')
})
