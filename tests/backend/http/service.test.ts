import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  consumeProof,
  consumeSearchProof,
  findChallenge,
  issueProof,
  recordFound,
} from '../../../backend/domain/codes/challenge.ts'
import { secondsFrom } from '../../../backend/context.ts'
import { checkCode } from '../../../backend/domain/codes/checkCode.ts'
import type { Purpose, Schema } from '../../../backend/db/schema.ts'
import { messages } from '../../../backend/outbox.ts'
import { serviceRoutes } from '../../../backend/routes/service.ts'
import { defaultLimits } from '../../../backend/settings/limits.ts'
import { caller, type Reply } from '../backendParts.ts'
import { sharedParts } from '../shared.ts'

let call: ReturnType<typeof caller>
let last = 10_000_000

const parts = sharedParts()
beforeAll(async () => {
  call = caller(serviceRoutes(parts.ctx))
})

const sms = '/authenticator/v1'
const newPhone = () => `+8210${(last += 1).toString().padStart(8, '0')}`
const codeFor = async (to: string) => /#(\d{6})$/.exec((await messages(parts.ctx, to))[0]?.text ?? '')?.[1] ?? ''
const otherThan = (code: string) => (code === '111111' ? '222222' : '111111')
const auth_code = (reply: Reply) => (reply.body as { data: { auth_code: string } }).data.auth_code

/** A member's second factor with a code just sent. Each begins an hour later, so that no test is in another's limits. */
async function sent(purpose: 'SECOND_FACTOR' | 'ADMIN' = 'SECOND_FACTOR') {
  parts.pass(3601)
  const phone = newPhone()
  const member_id = await parts.member(phone)
  const challenge = await parts.challenge(purpose, { member_id, phone })
  const issued = await call('POST', `${sms}/issue/sms`, challenge.headers, {})
  expect(issued).toMatchObject({ status: 200, body: { data: { expires_in: 180 } } })
  const verify = (verify_code: string) => call('POST', `${sms}/verify/mobile`, challenge.headers, { verify_code })
  return { ...challenge, phone, member_id, purpose, verify, code: await codeFor(phone) }
}

test('the code of a second factor goes to the known phone, and is never in an answer or the log', async () => {
  const { code, verify } = await sent()
  expect(code).toMatch(/^\d{6}$/)
  const verified = await verify(code)
  expect(verified.status).toBe(200)
  expect(auth_code(verified)).toMatch(/^[\w-]{43}$/)
  expect(parts.lines.join()).not.toContain(code)
})

test('an older visit can send the code of a second factor again after a newer one has replaced it', async () => {
  const { headers, phone, member_id, verify } = await sent()
  const newer = await parts.challenge('SECOND_FACTOR', { member_id, phone })
  parts.pass(61)
  expect((await call('POST', `${sms}/issue/sms`, newer.headers, {})).status).toBe(200)
  parts.pass(61)
  expect(await call('POST', `${sms}/reissue/sms`, headers, {})).toMatchObject({ status: 200 })
  expect((await verify(await codeFor(phone))).status).toBe(200)
})

test.each([
  ['as it came', { purpose: 'SECOND_FACTOR' }, 200],
  ['changed', { purpose: 'ADMIN' }, 400],
  ['and something else', { purpose: 'SECOND_FACTOR', other: 'x' }, 400],
  ['and a phone', { purpose: 'SECOND_FACTOR', phone_number: '01099998888', nation_tel_no: '82' }, 400],
  ['with a name that every object has', { constructor: 'x' }, 400],
])('two-factor: what the step adds, %s', async (_, body, status) => {
  const phone = newPhone()
  const challenge = await parts.challenge('SECOND_FACTOR', { member_id: await parts.member(phone), phone })
  expect((await call('POST', `${sms}/issue/sms`, challenge.headers, body)).status).toBe(status)
})

