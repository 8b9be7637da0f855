import { describe, expect, test } from 'vitest'
import { parseSettings, SETTING_NAMES } from '../../contract/settings.ts'

const SCRIPT = ['java', 'script:'].join('')

const good = {
  VITE_AUTH_API_URL: 'http://localhost:3001',
  VITE_SERVICE_API_URL: 'http://localhost:3001',
  VITE_PORTAL_API_URL: 'http://localhost:3001',
  VITE_FILE_API_URL: 'http://localhost:3001',
  VITE_NODE_API_URL: 'https://node.example/base',
  VITE_STORAGE_KEY: 'sixteen-letters!',
}
const settings = (patch: object) => {
  const parsed = parseSettings({ ...good, ...patch })
  return 'settings' in parsed ? parsed.settings : null
}
const problems = (raw: unknown) => {
  const parsed = parseSettings(raw)
  return 'problems' in parsed ? parsed.problems : []
}

describe('settings', () => {
  test('have their defaults', () =>
    expect(settings({})).toEqual({
      ...good,
      VITE_JOIN_CLIENT_IDS: [],
      VITE_SUPPORT_CLIENT_ID: '',
      VITE_LOCALES: ['ko', 'en', 'zh'],
      VITE_WELCOME_LOCALE_STRICT: false,
      VITE_TAG_MANAGER_ID: '',
      VITE_REDIRECT_ORIGINS: [],
      VITE_TERMS_ORIGINS: [],
      VITE_POLICIES_URL: '',
      VITE_SERVICES: [],
      VITE_TRACEPARENT: false,
    }))

  test('arrive as text', () =>
    expect(
      settings({ VITE_JOIN_CLIENT_IDS: ' a, b,,', VITE_LOCALES: 'ja', VITE_WELCOME_LOCALE_STRICT: 'true' }),
    ).toMatchObject({
      VITE_JOIN_CLIENT_IDS: ['a', 'b'],
      VITE_LOCALES: ['ja'],
      VITE_WELCOME_LOCALE_STRICT: true,
    }))

  test('list the services at which a visitor can begin', () => {
    const services = [{ display_name: '학습', display_name_en: 'Learning', url: 'https://learn.test/start?from=door' }]
    expect(settings({ VITE_SERVICES: JSON.stringify(services) })?.VITE_SERVICES).toEqual(services)
  })

  test('with an empty value count as unset', () =>
    expect(
      settings({
        VITE_LOCALES: '',
        VITE_WELCOME_LOCALE_STRICT: '',
        VITE_TAG_MANAGER_ID: '',
        VITE_REDIRECT_ORIGINS: '',
        VITE_TERMS_ORIGINS: '',
        VITE_POLICIES_URL: '',
        VITE_SERVICES: '',
      }),
    ).toEqual(settings({})))

  // A location is compared with them by the origin that a browser makes of it.
  test.each([
    ['https://partner.example', 'https://partner.example'],
    ['https://partner.example/', 'https://partner.example'],
    ['HTTPS://Other.Example:443', 'https://other.example'],
    ['http://localhost:3002/', 'http://localhost:3002'],
    ['https://한국.example', 'https://xn--3e0b707e.example'],
  ])('an origin written as %s is %s', (text, origin) =>
    expect(settings({ VITE_REDIRECT_ORIGINS: text })?.VITE_REDIRECT_ORIGINS).toEqual([origin]),
  )

  test.each([
    ['https://help.test', 'https://help.test'],
    ['https://help.test/daemun/', 'https://help.test/daemun'],
    ['http://localhost:3003/pages/', 'http://localhost:3003/pages'],
  ])('the pages of the operator at %s are below %s', (text, base) =>
    expect(settings({ VITE_POLICIES_URL: text })?.VITE_POLICIES_URL).toBe(base),
  )

  test.each([
    ['VITE_AUTH_API_URL', 'secret-nowhere'],
    ['VITE_AUTH_API_URL', `${SCRIPT}secret`],
    ['VITE_STORAGE_KEY', 'secret'],
    ['VITE_LOCALES', 'ko,secret'],
    ['VITE_LOCALES', ','],
    ['VITE_WELCOME_LOCALE_STRICT', 'secret'],
    ['VITE_TAG_MANAGER_ID', '"><secret>'],
    ['VITE_STORAGE_KEY', ''],
    ['VITE_REDIRECT_ORIGINS', 'http://a.test,secret'],
    ['VITE_REDIRECT_ORIGINS', 'http://secret.test'],
    ['VITE_REDIRECT_ORIGINS', 'https://a.test/secret'],
    ['VITE_REDIRECT_ORIGINS', 'https://a.test/?secret'],
    ['VITE_REDIRECT_ORIGINS', 'https://a.test/#secret'],
    ['VITE_REDIRECT_ORIGINS', 'https://secret@a.test'],
    ['VITE_REDIRECT_ORIGINS', `${SCRIPT}//secret`],
    ['VITE_TERMS_ORIGINS', 'https://terms.test/secret'],
    ['VITE_TERMS_ORIGINS', 'http://secret.test'],
    ['VITE_POLICIES_URL', 'http://secret.test/policies'],
    ['VITE_POLICIES_URL', '/secret'],
    ['VITE_POLICIES_URL', 'https://secret@help.test'],
    ['VITE_POLICIES_URL', 'https://help.test/?secret'],
    ['VITE_POLICIES_URL', 'https://help.test/#secret'],
    ['VITE_POLICIES_URL', `${SCRIPT}secret`],
    ['VITE_SERVICES', 'secret'],
    ['VITE_SERVICES', '{"url":"https://secret.test/"}'],
    ['VITE_SERVICES', '[{"display_name":"secret"}]'],
    ['VITE_SERVICES', '[{"display_name":"","url":"https://secret.test/"}]'],
    ['VITE_SERVICES', '[{"display_name":"A","url":"http://secret.test/"}]'],
    ['VITE_SERVICES', '[{"display_name":"A","url":"https://secret@a.test/"}]'],
    ['VITE_SERVICES', `[{"display_name":"A","url":"${SCRIPT}secret"}]`],
  ])('%s of “%s” is named, and its value is not', (name, value) => {
    const found = problems({ ...good, [name]: value })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(new RegExp(`^${name}: `))
    expect(found[0]).not.toContain('secret')
  })

  test('that are all missing are all named', () =>
    expect(problems({}).map((line) => line.split(':')[0])).toEqual(Object.keys(good)))

  test.each([null, [], 'text', 7])('of another type are refused (%j)', (raw) => expect(problems(raw)).not.toEqual([]))

  test('are known by name', () => expect(SETTING_NAMES).toEqual(expect.arrayContaining(Object.keys(good))))
})
