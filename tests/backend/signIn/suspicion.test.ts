// Security A5: lists of passwords are tried from many networks, once at each ID. No limit of one network or one ID sees that.
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rememberBrowser } from '../../../backend/domain/signIn/knownBrowsers.ts'
import { startHashing, type Hashing } from '../../../backend/domain/passwords/hashing.ts'
import { demandFor, demandOf, noteWrong } from '../../../backend/domain/signIn/suspicion.ts'
import { verifyPassword } from '../../../backend/domain/signIn/verifyPassword.ts'
import { Refused } from '../../../backend/domain/refusal.ts'
import { WorkAsked } from '../../../contract/shapes/work.ts'
import { Browser, data, seal, type Reply } from '../browser.ts'
import { isComplete } from '../../support/someOf.ts'
import { sharedBackend, sharedParts } from '../shared.ts'
import { copyOf, partner, type Member } from '../start.ts'

const DAY = 86_400
const MANY = 100_000
/** How many networks try one password each. */
const NETWORKS = isComplete ? 10_000 : 400
const networkAt = (at: number) => `${20 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}.1`

describe('the demand', () => {
  test.each([
    [0, 0, { kind: 'nothing' }],
    [0.9, 0.4, { kind: 'nothing' }],
    [0, 0.5, { kind: 'delay', ms: 1000 }],
    [1, 0, { kind: 'work', rounds: 150 }],
    [2, 0.5, { kind: 'work', rounds: 300 }],
    [1, 3, { kind: 'work', rounds: 600 }],
    [100, 0, { kind: 'work', rounds: 1200 }],
    [0, 4, { kind: 'refusal', seconds: 1 }],
    [0, 4.25, { kind: 'refusal', seconds: 900 }],
  ])('with a score of %d for everybody and %d for the network it is %j', (shared, network, demand) =>
    expect(demandFor({ shared, network })).toEqual(demand),
  )
})

describe('a list of passwords', () => {
  let hashing: Hashing
  const parts = sharedParts()
  beforeAll(async () => {
    hashing = await startHashing({
      ...parts.ctx.settings.limits,
      hash_memory: 1024,
      hash_passes: 1,
      hashes_waiting: 100,
    })
  })
  beforeEach(() => parts.pass(DAY))

  const attempt = (ip: string, login_id: string, device?: string) => {
    const password = seal('not the password', parts.ctx.keys.sealing)
    // Each attempt is a visit of its own.
    const given = { login_id, password, transaction_id: `visit ${login_id}`, client_id: 'service-a', ip, device }
    return verifyPassword(parts.ctx, hashing, given).then(
      () => 200,
      (error: unknown) => (error instanceof Refused ? error.status : Promise.reject(error)),
    )
  }

  test('from many networks, each at another ID, is compared a hundred times at most, and a known browser notices nothing', async () => {
    const member_id = await parts.member('+821030000001')
    const login_id = `${member_id}@demo.test`
    const password_hash = await hashing.make('the password')
    await parts.ctx.db.updateTable('members').set({ password_hash }).where('id', '=', member_id).execute()
    const device = await rememberBrowser(parts.ctx, undefined, member_id)
    const statuses: number[] = []
    const worker = async (first: number) => {
      for (let at = first; at < NETWORKS; at += 4) statuses.push(await attempt(networkAt(at), `id-${at}@demo.test`))
    }
    await Promise.all([0, 1, 2, 3].map(worker))
    expect(statuses).toHaveLength(NETWORKS)
    expect(statuses.filter((status) => status !== 428).length).toBeLessThanOrEqual(100)
    // The password of this attempt is wrong as well, but it is compared.
    expect(await attempt('198.51.100.7', login_id, device)).toBe(400)
    expect(await attempt('198.51.100.7', login_id)).toBe(428)
  }, 600_000)

  test('an hour takes away what it allows', async () => {
    for (let at = 0; at < 60; at += 1) await noteWrong(parts.ctx, networkAt(at))
    expect(await demandOf(parts.ctx, '198.51.100.7')).toMatchObject({ kind: 'work' })
    parts.pass(3600)
    expect(await demandOf(parts.ctx, '198.51.100.7')).toEqual({ kind: 'nothing' })
  })

  test('is none for a clock that is set back by hours: nobody is asked for anything', async () => {
    for (let at = 0; at < 60; at += 1) await noteWrong(parts.ctx, networkAt(at))
    parts.pass(-6 * 3600)
    expect(await demandOf(parts.ctx, networkAt(1))).toEqual({ kind: 'nothing' })
    await noteWrong(parts.ctx, networkAt(1))
    expect(await demandOf(parts.ctx, networkAt(1))).toEqual({ kind: 'nothing' })
  })

  test('a network with many wrong passwords waits, solves puzzles and is refused for minutes; its neighbours are not', async () => {
    const kinds: string[] = []
    for (let at = 0; at < 45; at += 1) {
      kinds.push((await demandOf(parts.ctx, '203.0.113.9')).kind)
      await noteWrong(parts.ctx, '203.0.113.9')
      parts.pass(1)
    }
    expect([...new Set(kinds)]).toEqual(['nothing', 'delay', 'work', 'refusal'])
    const demand = await demandOf(parts.ctx, '203.0.113.9')
    expect(demand).toMatchObject({ kind: 'refusal' })
    expect(demand.kind === 'refusal' && demand.seconds).toBeLessThanOrEqual(1800)
    parts.pass(1800)
    expect((await demandOf(parts.ctx, '203.0.113.9')).kind).toBe('work')
    expect((await demandOf(parts.ctx, '203.0.113.10')).kind).toBe('nothing')
  })

  test('wrong passwords of many homes cause a puzzle for the others of their provider, and no refusal', async () => {
    const { limits } = parts.ctx.settings
    // A tenth of an hour's passwords, from a tenth of the homes.
    const settings = { ...parts.ctx.settings, limits: { ...limits, wrong_passwords_per_hour: MANY } }
    settings.limits.wrong_passwords_per_network_hour /= 10
    const ctx = { ...parts.ctx, settings }
    for (let at = 0; at < 300; at += 1) await noteWrong(ctx, `2001:db8:${at.toString(16)}:1::1`)
    expect((await demandOf(ctx, '2001:db8:ffff:1::1')).kind).toBe('work')
  })

  test('all 256 networks of a /56 together count as two', async () => {
    for (let at = 0; at < 40; at += 1) await noteWrong(parts.ctx, `2001:db8:1:2${at.toString(16).padStart(2, '0')}::1`)
    expect((await demandOf(parts.ctx, '2001:db8:1:2ff::1')).kind).toBe('work')
  })
})

