// A hostile review of the account: calls that have found their session and act after it has ended, and calls that come at the same moment. A member as a call has
// read it stands for a call in progress. hostile.test.ts says what is where. Elsewhere: parallel changes of one factor (channels.test.ts,
// password.test.ts), races of sign-ups and sign-ins (database/).
import { describe, expect, test, vi } from 'vitest'
import { changeChannel, changeChannelFor } from '../../../backend/domain/account/changeChannel.ts'
import { leave, leavingOf } from '../../../backend/domain/account/leaving.ts'
import { setSecondFactor } from '../../../backend/domain/account/preferences.ts'
import { report } from '../../../backend/domain/account/report.ts'
import { createPasskey } from '../../../backend/domain/passkeys/createPasskey.ts'
import { removePasskey } from '../../../backend/domain/passkeys/removePasskey.ts'
import { visitOfChallenge } from '../../../backend/domain/account/accountVisit.ts'
import type { CreationOptions } from '../../../contract/shapes/passkeys.ts'
import { Authenticator } from '../../../conformance/authenticator.ts'
import { APP, Browser, data } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { copyOf, MANY_SENDS } from '../start.ts'
import { messagesTo } from '../inbox.ts'
import { wherever } from '../meanwhile.ts'
import { allowedBy, setPassword, type Channel } from '../resetting.ts'
import { accountAddress, accountMember, type AccountMember, newEmail, newPhone } from './member.ts'

const backend = sharedBackend({ limits: MANY_SENDS })

/** The session of a call in progress. */
async function sessionOf(me: AccountMember) {
  const member = await me.row()
  const rows = backend.ctx.db.selectFrom('oidc_payloads').select('payload').where('model', '=', 'Session')
  const session = (await rows.execute()).find(({ payload }) => payload.accountId === member.id)
  return { uid: String(session?.payload.uid), member, amr: ['pwd'], signed_in_at: new Date() }
}
const passkeysOf = async ({ id }: { id: string }) =>
  backend.ctx.db.selectFrom('passkeys').select('id').where('member_id', '=', id).execute()

/** Resets the password by both channels, in another browser. */
async function reset({ member: { login_id, phone } }: AccountMember) {
  const browser = new Browser(backend.url)
  await browser.go(await accountAddress(browser))
  const channels: Channel[] = [
    ['sms', phone],
    ['email', login_id],
  ]
  const last = await allowedBy(backend, browser, login_id, channels)
  expect(data(await setPassword(browser, login_id, last, 'nR7$keptOut9'))).not.toHaveProperty('effective_at')
}

describe.each([
  ['says “this was not me”', async (me: AccountMember) => report(backend.ctx, (await me.row()).id, {})],
  ['resets the password', reset],
])('while the owner %s, a call of the thief in progress', (_what, ends) => {
  test('does not begin to leave', async () => {
    const me = await accountMember(backend)
    const { member } = await sessionOf(me)
    await ends(me)
    await leave(backend.ctx, member, { ip: '127.0.0.1' }).catch(() => {})
    expect(await leavingOf(backend.ctx, member.id)).toBeNull()
  })

  test('adds no passkey', async () => {
    const me = await accountMember(backend)
    const { options } = data(await me.call('POST', '/passkeys/options'))
    const session = await sessionOf(me)
    const { member, uid } = session
    const passkey = new Authenticator(APP).create(options as CreationOptions)
    const visit = await visitOfChallenge(backend.ctx, { uid, member_id: member.id }, passkey.response.clientDataJSON)
    await ends(me)
    const { passkeys } = backend.ctx.settings
    if (!passkeys) throw new Error('no passkeys')
    await createPasskey(backend.ctx, passkeys, visit, member, { passkey, conditional: false }).catch(() => {})
    expect(await passkeysOf(member)).toEqual([])
  })

  test('removes no passkey', async () => {
    const me = await accountMember(backend)
    await me.addPasskey()
    const { member } = await sessionOf(me)
    const before = await passkeysOf(member)
    await ends(me)
    await removePasskey(backend.ctx, member, before[0]?.id ?? '', null).catch(() => {})
    expect(await passkeysOf(member)).toEqual(before)
  })

  test('does not switch the second factor off', async () => {
    const me = await accountMember(backend)
    await me.call('PUT', '/second-factor', { second_factor: 'SMS' })
    const { member } = await sessionOf(me)
    await ends(me)
    await setSecondFactor(backend.ctx, member, 'NONE', { ip: '127.0.0.1' }).catch(() => {})
    expect(await me.row()).toMatchObject({ second_factor: 'SMS' })
  })

  test('changes no phone', async () => {
    const me = await accountMember(backend)
    const auth_code = await me.code('SMS', newPhone())
    const session = await sessionOf(me)
    await ends(me)
    await changeChannel(backend.ctx, session, 'phone', { auth_code, ip: '127.0.0.1' }).catch(() => {})
    expect(await me.row()).toMatchObject({ phone: me.member.phone })
  })
})

