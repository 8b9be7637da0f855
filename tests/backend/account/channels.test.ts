// Contract, "Account": another phone or address. The former one is told, and can undo it for seven days.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { keepForLater } from '../../../backend/domain/recovery/delayedReset.ts'
import { isProtected } from '../../../backend/domain/factors/factors.ts'
import { followChanges } from '../../../backend/standingChanges.ts'
import { say } from '../../../server/texts.ts'
import { sweep } from '../../../backend/sweep.ts'
import { Browser } from '../browser.ts'
import { Joiner } from '../joiner.ts'
import { sharedBackend } from '../shared.ts'
import { copyOf, signInAt, MANY_SENDS } from '../start.ts'
import { messagesTo } from '../inbox.ts'
import { accountMember, type AccountMember, change, newEmail, newPhone } from './member.ts'

const DAY = 86_400_000
let late = 0
const backend = sharedBackend({ limits: MANY_SENDS, now: () => new Date(Date.now() + late) })

const rowOf = ({ id }: { id: string }) =>
  backend.ctx.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The link that undoes a change, in the newest message to a former phone or address. */
async function linkTo(to: string): Promise<string> {
  await followChanges(backend.ctx)
  const texts = await messagesTo(backend, to)
  return texts.flatMap((text) => /\/change-undo\/[\w-]+/.exec(text)?.[0] ?? [])[0] ?? ''
}
const press = (link: string, method = 'POST') =>
  new Browser(backend.url).send(link, { method, headers: method === 'GET' ? {} : { origin: backend.url } })

const set = async (one: AccountMember, values: { name?: string | null; birthdate?: string | null }) =>
  backend.ctx.db
    .updateTable('members')
    .set(values as object)
    .where('id', '=', (await one.row()).id)
    .execute()

describe('another phone', () => {
  test('takes the place of the former one, once where several calls bring one code, and its answer can be lost', async () => {
    const me = await accountMember(backend)
    const to = newPhone()
    const auth_code = await me.code('SMS', to)
    await keepForLater(backend.ctx, (await me.row()).id, 'a hash')
    const put = () => me.call('PUT', '/phone', { auth_code })
    const replies = [...(await Promise.all([put(), put(), put()])), await put()]
    const answer = { status: 200, body: { data: { masked: `010-****-**${to.slice(-2)}` } } }
    for (const one of replies) expect(one).toMatchObject(answer)
    expect((await me.row()).phone).toBe(to)
    const changes = backend.ctx.db.selectFrom('channel_changes').selectAll().where('became', '=', to)
    expect(await changes.execute()).toHaveLength(1)
    const texts = await messagesTo(backend, me.member.phone)
    const ended = texts.filter((text) => text.startsWith(say('ko', 'notice.resetEnded.title', { from: '대문' })))
    expect(ended, 'a reset that waited has ended, and the former phone is told').toHaveLength(1)
  })

  test('needs a code of this session, for a phone', async () => {
    const [me, other] = [await accountMember(backend), await accountMember(backend)]
    const { phone } = await me.row()
    const wrong = [await me.code('EMAIL', newEmail()), await me.code('SMS'), await other.code('SMS', newPhone())]
    for (const auth_code of wrong)
      expect(await me.call('PUT', '/phone', { auth_code })).toMatchObject({ status: 400, body: { detail_code: 4518 } })
    expect((await me.row()).phone).toBe(phone)
  })

  test('is refused where a member of this name and birthdate has it', async () => {
    const [me, other] = [await accountMember(backend), await accountMember(backend)]
    const { name, birthdate } = await me.row()
    await set(other, { name, birthdate })
    const { auth_code, reply } = await change(me, 'phone', other.member.phone)
    expect(reply).toMatchObject({ status: 400, body: { detail_code: 4025 } })
    await set(other, { birthdate: '1970-01-01' })
    expect(await me.call('PUT', '/phone', { auth_code })).toMatchObject({ status: 200 })
  })

  test('is told to the former phone and by e-mail, with a link that undoes it', async () => {
    const me = await accountMember(backend)
    const row = await me.row()
    await change(me, 'phone', newPhone())
    const link = await linkTo(me.member.phone)
    expect(await linkTo(me.member.login_id)).toBe(link)
    expect(await press(link, 'GET')).toMatchObject({ status: 200, text: expect.stringContaining('<button') })
    expect((await rowOf(row)).phone).not.toBe(row.phone)
    const done = await press(link)
    expect(done.text).toContain('prompt=password')
    expect(await rowOf(row)).toMatchObject({ phone: row.phone, status: 'PROTECTED' })
    expect(await me.call('GET')).toMatchObject({ status: 401 })
    const late = await press(link)
    expect(late.text).not.toContain('prompt=password')
    expect(late.text).toContain(`href="mailto:${backend.ctx.settings.support_contact}"`)
    const { reply } = await signInAt(backend, new Browser(backend.url), me.member)
    expect(reply.status).not.toBe(200)
  })

  test.each(['SMS', 'NONE'] as const)(
    'that was the first is told when it is taken away, and a second factor that it takes along guards on: %s',
    async (second_factor) => {
      const me = await accountMember(backend)
      const { id } = await me.row()
      const now = (values: object) => backend.ctx.db.updateTable('members').set(values).where('id', '=', id).execute()
      await now({ phone: null, identity_key: null })
      const first = newPhone()
      await change(me, 'phone', first)
      await now({ second_factor })
      const before = await messagesTo(backend, first)
      const link = await linkTo(me.member.login_id)
      expect((await press(link, 'GET')).text).toContain(say('ko', 'changeUndo.ask.firstPhone'))
      expect((await press(link)).text).toContain(say('ko', 'changeUndo.done.firstPhone'))
      expect(await me.row()).toMatchObject({ phone: null, second_factor: 'NONE' })
      expect((await messagesTo(backend, first)).length).toBe(before.length + 1)
      expect(await isProtected(backend.ctx, await me.row())).toBe(second_factor === 'SMS')
    },
  )

  test('cannot be undone after seven days', async () => {
    const me = await accountMember(backend)
    await change(me, 'phone', newPhone())
    const link = await linkTo(me.member.phone)
    const { phone } = await me.row()
    late += 7 * DAY + 1000
    await press(link)
    expect(await me.row()).toMatchObject({ phone, status: 'ACTIVE' })
    await sweep(backend.ctx)
    const { id } = await me.row()
    expect(
      await backend.ctx.db.selectFrom('channel_changes').select('id').where('member_id', '=', id).execute(),
    ).toEqual([])
    late = 0
  })

  test('does not end the link of an earlier change: it brings back the first one, and the later link ends', async () => {
    const me = await accountMember(backend)
    const row = await me.row()
    const second = newPhone()
    await change(me, 'phone', second)
    const first = await linkTo(me.member.phone)
    await me.prove('PWD')
    await change(me, 'phone', newPhone())
    const later = await linkTo(second)
    expect(later).not.toBe(first)
    await press(first)
    await press(later)
    expect(await rowOf(row)).toMatchObject({ phone: row.phone, status: 'PROTECTED' })
  })
})

