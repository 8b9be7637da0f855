// Settings with an old name: the start names the new one.
import { expect, test } from 'vitest'
import { parseEnvironment } from '../../../backend/settings/environment.ts'
import { parseLimits } from '../../../backend/settings/limits.ts'
import { ports } from '../../../server/ports.ts'
import { OLD_NAMES, oldNames } from '../../../server/oldNames.ts'

const settings = Object.entries(OLD_NAMES).filter(([, name]) => name.startsWith('BACKEND_'))

test.each(settings)('%s stops every start with the name %s, which is a setting', (old, name) => {
  const message = `${old} is now ${name}`
  expect(() => parseEnvironment({ [old]: '' })).toThrow(message)
  expect(() => ports({ [old]: '1' })).toThrow(message)
  expect(() => parseEnvironment({ [name]: '' })).not.toThrow()
  expect(parseLimits({ [name]: '' })).toEqual({})
})

test('lists every old name at once, without a value', () =>
  expect(oldNames({ SANDBOX_URL: 'https://id.test', SANDBOX_DEMO: 'true', BACKEND_PORT: '1' })).toEqual([
    'SANDBOX_URL is now BACKEND_URL',
    'SANDBOX_DEMO is now the program demo/main.ts',
  ]))
