// Security A7: each call answers an id that somebody has and one that nobody has with the same bytes, however many budgets are used up.
// That it does the same work for both, and so takes the same time: sameWay.test.ts.
import { describe, expect, test } from 'vitest'
import type { RunningBackend } from '../../../backend/main.ts'
import { Browser, data, seal, type Reply, visitIn } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { copyOf, partner } from '../start.ts'

const sms = '/authenticator/v1'

/** Everything that a caller sees of an answer. Random secrets keep their length, and the clock of the HTTP server is left out. */
function seen({ status, text, headers }: Reply): string {
  const random = (value: string) => value.replace(/[\w-]{43,}/g, (secret) => '#'.repeat(secret.length))
  const lines = [...headers].filter(([name]) => name !== 'date').map(([name, value]) => `${name}: ${random(value)}`)
  return [status, ...lines, random(text)].join('\n')
}

async function visit(browser: Browser, backend: RunningBackend) {
  const entry = await browser.go((await (await partner(backend)).begin()).url)
  return visitIn(entry)
}

/** Whose id is known, and what stands in an unknown one in its place. Nobody else may learn that somebody was invited. */
const OTHER = { member: 'mebody', 'not-accepted': 'not-expected' }
type Like = keyof typeof OTHER

describe.each(['member', 'not-accepted'] as const)(
  'the id of one like %s and an unknown one get the same bytes',
  (like) => {
    let now = Date.now()
    let networks = 0
    const backend = sharedBackend({ now: () => new Date(now), proxy_hops: 1, limits: { guesses_per_hour: 10 } })

    type Asking = {
      login_id: string
      /** Makes a call and keeps what the caller sees of its answer. */
      ask: (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Reply>
      /** Begins a recovery in a new visit. @returns the header of its token */
      begin: () => Promise<Record<string, string>>
    }

    /** The same calls for both ids, each from a network that has made no call yet, at the same times. */
    async function bothWays(
      work: (asking: Asking) => Promise<void>,
      from: Like,
    ): Promise<[known: string[], unknown: string[]]> {
      const { login_id: known } = await copyOf(backend, from)
      const began = now
      const answers: string[][] = []
      for (const login_id of [known, known.replace(from, OTHER[from])]) {
        now = began
        networks += 1
        const browser = new Browser(backend.url, { 'x-forwarded-for': `198.51.100.${networks}` })
        const heard: string[] = []
        const ask: Asking['ask'] = async (method, path, body, headers) => {
          const reply = await browser.call(method, path.replace('{id}', encodeURIComponent(login_id)), body, headers)
          heard.push(`${method} ${path} ${seen(reply)}`)
          return reply
        }
        const begin = async () => {
          await visit(browser, backend)
          const { auth_token } = data(await ask('POST', '/v1/init/search/pwd', { login_id }))
          return { 'x-authenticator': `Token ${String(auth_token)}` }
        }
        await visit(browser, backend)
        await work({ login_id, ask, begin })
        answers.push(heard)
      }
      return [answers[0] ?? [], answers[1] ?? []]
    }

    const guess = async ({ ask }: Asking, way: string, token: Record<string, string>, times: number) => {
      for (let time = 0; time < times; time += 1)
        await ask('POST', `${sms}/verify/${way}`, { verify_code: '000000' }, token)
    }
    const wrongPassword = async ({ ask, login_id }: Asking, times: number) => {
      for (let time = 0; time < times; time += 1) {
        const password = seal(`n0t-It!right${time}`, backend.ctx.keys.sealing)
        await ask('POST', '/v1/verify/pwd', { login_id, password, stay_session: false })
      }
    }
    const wrongProofs = async ({ ask, login_id }: Asking) => {
      for (const amr of ['SMS', 'EMAIL'])
        await ask('POST', '/v1/search/pwd', { login_id, credential: { auth_code: 'x'.repeat(43), amr } })
      await ask('GET', `/v1/profile/search/users?reset_token=${'x'.repeat(43)}`)
      const password = seal('nQ4!rX7wtz', backend.ctx.keys.sealing)
      await ask('PUT', '/v1/profile/search/password', { reset_token: 'x'.repeat(43), login_id, password })
    }

    test.each<[string, number, (asking: Asking) => Promise<void>]>([
      ['for wrong passwords, to the lock and past it', 7, (asking) => wrongPassword(asking, 7)],
      [
        'for every call of a recovery before a code was sent',
        12,
        async (asking) => {
          const token = await asking.begin()
          for (const path of ['reissue/sms', 'reissue/email', 'refresh/sms'])
            await asking.ask('POST', `${sms}/${path}`, {}, token)
          for (const way of ['sms', 'mobile', 'email']) await guess(asking, way, token, 1)
          await wrongProofs(asking)
          await asking.ask('GET', '/v1/challenge/join/{id}?type=general')
        },
      ],
      [
        'for every call of a recovery, to the last guess and past it',
        36,
        async (asking) => {
          const token = await asking.begin()
          for (const kind of ['sms', 'email']) {
            await asking.ask('POST', `${sms}/issue/${kind}`, {}, token)
            await asking.ask('POST', `${sms}/issue/${kind}`, {}, token)
            await asking.ask('POST', `${sms}/reissue/${kind}`, {}, token)
          }
          await asking.ask('POST', `${sms}/refresh/sms`, {}, token)
          for (const way of ['sms', 'mobile', 'email']) await guess(asking, way, token, 7)
          for (const path of ['refresh/sms', 'reissue/sms', 'issue/email'])
            await asking.ask('POST', `${sms}/${path}`, {}, token)
          await wrongProofs(asking)
          await wrongPassword(asking, 3)
        },
      ],
      [
        'for codes, to the last send of a day and past it',
        60,
        async (asking) => {
          for (let time = 0; time < 12; time += 1) {
            now += time === 6 ? 3_600_000 : 61_000
            const token = await asking.begin()
            for (const kind of ['sms', 'email']) await asking.ask('POST', `${sms}/issue/${kind}`, {}, token)
            await guess(asking, 'sms', token, 2)
          }
        },
      ],
      [
        'for a recovery after a join has used up the messages to the address',
        20,
        async (asking) => {
          for (let time = 0; time < 4; time += 1) {
            now += 61_000
            const { auth_token } = data(await asking.ask('GET', '/v1/challenge/join/{id}?type=general'))
            const token = { 'x-authenticator': `Token ${String(auth_token)}` }
            await asking.ask('POST', `${sms}/issue/email`, { email: asking.login_id }, token)
            await asking.ask('POST', `${sms}/verify/email`, { verify_code: '000000' }, token)
          }
          const token = await asking.begin()
          for (const kind of ['sms', 'email']) await asking.ask('POST', `${sms}/issue/${kind}`, {}, token)
          await guess(asking, 'email', token, 6)
        },
      ],
    ])('%s', async (_, least, work) => {
      const [known, unknown] = await bothWays(work, like)
      expect(known.length).toBeGreaterThanOrEqual(least)
      expect(unknown).toEqual(known)
    })
  },
)
