// Security E10: which proof each call of the account takes. The factor that a call replaces does not prove the member alone.
import { describe, expect, test } from 'vitest'
import { everyCall } from '../../../contract/calls.ts'
import { PROOF_METHODS, type ProofMethod } from '../../../contract/signInMethods.ts'
import { routeOf } from '../../../backend/http/serve.ts'
import { data } from '../browser.ts'
import { routesOf } from '../routeList.ts'
import { sharedBackend } from '../shared.ts'
import { MANY_SENDS } from '../start.ts'
import { accountMember, type AccountMember } from './member.ts'

let late = 0
const backend = sharedBackend({ limits: MANY_SENDS, now: () => new Date(Date.now() + late) })

const asksFresh = everyCall.flatMap((row) =>
  'fresh' in row && row.fresh !== undefined ? [{ ...row, fresh: row.fresh }] : [],
)
const served = () => {
  const { app } = routesOf(backend)
  return asksFresh.filter((row) => app.some(({ method, path }) => method === row.method && path === routeOf(row)))
}

/** Calls with a body that no shape fits, so that a call whose proof is enough changes nothing either. */
async function tryAll(me: AccountMember) {
  const tried = served().map(async ({ method, path, fresh, ...row }) => {
    const body = 'body' in row && row.body ? { no: 'field' } : undefined
    const reply = await me.call(method, path.slice('/v1/account'.length).replace(/\{\w+\}/g, 'x'), body)
    const { code, data: needed } = reply.body as { code?: string; data?: { methods?: string[] } }
    return { call: `${method} ${path}`, fresh, isRefused: code === 'PROOF_NEEDED', methods: needed?.methods }
  })
  return Promise.all(tried)
}

type Tried = Awaited<ReturnType<typeof tryAll>>[number]

/** What a call answers after a proof by one method, where each of `enough` is enough. */
const expected = ({ call, fresh }: Tried, method: ProofMethod, enough: readonly string[]) => {
  const isRefused = !enough.includes(method)
  return { call, fresh, isRefused, methods: isRefused ? enough : undefined }
}

async function stateOf(me: AccountMember) {
  const row = await me.row()
  const passkeys = backend.ctx.db.selectFrom('passkeys').select(['id', 'name']).where('member_id', '=', row.id)
  return { row, passkeys: await passkeys.execute() }
}

async function proveBy(
  me: AccountMember,
  method: ProofMethod,
  authenticator: Parameters<AccountMember['proveByPasskey']>[0] | null,
) {
  const proved =
    method === 'PASSKEY' && authenticator ? await me.proveByPasskey(authenticator) : await me.prove(method as 'PWD')
  expect(proved).toMatchObject({ status: 200 })
}