test.each(['issue/sms', 'reissue/sms', 'refresh/sms', 'verify/sms', 'verify/mobile', 'issue/email', 'verify/email'])(
  '%s: no token, an unknown one, an old one and another browser are all 401',
  async (path) => {
    const phone = newPhone()
    const mine = await parts.challenge('SECOND_FACTOR', { phone })
    const theirs = await parts.challenge('SECOND_FACTOR', { phone })
    const body = path.startsWith('verify') ? { verify_code: '123456' } : {}
    const ask = (headers: Record<string, string>) => call('POST', `${sms}/${path}`, headers, body)
    const answers = [
      await ask({ cookie: mine.headers.cookie }),
      await ask({ ...mine.headers, 'x-authenticator': `Token ${'x'.repeat(43)}` }),
      await ask({ ...mine.headers, 'x-authenticator': mine.auth_token }),
      await ask({ ...mine.headers, cookie: theirs.headers.cookie }),
      await call('POST', `${sms}/${path}?auth_token=${mine.auth_token}`, { cookie: mine.headers.cookie }, body),
    ]
    parts.pass(601)
    answers.push(await ask(mine.headers))
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401, 401])
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  },
)

test('4518 for a wrong code; the fifth try is the last (4546), and then the right code is refused too', async () => {
  const { code, verify } = await sent()
  const details: unknown[] = []
  for (let i = 0; i < 5; i += 1) details.push((await verify(otherThan(code))).body)
  expect(details.map((body) => (body as { detail_code: number }).detail_code)).toEqual([4518, 4518, 4518, 4518, 4546])
  expect((await verify(code)).body).toMatchObject({ detail_code: 4546 })
})

test('4051 after 180 seconds, for a used code, and when none was sent', async () => {
  const old = await sent()
  parts.pass(180)
  expect((await old.verify(old.code)).body).toMatchObject({ detail_code: 4051 })
  const used = await sent()
  expect((await used.verify(used.code)).status).toBe(200)
  parts.pass(180)
  expect((await used.verify(used.code)).body).toMatchObject({ detail_code: 4051 })
  const none = await parts.challenge('SECOND_FACTOR', { phone: newPhone() })
  const reply = await call('POST', `${sms}/verify/mobile`, none.headers, { verify_code: '123456' })
  expect(reply.body).toMatchObject({ detail_code: 4051 })
})

test('the right code succeeds once when it comes twenty times at once', async () => {
  const { code, verify } = await sent()
  const replies = await Promise.all(Array.from({ length: 20 }, () => verify(code)))
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  // None of the others says that the code is dead, and later it gets the same proof.
  expect(replies.filter(({ body }) => (body as { detail_code?: number }).detail_code === 4051)).toEqual([])
  parts.pass(1)
  expect((await verify(code)).status).toBe(200)
})

/** A right code whose answer was lost on its way: the server has taken it, the browser does not know. */
async function lost() {
  const challenge = await sent()
  const proof = auth_code(await challenge.verify(challenge.code))
  parts.pass(1)
  const { purpose, transaction_id, member_id } = challenge
  const spend = () => consumeProof(parts.ctx, proof, { purpose, transaction_id, member_id })
  return { ...challenge, proof, spend }
}
/** Guesses that count: those of the last hour. */
const guesses = () =>
  parts.ctx.db.selectFrom('code_guesses').selectAll().where('at', '>', secondsFrom(parts.ctx.now(), -3600)).execute()
const proofsOf = (transaction_id: string) =>
  parts.ctx.db.selectFrom('proofs').selectAll().where('transaction_id', '=', transaction_id).execute()

