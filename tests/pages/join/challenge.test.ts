// Contract, GET /v1/challenge/join/{login_id}: a code counts only with the token that it was sent with.
import { beforeEach, expect, test, vi } from 'vitest'
import { enter } from '../../../src/effects/session/session.ts'
import { begin } from '../../../src/pages/join/challenge.ts'
import { encryptedSession } from '../../../src/stores/encrypted.ts'
import { rehydrateStores } from '../../../src/stores/persisted.ts'
import { readJoin } from '../../../src/stores/join.ts'
import { useSignUp } from '../../../src/stores/signUp.ts'
import { succeeded } from '../../../contract/shapes/answer.ts'
import { welcomeData } from '../../support/builders.ts'
import { startApp } from '../../support/render.tsx'
import { calls, give, hold, refuse, server } from '../../support/server.ts'

const path = (login_id: string) => `/v1/challenge/join/${encodeURIComponent(login_id)}`
const someone = 'hana@mail.test'
const token = (auth_token: string, more: object = {}) =>
  give('auth', path(someone), { join_type: 'NEW', belong_sk: false, auth_token, ...more })

beforeEach(async () => {
  await startApp()
  enter(welcomeData())
  server.use(give('service', '/public/member/v1/codegroups/DENIED_DOMAIN/verified', { verified: true }), token('first'))
})

test('is asked for once, however many wait for it', async () => {
  expect(await Promise.all([begin(someone, 'GEN'), begin(` ${someone} `, 'GEN')])).toEqual([
    succeeded('first'),
    succeeded('first'),
  ])
  expect(await begin(someone, 'GEN')).toEqual(succeeded('first'))
  expect(calls(path(someone))).toHaveLength(1)
})

test('survives a reload: a code that was sent before can be entered after it', async () => {
  await begin(someone, 'GEN')
  const stored = encryptedSession.getItem('signUp') as string
  useSignUp.setState({ auth_token: '', auth_for: '', auth_at: 0 })
  encryptedSession.setItem('signUp', stored)
  rehydrateStores()
  expect(await begin(someone, 'GEN')).toEqual(succeeded('first'))
  expect(calls(path(someone))).toHaveLength(1)
})

test('another look at a proved address keeps the token, for a code of the phone may be under way with it', async () => {
  await begin(someone, 'GEN')
  server.use(token('second', { member_kind: 'SK' }))
  expect(await begin(someone, 'GEN', true)).toEqual(succeeded('first'))
  expect(readJoin().member_kind).toBe('SK')
})

test('of an address that was corrected meanwhile comes too late to take the place of the later one', async () => {
  const late = hold('auth', path('hanna@mail.test'), { join_type: 'NEW', belong_sk: false, auth_token: 'late' })
  server.use(late.handler)
  const mistyped = begin('hanna@mail.test', 'GEN')
  expect(await begin(someone, 'GEN')).toEqual(succeeded('first'))
  late.release()
  await mistyped
  expect(await begin(someone, 'GEN')).toEqual(succeeded('first'))
  expect(calls(path(someone))).toHaveLength(1)
})

test('is asked for anew after ten minutes, for another address, and for the other join', async () => {
  await begin(someone, 'GEN')
  server.use(token('second'))
  expect(await begin(someone, 'SK')).toEqual(succeeded('second'))
  server.use(
    token('third'),
    give('auth', path('du@mail.test'), { join_type: 'NEW', belong_sk: false, auth_token: 'du' }),
  )
  expect(await begin('du@mail.test', 'GEN')).toEqual(succeeded('du'))
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000)
  expect(await begin(someone, 'GEN')).toEqual(succeeded('third'))
  clock.mockRestore()
})

test('a refusal is no token: the next call asks again', async () => {
  server.use(refuse('auth', path(someone), { status: 500 }))
  expect(await begin(someone, 'GEN')).toMatchObject({ ok: false, failure: { status: 500 } })
  server.use(token('first'))
  expect(await begin(someone, 'GEN')).toEqual(succeeded('first'))
})
