// The settings of one machine.
import { expect, test } from 'vitest'
import { localSettings } from '../../scripts/local.ts'
import { ports } from '../../server/ports.ts'
import { SETTING_NAMES } from '../../contract/settings.ts'

test('the app leads back to each service that the backend knows', () => {
  const clients = [{ client_id: 'mine', redirect_uris: ['http://localhost:8080/a', 'http://localhost:8080/b'] }]
  const { VITE_REDIRECT_ORIGINS } = localSettings({ BACKEND_CLIENTS: JSON.stringify(clients) })
  expect(VITE_REDIRECT_ORIGINS).toBe('http://localhost:3001,http://localhost:3002,http://localhost:8080')
})

test('the texts of the backend open in place', () =>
  expect(localSettings({ BACKEND_PORT: '4001' }).VITE_TERMS_ORIGINS).toBe('http://localhost:4001'))

test('a setting of the environment wins', () => {
  expect(localSettings({ VITE_LOCALES: 'ko', BACKEND_PORT: '4001' })).toMatchObject({
    VITE_LOCALES: 'ko',
    VITE_AUTH_API_URL: 'http://localhost:4001',
  })
})

test('an empty setting of the environment counts as unset', () => {
  const empty = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']))
  expect(localSettings({ ...empty, BACKEND_PORT: '' })).toEqual(localSettings({}))
})

test('two servers on one port are named, instead of a port that is taken', () => {
  expect(() => ports({ APP_PORT: '4001', BACKEND_PORT: '4001' })).toThrow(
    'APP_PORT and BACKEND_PORT are both 4001: give each server a port of its own',
  )
})