describe('the right code again, because its answer was lost', () => {
  test('gives the same proof, however often, which still counts once', async () => {
    const { code, verify, proof, spend, transaction_id } = await lost()
    for (let i = 0; i < 6; i += 1) expect(auth_code(await verify(code))).toBe(proof)
    expect(await proofsOf(transaction_id)).toHaveLength(1)
    expect(await guesses()).toEqual([])
    expect(await spend()).not.toBeNull()
    expect(await spend()).toBeNull()
  })

  test('is refused once its proof was used', async () => {
    const { code, verify, spend } = await lost()
    await spend()
    expect(await verify(code)).toMatchObject({ status: 400, body: { detail_code: 4051 } })
  })

  test('is refused once the code is too old, or another one was sent', async () => {
    const old = await lost()
    parts.pass(179)
    expect((await old.verify(old.code)).body).toMatchObject({ detail_code: 4051 })
    const renewed = await lost()
    parts.pass(61)
    expect((await call('POST', `${sms}/reissue/sms`, renewed.headers, {})).status).toBe(200)
    expect((await renewed.verify(renewed.code)).body).toMatchObject({ detail_code: 4518 })
    expect((await renewed.verify(await codeFor(renewed.phone))).status).toBe(200)
  })

  test('is refused in another browser, with another token, or for another visit', async () => {
    const mine = await lost()
    const theirs = await parts.challenge('SECOND_FACTOR', { phone: newPhone() })
    await call('POST', `${sms}/issue/sms`, theirs.headers, {})
    const ask = (headers: Record<string, string>) =>
      call('POST', `${sms}/verify/mobile`, headers, { verify_code: mine.code })
    expect((await ask({ ...mine.headers, cookie: theirs.headers.cookie })).status).toBe(401)
    expect((await ask({ ...theirs.headers, cookie: mine.headers.cookie })).status).toBe(401)
    expect((await ask(theirs.headers)).body).toMatchObject({ detail_code: 4518 })
    expect(await proofsOf(theirs.transaction_id)).toEqual([])
    expect(await proofsOf(mine.transaction_id)).toHaveLength(1)
  })

  test('a wrong code after it gets nothing, and has no more tries than before', async () => {
    const { code, verify, proof } = await lost()
    const details = []
    for (let i = 0; i < 5; i += 1)
      details.push(((await verify(otherThan(code))).body as { detail_code: number }).detail_code)
    expect(details).toEqual([4518, 4518, 4518, 4518, 4546])
    const reply = await verify(code)
    expect(reply).toMatchObject({ status: 400, body: { detail_code: 4546 } })
    expect(JSON.stringify(reply.body)).not.toContain(proof)
  })

  test('is refused if the visit has ended, or a password change has used the proof', async () => {
    const ended = await lost()
    await parts.ctx.db
      .updateTable('transactions')
      .set({ finished_at: parts.ctx.now() })
      .where('id', '=', ended.transaction_id)
      .execute()
    expect((await ended.verify(ended.code)).status).toBe(401)
    const taken = await lost()
    await parts.ctx.db.deleteFrom('proofs').where('transaction_id', '=', taken.transaction_id).execute()
    expect((await taken.verify(taken.code)).body).toMatchObject({ detail_code: 4051 })
  })
})

test('fifty wrong codes at once: at most five are compared', async () => {
  const { code, verify } = await sent()
  const replies = await Promise.all(Array.from({ length: 50 }, () => verify(otherThan(code))))
  const taken = replies.filter((reply) => (reply.body as { detail_code: number }).detail_code === 4518)
  expect(taken).toHaveLength(4)
  expect(await guesses()).toHaveLength(5)
})

test('a resend is a new code, ends the old one, and gives no more than ten guesses an hour', async () => {
  const { code, verify, headers, phone } = await sent()
  const wrong = () => verify('000000' === code ? '999999' : '000000')
  for (let i = 0; i < 5; i += 1) await wrong()
  parts.pass(61)
  expect((await call('POST', `${sms}/reissue/sms`, headers, {})).status).toBe(200)
  const second = await codeFor(phone)
  expect(second).not.toBe(code)
  expect((await verify(code)).body).toMatchObject({ detail_code: 4518 })
  for (let i = 0; i < 4; i += 1) await wrong()
  parts.pass(61)
  // No code could be entered, so none is sent, and both answers say for how long.
  const last = await verify('000000')
  expect(last).toMatchObject({ status: 400, body: { detail_code: 4546 } })
  const closed = await call('POST', `${sms}/reissue/sms`, headers, {})
  expect(closed).toMatchObject({ status: 429, body: { detail_code: 4546 } })
  expect(await codeFor(phone)).toBe(second)
  expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect(last.headers.get('retry-after')).toBe(closed.headers.get('retry-after'))
  parts.pass(3600)
  expect(
    (await call('POST', `${sms}/reissue/sms`, (await parts.challenge('SECOND_FACTOR', { phone })).headers, {})).status,
  ).toBe(200)
})