describe('a browser that is asked for work', () => {
  let member: Member
  const backend = sharedBackend({ limits: { wrong_passwords_per_hour: 1, wrong_passwords_per_network_hour: 1000 } })
  beforeEach(async () => {
    await backend.ctx.db.deleteFrom('wrong_passwords').execute()
    await noteWrong(backend.ctx, '198.51.100.7')
    await noteWrong(backend.ctx, '198.51.100.8')
    member = await copyOf(backend, 'member')
  })

  async function arrive() {
    const browser = new Browser(backend.url)
    const entry = await browser.go((await (await partner(backend)).begin()).url)
    const welcome = await browser.get(`/v1/init/login${entry.search}`)
    const press = (proof_of_work?: string, { login_id, password } = member) =>
      browser.post('/v1/verify/pwd', {
        login_id,
        password: seal(password, data(welcome)),
        stay_session: false,
        ...(proof_of_work !== undefined && { proof_of_work }),
      })
    return { press }
  }
  const encoded = (proof: unknown) => Buffer.from(JSON.stringify(proof)).toString('base64')
  const challengeOf = (reply: Reply) => WorkAsked.parse(reply.body).data.challenge
  type Challenge = ReturnType<typeof challengeOf>
  const solutionOf = (challenge: Challenge) => solveChallenge({ challenge, deriveKey })
  async function solved(reply: Reply) {
    const challenge = challengeOf(reply)
    return { challenge, solution: await solutionOf(challenge) }
  }

  test('signs in with the solution', async () => {
    const { press } = await arrive()
    const asked = await press()
    expect(asked).toMatchObject({ status: 428, body: { code: 'PROOF_OF_WORK' } })
    expect(await press(encoded(await solved(asked)))).toMatchObject({ status: 200 })
  })

  test('is asked again after a wrong password: a solution counts once', async () => {
    const { press } = await arrive()
    const proof = encoded(await solved(await press()))
    const wrong = { ...member, password: `${member.password}x` }
    expect(await press(proof, wrong)).toMatchObject({ status: 400, body: { detail_code: 4502 } })
    expect(await press(proof)).toMatchObject({ status: 428 })
  })

  test('cannot use the solution of another visit', async () => {
    const [one, other] = [await arrive(), await arrive()]
    const proof = encoded(await solved(await one.press()))
    expect(await other.press(proof)).toMatchObject({ status: 428 })
  })

  test('cannot make the puzzle easier, or invent a solution', async () => {
    const { press } = await arrive()
    // To solve a puzzle takes long, so only the forgeries that need a solution have one.
    const forged: ((challenge: Challenge) => unknown)[] = [
      async (challenge) => ({
        challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } },
        solution: await solutionOf(challenge),
      }),
      (challenge) => ({ challenge, solution: { counter: 1, derivedKey: '0'.repeat(64) } }),
      (challenge) => ({
        challenge,
        solution: { counter: 1, derivedKey: challenge.parameters.keyPrefix.padEnd(64, '0') },
      }),
      async (challenge) => ({ challenge: { ...challenge, signature: '00' }, solution: await solutionOf(challenge) }),
      () => null,
      () => ({}),
    ]
    for (const forge of forged) {
      const proof = await forge(challengeOf(await press()))
      expect(await press(encoded(proof))).toMatchObject({ status: 428 })
    }
    expect(await press(encoded({ x: await solved(await press()) }))).toMatchObject({ status: 428 })
    for (const text of ['', '!', 'null', '{}', 'e30=']) expect((await press(text)).status).not.toBe(200)
  })

  test('is asked alike for a known and an unknown ID', async () => {
    const { press } = await arrive()
    const shape = ({ status, body }: Reply) => {
      const { challenge } = WorkAsked.parse(body).data
      return [status, Object.keys(body as object), Object.keys(challenge.parameters)]
    }
    const unknown = { ...member, login_id: `nobody-${member.login_id}` }
    expect(shape(await press(undefined, unknown))).toEqual(shape(await press()))
  })
})
