// Security D3, D10: a wrong type in place of a text, and U+0000 in a text, answer 400 in the common envelope.
import { beforeAll, expect, test } from 'vitest'
import { accountMember } from '../account/member.ts'
import { Browser, data, visitIn } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { partner } from '../start.ts'
import { replaced, sampleOf, TEXT_CALLS } from './bodies.ts'

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

const WRONG: Record<string, (text: string) => unknown> = {
  'a list': (text) => [text],
  'an object': (text) => ({ $ne: text }),
  'a number': () => 1,
  'a flag': () => true,
  nothing: () => null,
  'U+0000 at the end': (text) => `${text}\0`,
}

test.each(TEXT_CALLS)('%s %s takes texts alone where it asks for them', async (method, path, shape) => {
  // The call names a visit of this browser: only the shape of the body is wrong.
  const body = sampleOf(shape, browser.visit)
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
