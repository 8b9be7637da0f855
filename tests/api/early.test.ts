import '../support/network.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { releaseSubmit } from '../../src/api/early.ts'
import { takeEarly } from '../../src/api/handover.ts'
import { initSession } from '../../src/api/auth.ts'
import { initLogin } from '../../src/api/init.ts'
import { welcomeData } from '../support/builders.ts'
import { calls, give, server } from '../support/server.ts'
import { startApp } from '../support/render.tsx'

afterEach(() => {
  delete window.daemunEarly
  delete window.daemunHeld
  delete window.daemunRelease
})

const early = () => ({
  name: { transaction_id: 'transaction-1', state: 'state-1' },
  base: '',
  init: Promise.resolve(Response.json({ data: welcomeData({ client_id: 'early' }) })),
  service: Promise.resolve(new Response()),
})

test('an early answer is handed over once', () => {
  const began = early()
  const { init, service } = began
  window.daemunEarly = () => began
  expect(takeEarly('init', 'transaction-1')).toBe(init)
  expect(takeEarly('init', 'transaction-1')).toBeUndefined()
  expect(takeEarly('service', 'transaction-1')).toBe(service)
})

test('an early answer belongs to its transaction alone', () => {
  const began = early()
  window.daemunEarly = () => began
  expect(takeEarly('init', 'transaction-2')).toBeUndefined()
  expect(takeEarly('init', '')).toBeUndefined()
  expect(takeEarly('init', 'transaction-1')).toBeDefined()
})

test('no answer is handed over if no call began early', () => expect(takeEarly('init', 'a')).toBeUndefined())

test('init data is taken from the early answer first, and asked for after that', async () => {
  await startApp()
  server.use(give('auth', '/v1/init/login', welcomeData({ client_id: 'asked' })))
  const began = early()
  window.daemunEarly = () => began
  const query = { transaction_id: 'transaction-1', state: 'state-1' }
  expect(await initLogin(query)).toMatchObject({ ok: true, data: { client_id: 'early' } })
  expect(calls('/v1/init/login')).toEqual([])
  expect(await initLogin(query)).toMatchObject({ ok: true, data: { client_id: 'asked' } })
  expect(calls('/v1/init/login')).toMatchObject([{ query }])
})

test('a session is taken from the early answer first, and asked for after that', async () => {
  await startApp()
  server.use(give('auth', '/v1/init/session', { location: 'https://learn.example/asked' }))
  const began = { ...early(), session: Promise.resolve(Response.json({ location: 'https://learn.example/early' })) }
  window.daemunEarly = () => began
  const query = { transaction_id: 'transaction-1', state: 'state-1' }
  expect(await initSession(query)).toMatchObject({ ok: true, data: { location: 'https://learn.example/early' } })
  expect(calls('/v1/init/session')).toEqual([])
  expect(await initSession(query)).toMatchObject({ ok: true, data: { location: 'https://learn.example/asked' } })
  expect(calls('/v1/init/session')).toMatchObject([{ query }])
})

test('a submit that was held is released once', () => {
  window.daemunHeld = true
  window.daemunRelease = vi.fn<() => void>()
  expect(releaseSubmit()).toBe(true)
  expect(window.daemunRelease).toHaveBeenCalledOnce()
  expect(releaseSubmit()).toBe(false)
})
