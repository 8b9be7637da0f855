import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { exitOf, leaveTo, onSignedInElsewhere, reload, announceSignIn } from '../../../src/effects/browser/leave.ts'
import { setSettings } from '../../../src/stores/settings.ts'
import { startApp, watchLeaving } from '../../support/render.tsx'

beforeEach(() => startApp())

test.each([
  [
    'an origin of the settings',
    'http://localhost:3002/callback?code=1',
    { kind: 'leave', url: 'http://localhost:3002/callback?code=1' },
  ],
  ['another origin', 'https://evil.test/', null],
  ['a path of this app', '/login', { kind: 'inside', url: '/login' }],
])('a location at %s', (_, raw, exit) => expect(exitOf(raw)).toEqual(exit))

test('without settings no location is followed', () => {
  setSettings(null)
  expect(exitOf('http://localhost:3002/')).toBeNull()
})

test('leaving replaces the page, so that Back leads to the service', () => {
  const left = watchLeaving()
  leaveTo({ kind: 'leave', url: 'http://localhost:3002/' })
  reload()
  expect(left).toEqual({ to: ['http://localhost:3002/'], reloads: 1 })
})

const message = { signed_in: 'visit-1' }

describe('a sign-in in another tab', () => {
  test('is noticed until the listener is removed', async () => {
    const other = new BroadcastChannel('daemun')
    const heard = vi.fn<(transaction_id: string) => void>()
    const stop = onSignedInElsewhere(heard)
    other.postMessage(message)
    await waitFor(() => expect(heard.mock.calls).toEqual([['visit-1']]))
    stop()
    const next = vi.fn<(transaction_id: string) => void>()
    const stopNext = onSignedInElsewhere(next)
    other.postMessage(message)
    await waitFor(() => expect(next).toHaveBeenCalledOnce())
    expect(heard).toHaveBeenCalledOnce()
    stopNext()
    other.close()
  })

  test('reaches the other tabs, whether this one listens or not, and never itself', async () => {
    const other = new BroadcastChannel('daemun')
    const told: unknown[] = []
    other.onmessage = ({ data }) => void told.push(data)
    const own = vi.fn<(transaction_id: string) => void>()
    const stop = onSignedInElsewhere(own)
    announceSignIn('visit-1')
    await waitFor(() => expect(told).toEqual([message]))
    stop()
    announceSignIn('visit-1')
    await waitFor(() => expect(told).toEqual([message, message]))
    expect(own).not.toHaveBeenCalled()
    other.close()
  })

  test('an unknown message on the channel is ignored', async () => {
    const heard = vi.fn<(transaction_id: string) => void>()
    const stop = onSignedInElsewhere(heard)
    const channel = new BroadcastChannel('daemun')
    for (const junk of ['signed-in', 1, null, { data: 'visit-1' }, { signed_in: 1 }]) channel.postMessage(junk)
    channel.postMessage(message)
    await waitFor(() => expect(heard).toHaveBeenCalled())
    expect(heard).toHaveBeenCalledOnce()
    channel.close()
    stop()
  })

  test('a browser without channels goes on without the message', () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    expect(() => (announceSignIn('visit-1'), onSignedInElsewhere(() => {})())).not.toThrow()
  })
})
