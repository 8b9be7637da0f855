import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as colours from '../../../contract/brand.ts'
import * as rules from '../../../src/rules/visit/service.ts'
import { welcome } from '../builders.ts'

/** In two parts, because the linter takes the whole for a link. */
const SCRIPT = ['java', 'script:'].join('')

test.each([
  ['the join button appears for a listed client', rules.canJoin('a', ['a', 'b']), true],
  ['for no other', rules.canJoin('c', ['a', 'b']), false],
  ['the join button does not appear without a client', rules.canJoin('', ['']), false],
  ['stay signed in: when the init data allows it', rules.canStaySignedIn(welcome({ stay_session: true })), true],
  ['stay signed in: not otherwise', rules.canStaySignedIn(welcome()), false],
  ['stay signed in: not without init data', rules.canStaySignedIn(null), false],
  ['customer support is for one client', rules.showsSupport('a', 'a'), true],
  ['customer support for no other', rules.showsSupport('b', 'a'), false],
  ['customer support for none when none is set', rules.showsSupport('', ''), false],
])('%s', (_, shows, expected) => expect(shows).toBe(expected))

test.each([
  ['the service’s own', ['RP_PRIVACY', 'RP_SERVICE'], 'url of RP_SERVICE'],
  ['the group’s terms, if there are no others', ['SK_RP_SERVICE'], 'url of SK_RP_SERVICE'],
  ['no other text', ['RP_PRIVACY', 'SERVICES'], undefined],
  ['none at all', [], undefined],
])('the terms that the footer leads to: %s', (_, codes, url) =>
  expect(rules.serviceTermsUrl(codes.map((terms_code) => ({ terms_code, url: `url of ${terms_code}` })))).toBe(url),
)

test.each([
  ['EVERYONE', { sk: true, gen: true }],
  ['ONLY_GEN', { sk: false, gen: true }],
  ['ONLY_SK', { sk: true, gen: false }],
] as const)('%s leaves open %o', (permission, open) => expect(rules.joinPathsFor(permission)).toEqual(open))

describe('the service’s colour', () => {
  test.each([
    ['white on a dark colour', '#1B5FCC', '#FFFFFF'],
    ['dark grey on a light colour', '#FFD400', '#2B2F36'],
    ['small letters count', '#ffffff', '#2B2F36'],
    ['no text is readable on the colour', '#7F7F7F', undefined],
  ])('%s', (_, color, ink) => expect(colours.brandColor(color)).toEqual({ color, ink }))

  test.each([
    ['three digits are no colour', '#FFF'],
    ['a colour name is no colour', 'red'],
    ['a style is no colour', '#1B5FCC;color:red'],
    ['none', null],
  ])('%s', (_, color) => expect(colours.brandColor(color)).toBeNull())

  test('returns a colour with a readable text colour, or nothing, for any text', () => {
    const hex = fc.stringMatching(/^#[\dA-Fa-f]{6}$/)
    fc.assert(
      fc.property(fc.oneof(hex, fc.string()), (text) => {
        const brand = colours.brandColor(text)
        if (brand === null) return true
        const isReadable = brand.ink === undefined || colours.contrast(brand.color, brand.ink) >= 4.5
        return /^#[\da-f]{6}$/i.test(brand.color) && isReadable
      }),
    )
  })

  test.each([
    ['#000000', '#FFFFFF', 21],
    ['#D93A00', '#FFFFFF', 4.61],
    ['#EA002C', '#FFFFFF', 4.63],
  ])('contrast of %s on %s is %d', (one, other, ratio) => expect(colours.contrast(one, other)).toBeCloseTo(ratio, 1))
})

test.each([
  ['its domain', 'https://partner.example/home', '', 'https://partner.example/home'],
  ['a domain without a scheme', 'partner.example', '', 'https://partner.example/'],
  ['the origin of its callback', null, 'https://partner.example/callback?x=1', 'https://partner.example/'],
  [
    'a domain that is a script: the callback',
    `${SCRIPT}alert(1)`,
    'http://localhost:3002/cb',
    'http://localhost:3002/',
  ],
  ['a domain with a port and no scheme: the callback', 'a.example:84', 'https://b.example/cb', 'https://b.example/'],
  ['neither', null, `${SCRIPT}alert(1)`, null],
  ['nothing', '', '', null],
])('the way back is %s', (_, domain, callback_url, url) => expect(rules.serviceUrl({ domain }, callback_url)).toBe(url))
