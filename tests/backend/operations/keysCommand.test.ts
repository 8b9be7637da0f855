// `npm run keys`: sign-ins go on at two instances while keys rotate, also in an emergency.
import * as client from 'openid-client'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { LOOK_SECONDS, OVERLAP_SECONDS, PUBLISHED_SECONDS } from '../../../backend/db/keyTimes.ts'
import { parseKeys, runKeys } from '../../../backend/commands/keysCommand.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { Browser } from '../browser.ts'
import { balancedInstances } from '../instances.ts'
import { copyOf, partner, type Member } from '../start.ts'

const headerOf = (token = '') =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }

async function linesOf({ ctx }: RunningBackend, ...args: string[]): Promise<string[]> {
  const lines: string[] = []
  for await (const line of runKeys(ctx, parseKeys(args, 'dana'))) lines.push(line)
  return lines
}

test.each([
  [['turn'], 'command: one of list, rotate, retire'],
  [['rotate', 'cookies'], 'signing, sealing or secrets'],
  [['retire'], 'retire takes the ID of a signing key, as list prints it'],
  [['list', 'x'], 'list does not take x'],
  [['rotate', '--now'], "Unknown option '--now'"],
])('the arguments %j are refused', (args, message) => expect(() => parseKeys(args, 'dana')).toThrow(message))

test.each([
  ['retire', '-gX', '--yes'],
  ['retire', '--yes', '--', '-gX'],
])('an ID that begins with a dash is an ID: %s %s %s', (...args) =>
  expect(parseKeys(args, 'dana')).toEqual({ command: 'retire', kid: '-gX', by: 'dana', isSure: true }),
)

const SERVER = process.env.TEST_DATABASE_URL

describe.skipIf(!SERVER)('two instances behind a load balancer', { timeout: 600_000 }, () => {
  const instances = balancedInstances()
  let front: RunningBackend
  let member: Member
  beforeEach(async () => {
    front = instances[0]
    member = await copyOf(front, 'member')
  })

  /** A service that checks signatures and keeps the keys that it has read, as libraries do. */
  const service = () => partner(front, 'service-a', [client.enableNonRepudiationChecks])

  /** Signs in, and lets so many seconds pass. @returns the key that signed the ID token */
  async function signInAfter(seconds: number, at: Awaited<ReturnType<typeof service>>): Promise<string> {
    vi.advanceTimersByTime(seconds * 1000)
    const browser = new Browser(front.url)
    const { url, tokens } = await at.begin()
    const entry = await browser.go(url)
    // Each look of the instances ends during a visit. Then both sign with the same key.
    for (const { ctx } of instances) await ctx.background.settle()
    const reply = await browser.signIn(entry, member)
    expect(reply.status).toBe(200)
    const { data } = reply.body as { data: { location: string } }
    return headerOf((await tokens(await browser.go(data.location))).id_token).kid
  }

  /** What each of the two instances publishes: the load balancer asks them in turn. */
  async function published(): Promise<string[][]> {
    const jwks = async () => (await (await fetch(`${front.url}/oidc/jwks`)).json()) as { keys: { kid: string }[] }
    return [await jwks(), await jwks()].map(({ keys }) => keys.map(({ kid }) => kid))
  }

  test('no sign-in notices that an operator rotates the keys', async () => {
    const at = await service()
    const before = await signInAfter(1, at)
    const lines = await linesOf(front, 'rotate')
    expect(lines.filter((line) => line.startsWith('signing'))).toEqual([
      expect.stringContaining(`signing ${before}: in use since`),
      expect.stringMatching(/^signing \S+: begins at /),
    ])
    await linesOf(front, 'rotate', 'sealing')
    const signers: string[] = []
    for (let passed = 0; passed <= 15 * 60; passed += 30) signers.push(await signInAfter(30, at))
    expect(signers[0]).toBe(before)
    expect(signers.at(-1)).not.toBe(before)
    expect(new Set(signers).size).toBe(2)
    for (const kids of await published()) expect(kids).toEqual([signers.at(-1), before])
  })

  test('in an emergency a key is gone after two minutes at both, and no sign-in is refused meanwhile', async () => {
    const at = await service()
    const stolen = await signInAfter(1, at)
    await expect(linesOf(front, 'retire', '--', stolen)).rejects.toThrow('add --yes')
    await expect(linesOf(front, 'retire', 'x', '--yes')).rejects.toThrow('no signing key has the ID x')
    await linesOf(front, 'retire', '--yes', '--', stolen)
    // A service that has just read the keys does not know the next one, and does not read them again within a minute.
    const later = await service()
    const signers: string[] = []
    for (let passed = 0; passed < PUBLISHED_SECONDS + LOOK_SECONDS; passed += LOOK_SECONDS)
      signers.push(await signInAfter(LOOK_SECONDS, at), await signInAfter(0, later))
    expect(signers[0]).toBe(stolen)
    expect(signers.at(-1)).not.toBe(stolen)
    for (let passed = 0; passed < OVERLAP_SECONDS + LOOK_SECONDS; passed += LOOK_SECONDS)
      expect(await signInAfter(LOOK_SECONDS, at)).toBe(signers.at(-1))
    await vi.waitFor(async () => expect(await published()).toEqual([[signers.at(-1)], [signers.at(-1)]]), {
      timeout: 30_000,
    })
    const events = await front.ctx.db
      .selectFrom('audit_events')
      .select(['event', 'fields'])
      .where('event', 'like', 'operator.key%')
      .execute()
    expect(events).toEqual([{ event: 'operator.key_retired', fields: { by: 'dana', kid: stolen } }])
  })
})