describe('another address', () => {
  test('is the login ID from now on, and its answer can be lost', async () => {
    const me = await accountMember(backend)
    const row = await me.row()
    const to = newEmail()
    const { auth_code, reply } = await change(me, 'email', to.toUpperCase())
    expect(reply).toMatchObject({ status: 200, body: { data: { masked: `${to.slice(0, 2)}***@mail.test` } } })
    expect(await me.call('PUT', '/email', { auth_code })).toEqual(expect.objectContaining({ body: reply.body }))
    expect(await rowOf(row)).toMatchObject({ login_id: to, login_id_key: to, email_verified: true })
    const signIn = (login_id: string) => signInAt(backend, new Browser(backend.url), { ...me.member, login_id })
    expect((await signIn(to)).reply.status).toBe(200)
    expect((await signIn(me.member.login_id)).reply.status).toBe(400)
  })

  test('is not one that another member has, and nothing is used up', async () => {
    const me = await accountMember(backend)
    const other = await copyOf(backend, 'member')
    const { reply } = await change(me, 'email', other.login_id)
    expect(reply).toMatchObject({ status: 400, body: { detail_code: 4501 } })
  })

  test('is not one of a group, nor of a member whose company manages it', async () => {
    const me = await accountMember(backend)
    const group = await accountMember(backend, 'sk')
    expect((await group.read()).email_managed).toBe(true)
    const auth_code = await group.code('EMAIL', newEmail())
    expect(await group.call('PUT', '/email', { auth_code })).toMatchObject({ status: 400, body: { code: 'MANAGED' } })
    const { reply } = await change(me, 'email', `x${randomUUID().slice(0, 8)}@group.test`)
    expect(reply).toMatchObject({ status: 400, body: { code: 'MANAGED' } })
  })

  test('is told to the former one, whose link brings it back; nobody else gets it meanwhile', async () => {
    const me = await accountMember(backend)
    const row = await me.row()
    const to = newEmail()
    await change(me, 'email', to)
    const other = await accountMember(backend)
    expect((await change(other, 'email', me.member.login_id)).reply).toMatchObject({
      status: 400,
      body: { detail_code: 4501 },
    })
    const joiner = await new Joiner(backend, me.member.login_id).arrive()
    await joiner.proveEmail()
    expect(await joiner.challenge()).toMatchObject({ status: 400, body: { detail_code: 4501 } })
    const link = await linkTo(me.member.login_id)
    expect(await linkTo(to)).toBe('')
    await press(link)
    expect(await rowOf(row)).toMatchObject({ login_id: row.login_id_key, login_id_key: row.login_id_key })
    expect((await rowOf(row)).status).toBe('PROTECTED')
  })

  test('keeps the count of wrong passwords of the former address', async () => {
    const me = await accountMember(backend)
    const wrong = { ...me.member, password: 'wR4$ngpass' }
    for (const _ of [1, 2, 3, 4, 5]) await signInAt(backend, new Browser(backend.url), wrong)
    const to = newEmail()
    await change(me, 'email', to)
    const { reply } = await signInAt(backend, new Browser(backend.url), { ...me.member, login_id: to })
    expect(reply).toMatchObject({ status: 400, body: { code: 'LOCKED' } })
  })
})