describe('while the owner says “this was not me”, a call of the thief in progress', () => {
  test('sets no password, though both arrive at the same moment', async () => {
    const me = await accountMember(backend)
    await me.prove('SMS')
    const password = await me.seal('nR7$keptOut9')
    const [{ id: activity_id } = { id: '' }] = data(await me.call('GET', '/activity')) as unknown as { id: string }[]
    await Promise.all([me.call('PUT', '/password', { password }), me.call('POST', '/report', { activity_id })])
    const { status } = await me.row()
    // Whichever was first: either the account is protected, or the report came from a session that the password had ended.
    const reads = await me.call('GET')
    expect([status, reads.status]).toEqual(status === 'PROTECTED' ? ['PROTECTED', 401] : ['ACTIVE', 200])
  })
})

test('a second factor that is switched on while a reset by one channel hashes its password delays the reset', async () => {
  const me = await accountMember(backend)
  const { login_id, phone } = me.member
  const browser = new Browser(backend.url)
  await browser.go(await accountAddress(browser))
  const allowed = await allowedBy(backend, browser, login_id, [['sms', phone]])
  const member = await me.row()
  const inTurn = backend.hashing.inTurn.bind(backend.hashing)
  const hashes = vi.spyOn(backend.hashing, 'inTurn').mockImplementationOnce(async (...turn) => {
    await setSecondFactor(backend.ctx, member, 'SMS', { ip: '127.0.0.1' })
    return inTurn(...turn)
  })
  expect(data(await setPassword(browser, login_id, allowed, 'nR7$keptOut9'))).toHaveProperty('effective_at')
  expect(hashes).toHaveBeenCalled()
  hashes.mockRestore()
})

test('a passkey that is removed ten times at the same moment is removed and told once', async () => {
  const me = await accountMember(backend)
  await me.addPasskey()
  await me.prove('PWD')
  const { id } = await me.row()
  const [passkey] = await passkeysOf({ id })
  const replies = await Promise.all(Array.from({ length: 10 }, () => me.call('DELETE', `/passkeys/${passkey?.id}`)))
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
  const events = backend.ctx.db.selectFrom('audit_events').select('id').where('member_id', '=', id)
  expect(await events.where('event', '=', 'passkey.removed').execute()).toHaveLength(1)
})

test('the end of an account is told to nobody but its member', async () => {
  const [me, other] = [await accountMember(backend), await accountMember(backend)]
  const before = await messagesTo(backend, other.member.login_id.toLowerCase())
  await me.call('POST', '/leave', {})
  expect(await messagesTo(backend, other.member.login_id.toLowerCase())).toEqual(before)
})

// The embedded database has one connection, which the call holds.
test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a login ID that its owner leaves at this moment goes to nobody else',
  async () => {
    const by = 'kim'
    const arrange = async () => {
      const rows = backend.ctx.db.selectFrom('members').selectAll()
      const freshRow = async () =>
        rows.where('login_id', '=', (await copyOf(backend, 'member')).login_id).executeTakeFirstOrThrow()
      const [owner, other] = [await freshRow(), await freshRow()]
      return {
        act: (ctx: typeof backend.ctx) =>
          changeChannelFor(ctx, other, 'email', { became: owner.login_id_key, by }).catch(() => {}),
        meanwhile: () => changeChannelFor(backend.ctx, owner, 'email', { became: newEmail(), by }),
        async look() {
          const now = await rows.where('login_id_key', '=', owner.login_id_key).execute()
          expect(now.map(({ id }) => id)).toEqual([])
        },
      }
    }
    expect(await wherever(backend.ctx, arrange)).toBeGreaterThan(1)
  },
)
