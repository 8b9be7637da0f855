import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { onBadLocation, safeLocation } from '../../../src/rules/visit/exit.ts'
import { pathOf, paths } from '../../../src/rules/visit/paths.ts'

/** In two parts, because the linter takes the whole for a link. */
const SCRIPT = ['java', 'script:'].join('')

const appOrigin = 'https://id.example'
const allowed = {
  appOrigin,
  origins: ['https://partner.example', 'http://localhost:3002', 'http://plain.example', 'https://port.example:8443'],
}
const leave = (url: string) => ({ kind: 'leave', url })
const inside = (url: string) => ({ kind: 'inside', url })

describe('a location is followed', () => {
  test.each([
    [
      'to a listed origin',
      'https://partner.example/callback?code=a%20b#x',
      leave('https://partner.example/callback?code=a%20b#x'),
    ],
    ['to its root', 'https://partner.example', leave('https://partner.example/')],
    ['to a listed port', 'https://port.example:8443/r', leave('https://port.example:8443/r')],
    ['over http on this machine', 'http://localhost:3002/callback', leave('http://localhost:3002/callback')],
    ['with a scheme in capitals', 'HTTPS://partner.example/', leave('https://partner.example/')],
    ['to a path of this app', '/resolve/terms?terms_types=SUNI#x', inside('/resolve/terms?terms_types=SUNI')],
    ['to a path of this app by its address', `${appOrigin}/login?a=b`, inside('/login?a=b')],
    ['to a page of an error', '/error/403', inside('/error/403')],
    ['to a path with a part by its address', `${appOrigin}/resolve/terms`, inside('/resolve/terms')],
    ['to a path of this app that has an address in its query', '/join?a=https://b', inside('/join?a=https://b')],
    [
      'of 4096 characters',
      'https://partner.example/'.padEnd(4096, 'a'),
      leave('https://partner.example/'.padEnd(4096, 'a')),
    ],
  ])('%s', (_, raw, exit) => expect(safeLocation(raw, allowed)).toEqual(exit))

  test.each(Object.values(paths))('to %s inside the app', (path) =>
    expect(safeLocation(path, allowed)).toEqual(inside(path)),
  )
})

describe('a location is refused', () => {
  test.each([
    ['nothing', ''],
    ['a path that is not of this app', '/admin'],
    ['a page below an error', '/error/403/x'],
    ['a path that a parser would correct', '/login/../join'],
    ['a path with an escaped letter', '/%6cogin'],
    ['a name given twice', '/join/terms?type=sk&type=general'],
    ['no path and no address', 'login'],
    ['another host after two slashes', '//partner.example'],
    ['another port', 'https://partner.example:444/'],
    ['another scheme of a listed host', 'http://partner.example/'],
    ['http to another machine, though listed', 'http://plain.example/'],
    ['a password in front of the host', 'https://:secret@partner.example/'],
    ['a listed host as a prefix', 'https://partner.example.evil.example/'],
    ['a listed host as a suffix', 'https://evilpartner.example/'],
    ['a name in front of the host', 'https://partner.example@evil.example/'],
    ['an empty name in front of the host', 'https://@partner.example/'],
    ['the host as a name in front of itself', 'https://partner.example@partner.example/'],
    ['too long', `https://partner.example/${'a'.repeat(5000)}`],
    ['an address of this app without such a path', `${appOrigin}/admin`],
  ])('%s', (_, raw) => expect(safeLocation(raw, allowed)).toBeNull())

  const hosts = ['evil.example', 'partner.example', 'id.example', '2130706433', '0x7f.1', '[::1]']
  const tricks: ((host: string) => string)[] = [
    (host) => `${SCRIPT}alert(1)//${host}`,
    (host) => `JaVaScRiPt://${host}/%0aalert(1)`,
    (host) => `java\tscript:alert('${host}')`,
    (host) => `data:text/html,<a href=${host}>`,
    (host) => `vbscript:${host}`,
    (host) => `blob:https://${host}/1`,
    (host) => `file://${host}/etc`,
    (host) => `ftp://${host}/`,
    (host) => `ws://${host}/`,
    (host) => `//${host}`,
    (host) => `///${host}`,
    (host) => `////${host}/`,
    (host) => `/\\${host}`,
    (host) => `\\\\${host}`,
    (host) => `/\t/${host}`,
    (host) => `/\n/${host}`,
    (host) => `https:${host}`,
    (host) => `https:/${host}`,
    (host) => `https:///${host}`,
    (host) => `https:\\\\${host}`,
    (host) => `https://user@${host}/`,
    (host) => `https://user:secret@${host}/`,
    (host) => `https://:@${host}/`,
    (host) => `https://partner.example\\@${host}/`,
    (host) => `https://partner.example%40${host}/`,
    (host) => `https://partner.example%2e${host}/`,
    (host) => `https://partner.example\u3002${host}/`,
    (host) => ` https://${host}/`,
    (host) => `https://${host}/ `,
    (host) => `\u0000https://${host}/`,
    (host) => `ht\ntps://${host}/`,
    (host) => `https://${host}\u0009/`,
    (host) => `https://${host}/\u202e`,
    (host) => `\ufeffhttps://${host}/`,
    (host) => `https://${host}.evil.example/`,
    (host) => `https://${host}:0/`,
    (host) => `http://${host}./`,
  ]
  const corpus = hosts.flatMap((host) => tricks.map((trick) => trick(host)))

  test('the corpus has at least 200 payloads', () => expect(new Set(corpus).size).toBeGreaterThanOrEqual(200))
  test.each(corpus.map((raw) => [JSON.stringify(raw), raw]))('%s', (_, raw) =>
    expect(safeLocation(raw, allowed)).toBeNull(),
  )
})

test.each([
  ['https://evil.example/callback?code=secret', 'https://evil.example'],
  ['login', 'no address'],
])('of a refused location, here %s, the report says no more than %s', (raw, known) =>
  expect(onBadLocation(raw)).toEqual([
    { do: 'report', message: `location not trusted: ${known}` },
    { do: 'go', to: '/error', query: { code: '403', reason: 'untrusted' } },
  ]),
)

test('returns a listed origin, a path of this app, or nothing for any text', () => {
  const piece = fc.constantFrom(
    'https:',
    'http:',
    SCRIPT,
    '/',
    '//',
    '\\',
    '@',
    'partner.example',
    'localhost:3002',
    'evil.example',
    '?',
    '#',
    '.',
    '%2f',
    '\t',
    'login',
  )
  const text = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  )
  fc.assert(
    fc.property(text, (raw) => {
      const exit = safeLocation(raw, allowed)
      if (exit === null) return true
      if (exit.kind === 'inside') return pathOf(new URL(exit.url, appOrigin).pathname) !== undefined
      const { origin, protocol, hostname, username } = new URL(exit.url)
      return allowed.origins.includes(origin) && username === '' && (protocol === 'https:' || hostname === 'localhost')
    }),
    { numRuns: 2000 },
  )
})