test('refresh gives the same code its time again and sends nothing; ten minutes are the end', async () => {
  const { code, verify, headers, phone, transaction_id } = await sent()
  const refresh = () => call('POST', `${sms}/refresh/sms`, headers, {})
  parts.pass(100)
  expect((await refresh()).body).toEqual({ data: { expires_in: 180, extendable: true } })
  expect(await messages(parts.ctx, phone)).toHaveLength(1)
  // The challenge and its transaction end after ten minutes as well: here they are given longer, so that the code's own cap shows.
  const later = new Date(parts.ctx.now().getTime() + 3_600_000)
  await parts.ctx.db
    .updateTable('challenges')
    .set({ expires_at: later })
    .where('transaction_id', '=', transaction_id)
    .execute()
  await parts.ctx.db.updateTable('transactions').set({ expires_at: later }).where('id', '=', transaction_id).execute()
  for (let i = 0; i < 3; i += 1) {
    parts.pass(150)
    await refresh()
  }
  parts.pass(49)
  expect((await refresh()).body).toEqual({ data: { expires_in: 1, extendable: true } })
  parts.pass(1)
  expect((await refresh()).body).toMatchObject({ detail_code: 4051 })
  expect((await verify(code)).body).toMatchObject({ detail_code: 4051 })
})

test('refresh gives no more time to a code that was entered', async () => {
  const { code, verify, headers } = await sent()
  const proof = auth_code(await verify(code))
  parts.pass(1)
  const refresh = () => call('POST', `${sms}/refresh/sms`, headers, {})
  expect((await refresh()).body).toMatchObject({ detail_code: 4051 })
  expect(auth_code(await verify(code))).toBe(proof)
})

test('one send a minute and five an hour to one number, however it is written, and three for one network', async () => {
  parts.pass(3601)
  const { headers } = await parts.challenge('JOIN')
  const issueFrom = (address: string) => (phone_number: string) =>
    caller(serviceRoutes(parts.ctx), address)('POST', `${sms}/issue/sms`, headers, {
      phone_number,
      nation_tel_no: '82',
    })
  const issue = issueFrom('203.0.113.1')
  expect((await issue('01077770001')).status).toBe(200)
  parts.pass(20)
  const soon = await issueFrom('203.0.113.2')('821077770001')
  expect(soon).toMatchObject({ status: 429, body: { detail_code: 4519 } })
  expect(soon.headers.get('retry-after')).toBe('40')
  for (let i = 0; i < 2; i += 1) {
    parts.pass(61)
    expect((await issue('1077770001')).status).toBe(200)
  }
  parts.pass(61)
  expect((await issue('01077770001')).status).toBe(429)
  for (let i = 0; i < 2; i += 1) {
    parts.pass(61)
    expect((await issueFrom('203.0.114.2')('01077770001')).status).toBe(200)
  }
  parts.pass(61)
  const full = await issueFrom('203.0.115.3')('01077770001')
  expect(full.status).toBe(429)
  expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(3000)
})

test('ten sends a day to one number, from wherever they are asked for', async () => {
  parts.pass(24 * 3600)
  const statuses: number[] = []
  for (let sent = 0; sent < 11; sent += 1) {
    parts.pass(1800)
    const { headers } = await parts.challenge('JOIN')
    const issue = caller(serviceRoutes(parts.ctx), `198.${sent}.100.1`)
    const spelled = sent % 2 === 0 ? '01077770009' : '821077770009'
    const body = { phone_number: spelled, nation_tel_no: '82' }
    statuses.push((await issue('POST', `${sms}/issue/sms`, headers, body)).status)
  }
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
})