describe('a fresh proof', () => {
  test('is asked by the calls that matter', () => {
    expect(served().length).toBeGreaterThanOrEqual(7)
  })

  test.each(['PWD', 'SMS', 'EMAIL'] as const)('by %s alone is enough, but not to replace it', async (method) => {
    const me = await accountMember(backend)
    await me.age()
    const before = await stateOf(me)
    expect((await tryAll(me)).filter(({ isRefused }) => !isRefused)).toEqual([])
    await proveBy(me, method, null)
    const has = ['PWD', 'SMS', 'EMAIL']
    const others = (fresh: true | ProofMethod) => has.filter((one) => one !== fresh)
    const tried = await tryAll(me)
    expect(tried).toEqual(tried.map((one) => expected(one, method, others(one.fresh))))
    expect(await stateOf(me)).toEqual(before)
  })

  test.each(PROOF_METHODS)('of a member with a passkey is no code alone: %s', async (method) => {
    const me = await accountMember(backend)
    const authenticator = await me.addPasskey()
    await me.age()
    const before = await stateOf(me)
    await proveBy(me, method, authenticator)
    const strong = (fresh: true | ProofMethod) => ['PASSKEY', 'PWD'].filter((one) => one !== fresh)
    const tried = await tryAll(me)
    expect(tried).toEqual(tried.map((one) => expected(one, method, strong(one.fresh))))
    expect((await stateOf(me)).row).toEqual(before.row)
    expect((await stateOf(me)).passkeys).toEqual(before.passkeys)
  })

  test('ends after five minutes, and the same call again does not prolong it', async () => {
    const me = await accountMember(backend)
    await me.age()
    const given = { method: 'SMS', auth_code: await me.code('SMS') }
    const sealed = { method: 'PWD', password: await me.seal() }
    const first = await Promise.all([me.call('POST', '/proof', given), me.call('POST', '/proof', sealed)])
    late += 100_000
    const again = await Promise.all([me.call('POST', '/proof', given), me.call('POST', '/proof', sealed)])
    expect(again.map((reply) => data(reply).fresh_until)).toEqual(first.map((reply) => data(reply).fresh_until))
    late += 201_000
    expect((await tryAll(me)).filter(({ isRefused }) => !isRefused)).toEqual([])
    for (const old of [given, sealed]) expect(await me.call('POST', '/proof', old)).toMatchObject({ status: 400 })
    expect((await tryAll(me)).filter(({ isRefused }) => !isRefused)).toEqual([])
  })

  test('belongs to its session: another one of the member has none of it', async () => {
    const me = await accountMember(backend)
    const other = await accountMember(backend, me.member)
    await me.age()
    const auth_code = await other.code('SMS')
    expect(await me.call('POST', '/proof', { method: 'SMS', auth_code })).toMatchObject({ status: 400 })
    await other.prove('PWD')
    expect((await tryAll(me)).filter(({ isRefused }) => !isRefused)).toEqual([])
  })

  test('is of this member: a passkey and a password of another one prove nothing', async () => {
    const [me, other] = [await accountMember(backend), await accountMember(backend)]
    const foreign = await other.addPasskey()
    await me.age()
    expect(await me.proveByPasskey(foreign)).toMatchObject({ status: 400, body: { code: 'PASSKEY_FAILED' } })
    const sealed = await other.seal(me.member.password)
    expect(await me.call('POST', '/proof', { method: 'PWD', password: sealed })).toMatchObject({ status: 200 })
    expect(await other.call('POST', '/proof', { method: 'PWD', password: sealed })).toMatchObject({ status: 400 })
  })

  test('by a password takes the attempts of a sign-in, so that a session is no way to guess it', async () => {
    const me = await accountMember(backend)
    await me.age()
    const guess = async () => me.call('POST', '/proof', { method: 'PWD', password: await me.seal('wR4$ngpass') })
    for (const attempt of [1, 2, 3, 4, 5])
      expect(await guess()).toMatchObject({
        status: 400,
        body: { code: 'WRONG_PASSWORD', description: `incorrect password [${attempt}]` },
      })
    expect(await me.prove('PWD')).toMatchObject({ status: 400, body: { code: 'LOCKED' } })
    expect(await me.prove('SMS')).toMatchObject({ status: 200 })
  })

  test('by a code takes one that was made for it, and neither for a new phone nor for another channel', async () => {
    const me = await accountMember(backend)
    const change = await me.code('SMS', '+821044440001')
    const email = await me.code('EMAIL')
    await me.age()
    for (const auth_code of [change, email, 'unknown'])
      expect(await me.call('POST', '/proof', { method: 'SMS', auth_code })).toMatchObject({
        status: 400,
        body: { detail_code: 4518 },
      })
    expect((await tryAll(me)).filter(({ isRefused }) => !isRefused)).toEqual([])
  })

  test('is needed for the token of a new phone and a new address', async () => {
    const me = await accountMember(backend)
    await me.age()
    await me.prove('SMS')
    const token = (method: string) => me.call('POST', '/proof/token', { method, purpose: 'CHANGE' })
    expect(await token('SMS')).toMatchObject({ status: 403, body: { data: { methods: ['PWD', 'EMAIL'] } } })
    expect(await token('EMAIL')).toMatchObject({ status: 200 })
  })
})

describe('a new password', () => {
  /** Proves the member by a code to the address, and sets another password. */
  async function setPassword(me: AccountMember) {
    await me.prove('EMAIL')
    const set = await me.call('PUT', '/password', { password: await me.seal('nR7$freshOne9') })
    expect(set.status, set.text).toBe(200)
  }
  const tokenOf = (me: AccountMember, method: 'SMS' | 'EMAIL') =>
    me.call('POST', '/proof/token', { method, purpose: 'CHANGE' })

  test('makes no sign-in of ten minutes ago a proof: the address that proved it does not change itself', async () => {
    const me = await accountMember(backend)
    await me.age()
    await setPassword(me)
    expect(await tokenOf(me, 'EMAIL')).toMatchObject({ status: 403, body: { code: 'PROOF_NEEDED' } })
    expect(await tokenOf(me, 'SMS')).toMatchObject({ status: 200 })
  })

  test('keeps a sign-in of this minute as a proof, for the rest of its five minutes', async () => {
    const me = await accountMember(backend)
    await setPassword(me)
    expect(await tokenOf(me, 'EMAIL')).toMatchObject({ status: 200 })
    late += 301_000
    expect(await tokenOf(me, 'EMAIL')).toMatchObject({ status: 403 })
    late = 0
  })
})