test('twenty sends an hour from one address', async () => {
  parts.pass(3601)
  const { headers } = await parts.challenge('JOIN')
  const statuses = []
  for (let i = 0; i < 21; i += 1) {
    const phone_number = newPhone().slice(3)
    statuses.push((await call('POST', `${sms}/issue/sms`, headers, { phone_number, nation_tel_no: '82' })).status)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.at(-1)).toBe(429)
})

const KOREA = { nation_tel_no: '82' }
test.each<[string, string, object, field?: string]>([
  ['another country', 'sms', { phone_number: '7911123456', nation_tel_no: '44' }],
  ['no number', 'sms', {}],
  ['an unknown key', 'sms', { phone_number: '01012345678', ...KOREA, purpose: 'ADMIN' }],
  ['a list', 'sms', { phone_number: ['01012345678'], ...KOREA }],
  ['nine digits', 'sms', { phone_number: '010123456' }, 'phone_number'],
  ['a landline', 'sms', { phone_number: '0212345678', ...KOREA }, 'phone_number'],
  ['more than twenty digits', 'sms', { phone_number: '0'.repeat(21) }, 'phone_number'],
  ['an address without a domain', 'email', { email: 'hana@' }, 'email'],
])('issue: %s is refused, and a field that cannot be right is named', async (_, channel, body, field) => {
  const { headers } = await parts.challenge('JOIN')
  const reply = await call('POST', `${sms}/issue/${channel}`, headers, body)
  expect(reply).toMatchObject({ status: 400, body: field === undefined ? {} : { data: { field } } })
})

test('the codes to any number that a country gets use up nothing of those to members', async () => {
  parts.pass(3601)
  const ctx = {
    ...parts.ctx,
    settings: { ...parts.ctx.settings, limits: { ...defaultLimits, sends_per_country_hour: 48 } },
  }
  // An address where no code has been entered.
  const ask = caller(serviceRoutes(ctx), '192.0.2.50')
  const issue = async (purpose: Purpose, times: number) => {
    const statuses = []
    for (let i = 0; i < times; i += 1) {
      const phone = newPhone()
      const isOpen = purpose === 'JOIN' || purpose === 'SEARCH_IDS'
      const { headers } = await parts.challenge(purpose, isOpen ? {} : { member_id: await parts.member(phone), phone })
      const body = isOpen ? { phone_number: phone.slice(3), nation_tel_no: '82' } : {}
      statuses.push((await ask('POST', `${sms}/issue/sms`, headers, body)).status)
    }
    return statuses
  }
  // Strangers have two of the 48 in five minutes.
  expect([...(await issue('JOIN', 1)), ...(await issue('SEARCH_IDS', 2))]).toEqual([200, 200, 429])
  expect(await issue('SEARCH_PWD', 3)).toEqual([200, 200, 429])
  expect([...(await issue('ADMIN', 1)), ...(await issue('SECOND_FACTOR', 2))]).toEqual([200, 200, 200])
})

test.each([
  ['its try is counted', 1],
  ['its proof is made', 2],
])('a code that is replaced before %s has expired', async (_, at) => {
  const { code, auth_token } = await sent()
  const challenge = await findChallenge(parts.ctx, auth_token)
  if (!challenge) throw new Error('no challenge')
  const { db } = parts.ctx
  const replace = () => db.deleteFrom('one_time_codes').where('challenge_id', '=', challenge.token_hash).execute()
  let begun = 0
  const transaction = () => {
    begun += 1
    const isNow = begun === at
    return {
      async execute<T>(work: (trx: Transaction<Schema>) => Promise<T>) {
        if (isNow) await replace()
        return db.transaction().execute(work)
      },
    }
  }
  const watched = new Proxy(db, {
    get(target, key) {
      if (key === 'transaction') return transaction
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  const here = { ip: '127.0.0.1', isKnown: false, isTrusted: false }
  await expect(checkCode({ ...parts.ctx, db: watched }, challenge, 'sms', code, here)).rejects.toMatchObject({
    body: { detail_code: 4051 },
  })
})

test('a proof serves its own transaction and member, once', async () => {
  const { verify, code, transaction_id, member_id, phone } = await sent()
  const proof = auth_code(await verify(code))
  const own = { purpose: 'SECOND_FACTOR', transaction_id, member_id } as const
  const use = (bound: Parameters<typeof consumeProof>[2], given = proof) => consumeProof(parts.ctx, given, bound)
  const stranger = await parts.member(newPhone())
  expect(await use({ ...own, transaction_id: 'another' })).toBeNull()
  expect(await use({ ...own, member_id: stranger })).toBeNull()
  expect(await use({ ...own, member_id: null })).toBeNull()
  expect(await use(own, 'x'.repeat(43))).toBeNull()
  const uses = await Promise.all(Array.from({ length: 20 }, () => use(own)))
  expect(uses.filter(Boolean)).toEqual([{ phone, email: null, member_id }])
})

const PURPOSES = ['SECOND_FACTOR', 'ADMIN', 'SEARCH_IDS', 'SEARCH_PWD', 'JOIN'] as const

test.each(PURPOSES.flatMap((made) => PURPOSES.map((used) => [made, used] as const)))(
  'a proof that was made for %s, used for %s',
  async (made, used) => {
    const phone = newPhone()
    const member_id = made === 'JOIN' || made === 'SEARCH_IDS' ? null : await parts.member(phone)
    const { transaction_id, auth_token } = await parts.challenge(made, member_id ? { member_id, phone } : {})
    const challenge = await findChallenge(parts.ctx, auth_token)
    if (!challenge) throw new Error('no challenge')
    const proof = await issueProof(parts.ctx, challenge, randomUUID(), { phone, email: null })
    const use = consumeProof(parts.ctx, proof, { purpose: used, transaction_id, member_id })
    expect(await use).toEqual(made === used ? { phone, email: null, member_id } : null)
  },
)

test.each(PURPOSES)('a reset accepts a proof that was made for %s only if that is a search for IDs', async (made) => {
  const phone = newPhone()
  const id = await parts.member(phone)
  const { transaction_id, auth_token } = await parts.challenge(made)
  const challenge = await findChallenge(parts.ctx, auth_token)
  if (!challenge) throw new Error('no challenge')
  const proof = await issueProof(parts.ctx, challenge, randomUUID(), { phone, email: null })
  await recordFound(parts.ctx, proof, [id])
  const use = consumeSearchProof(parts.ctx, proof, transaction_id, { id, phone })
  expect(await use).toEqual(made === 'SEARCH_IDS' ? { phone, email: null, member_id: null } : null)
})

test('a proof ends after ten minutes', async () => {
  const { spend } = await lost()
  parts.pass(599)
  expect(await spend()).toBeNull()
})

test('a shutdown waits for the code of a recovery, which leaves after its answer', async () => {
  parts.pass(3601)
  const phone = newPhone()
  const { headers } = await parts.challenge('SEARCH_PWD', { member_id: await parts.member(phone), phone })
  expect((await call('POST', `${sms}/issue/sms`, headers, {})).status).toBe(200)
  await parts.ctx.background.settle()
  expect(await messages(parts.ctx, phone)).toHaveLength(1)
})

test('e-mail: a code lives ten minutes, half an hour with more time, and its challenge and visit with it', async () => {
  parts.pass(3601)
  const member_id = await parts.member(newPhone())
  const to = { member_id, email: 'late@mail.test' }
  const { headers, transaction_id } = await parts.challenge('SEARCH_PWD', to)
  const ask = (path: string, body: object = {}) => call('POST', `${sms}/${path}`, headers, body)
  expect((await ask('issue/email')).body).toEqual({ data: { expires_in: 600, extendable: true } })
  // The mail of a recovery leaves after the answer, and not at all when its code has ended.
  const mail = () => messages(parts.ctx, to.email)
  await expect.poll(mail).toHaveLength(1)
  for (let extended = 0; extended < 2; extended += 1) {
    parts.pass(599)
    expect((await ask('refresh/email')).body).toEqual({ data: { expires_in: 600, extendable: true } })
  }
  parts.pass(599)
  expect((await ask('refresh/email')).body).toEqual({ data: { expires_in: 3, extendable: true } })
  const verify_code = /\d{6}/.exec((await mail())[0]?.text ?? '')?.[0]
  const proof = auth_code(await ask('verify/email', { verify_code }))
  parts.pass(599)
  expect(await consumeProof(parts.ctx, proof, { purpose: 'SEARCH_PWD', transaction_id, member_id })).not.toBeNull()
})

test('e-mail: a code ends with the visit, which lives no longer than a join', async () => {
  parts.pass(3601)
  const { headers, transaction_id } = await parts.challenge('JOIN')
  const almost = new Date(parts.ctx.now().getTime() - (50 * 60 - 100) * 1000)
  await parts.ctx.db.updateTable('transactions').set({ created_at: almost }).where('id', '=', transaction_id).execute()
  const issued = await call('POST', `${sms}/issue/email`, headers, { email: 'last@mail.test' })
  expect(issued.body).toEqual({ data: { expires_in: 100, extendable: true } })
})

test('a message has the language of the call', async () => {
  parts.pass(3601)
  const phone = newPhone()
  const { headers } = await parts.challenge('SECOND_FACTOR', { member_id: await parts.member(phone), phone })
  await call('POST', `${sms}/issue/sms`, { ...headers, 'accept-language': 'ja' }, {})
  expect((await messages(parts.ctx, phone))[0]?.text).toMatch(/^\[Daemun\] 認証コードは \d{6} です。3分以内に/)
})

test('e-mail: the code goes over SMTP to the outbox and proves the address', async () => {
  parts.pass(3601)
  const { headers, transaction_id } = await parts.challenge('JOIN')
  const issued = await call('POST', `${sms}/issue/email`, headers, { email: 'New.Member@Mail.test' })
  expect(issued.body).toEqual({ data: { expires_in: 600, extendable: true } })
  const [mail] = await messages(parts.ctx, 'new.member@mail.test')
  expect(mail?.text).toContain('이메일 인증번호')
  const verify_code = /\d{6}/.exec(mail?.text ?? '')?.[0]
  const verified = await call('POST', `${sms}/verify/email`, headers, { verify_code })
  const used = await consumeProof(parts.ctx, auth_code(verified), { purpose: 'JOIN', transaction_id })
  expect(used).toEqual({ phone: null, email: 'new.member@mail.test', member_id: null })
})

const GROUPS = [
  ['GENDER_GRP', 'JOBGROUP', 'PARTNER_COM_GRP', 'SOCIAL_COM_GRP', 'SK_COM_GRP', 'JOB_TYP_GRP', 'JOB_LEV_GRP'],
  ['FAM_REL_GRP', 'FAM_JOB_GRP', 'SCH_GRP', 'SCH_CURS_GRP', 'SCH_GRAD_GRP'],
  ['NATIONAL_TEL_GRP', 'NATIONAL_CD_SK_GRP', 'NATIONAL_CD_GEN_GRP'],
]
test.each(GROUPS.flat())('code group %s: several rows, each once, in three languages', async (group) => {
  const { status, body } = await call('GET', `/public/member/v1/codegroups/${group}/codes`)
  expect(status).toBe(200)
  const { data } = body as { data: Record<string, string>[] }
  expect(data.length).toBeGreaterThan(1)
  for (const { code_name, code_name_en, code_name_cn, code_name_ja } of data)
    expect([code_name, code_name_en, code_name_cn, code_name_ja].every(Boolean)).toBe(true)
  expect(new Set(data.map(({ code, code_name }) => `${code} ${code_name}`)).size).toBe(data.length)
})

test('five relationships, of which the last three share one code; the last is the other one', async () => {
  const { body } = await call('GET', '/public/member/v1/codegroups/FAM_REL_GRP/codes')
  const { data } = body as { data: { code: string; code_add?: string }[] }
  expect(data.map(({ code, code_add }) => [code, code_add])).toEqual([
    ['00', undefined],
    ['01', undefined],
    ['02', undefined],
    ['02', undefined],
    ['02', 'FAM_REL_ETC'],
  ])
})

test('an unknown code group is 404', async () => {
  expect((await call('GET', '/public/member/v1/codegroups/toString/codes')).status).toBe(404)
})

test('the five calling codes, in the order of the spec', async () => {
  const { body } = await call('GET', '/public/member/v1/codegroups/NATIONAL_TEL_GRP/codes')
  const codes = (body as { data: { code_add: string }[] }).data.map((code) => code.code_add)
  expect(codes).toEqual(['82', '1', '86', '81', '256'])
})

test('one code comes with what lies below it', async () => {
  const { body } = await call('GET', '/public/member/v1/codes/JG06')
  expect(body).toMatchObject({
    data: { code_name_en: 'Software engineering', children: [{ parent: 'JG06' }, {}, {}, {}, {}] },
  })
  expect((await call('GET', '/public/member/v1/codes/nothing')).status).toBe(404)
})

test.each([
  ['mailinator.com', false],
  ['MAILINATOR.com.', false],
  ['sub.mailinator.com', false],
  ['notmailinator.com', true],
  ['company.co.kr', true],
])('denied domains: %s → verified %s', async (domain, verified) => {
  const { body } = await call('GET', `/public/member/v1/codegroups/DENIED_DOMAIN/verified?domain=${domain}`)
  expect(body).toEqual({ data: { verified } })
})

test('terms links lead to pages that can be read, in the language asked for', async () => {
  const names = JSON.stringify({ KR: '약관', EN: 'Terms', CN: '条款' })
  const url = (version: number, language: string) =>
    `http://localhost:34001/terms/SERVICE?language=${language}&v=${version}`
  for (const version of [1, 2])
    await parts.ctx.db
      .insertInto('terms_versions')
      .values({
        owner: 'suni',
        terms_code: 'SERVICE',
        version,
        audience: 'GEN',
        required: true,
        position: 1,
        names,
        urls: JSON.stringify({ KR: url(version, 'KR'), EN: url(version, 'EN'), CN: url(version, 'CN') }),
        effective_at: parts.ctx.now(),
      })
      .execute()
  const { body } = await call('GET', '/common/terms/v1/rps/suni?origin=true&language=EN')
  expect(body).toEqual({ data: [{ terms_code: 'SERVICE', url: url(2, 'EN'), name: 'Terms' }] })
  expect((await call('GET', '/common/terms/v1/rps/nobody?origin=true&language=EN')).status).toBe(404)
  expect((await call('GET', '/common/terms/v1/rps/suni?language=XX')).status).toBe(400)
  for (const [language, title] of [
    ['KR', '서비스 이용약관'],
    ['EN', 'Terms of service'],
    ['CN', '服务条款'],
  ]) {
    const page = await call('GET', `/terms/SERVICE?language=${language}`)
    expect(page.body).toContain(`<h1>${title}</h1>`)
    expect(page.headers.get('content-security-policy')).toContain(`default-src 'none'`)
  }
  expect((await call('GET', '/terms/SK_PRIVACY?language=KR')).body).toContain('그룹 구성원용')
  expect((await call('GET', '/terms/__proto__?language=KR')).status).toBe(404)
})
