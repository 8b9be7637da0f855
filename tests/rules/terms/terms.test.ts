import { describe, expect, test } from 'vitest'
import { missingTerms, platformTerms } from '../../../src/rules/terms/terms.ts'
import {
  agreedState,
  canFrame,
  deliveries,
  ofAudience,
  termsName,
  toggleAllTerms,
  toggleTerms,
} from '../../../src/rules/terms/termsList.ts'

const general = platformTerms('GEN')
const ALL = ['SERVICE', 'CUSTOM', 'PRIVACY', 'MARKETING', 'AD_EMAIL', 'AD_SMS']

describe('the lists', () => {
  test('service, custom and privacy are required, marketing is optional, with e-mail and SMS below it', () => {
    expect(general.map(({ terms_code, required }) => [terms_code, required])).toEqual([
      ['SERVICE', true],
      ['CUSTOM', true],
      ['PRIVACY', true],
      ['MARKETING', false],
    ])
    expect(general[3]?.children?.map(({ terms_code }) => terms_code)).toEqual(['AD_EMAIL', 'AD_SMS'])
  })

  test('has the same list for the group, with its prefix and the same names', () => {
    expect(toggleAllTerms(platformTerms('SK'), [])).toEqual(ALL.map((code) => `SK_${code}`))
    expect(termsName('SK_PRIVACY')).toBe(termsName('PRIVACY'))
    expect(termsName('SOMETHING_ELSE')).toBeNull()
  })

  test('shows the terms of the member’s audience, or all if the service has one audience', () => {
    const terms = [{ terms_code: 'RP_TERMS' }, { terms_code: 'SK_RP_TERMS' }]
    expect(ofAudience(terms, 'SK')).toEqual([{ terms_code: 'SK_RP_TERMS' }])
    expect(ofAudience(terms, 'GEN')).toEqual([{ terms_code: 'RP_TERMS' }])
    expect(ofAudience([{ terms_code: 'RP_TERMS' }], 'SK')).toEqual([{ terms_code: 'RP_TERMS' }])
  })
})

describe('agreeing', () => {
  test.each<[string, string[], string, string[]]>([
    ['a text alone', [], 'PRIVACY', ['PRIVACY']],
    ['taken back', ['SERVICE', 'PRIVACY'], 'SERVICE', ['PRIVACY']],
    ['marketing alone, without its channels', [], 'MARKETING', ['MARKETING']],
    ['withdrawing marketing withdraws its channels', ['MARKETING', 'AD_EMAIL', 'AD_SMS'], 'MARKETING', []],
    ['a channel brings marketing', ['SERVICE'], 'AD_SMS', ['SERVICE', 'MARKETING', 'AD_SMS']],
    [
      'withdrawing one of two channels keeps marketing',
      ['MARKETING', 'AD_EMAIL', 'AD_SMS'],
      'AD_SMS',
      ['MARKETING', 'AD_EMAIL'],
    ],
    ['withdrawing the last channel keeps marketing', ['MARKETING', 'AD_EMAIL'], 'AD_EMAIL', ['MARKETING']],
    ['drops codes of another list', ['SK_SERVICE'], 'SERVICE', ['SERVICE']],
  ])('%s', (_, agreed, pressed, result) => expect(toggleTerms(general, agreed, pressed)).toEqual(result))

  test('agrees to all at once, and to nothing if all was agreed to', () => {
    expect(toggleAllTerms(general, ['PRIVACY'])).toEqual(ALL)
    expect(toggleAllTerms(general, ALL)).toEqual([])
  })

  test('"agree to all" has three states', () => {
    expect(agreedState(general, [])).toBe('none')
    expect(agreedState(general, ['SK_SERVICE'])).toBe('none')
    expect(agreedState(general, ['PRIVACY'])).toBe('some')
    expect(agreedState(general, ALL)).toBe('all')
  })

  test.each<[string, string[], boolean, boolean]>([
    ['neither', ['MARKETING'], false, false],
    ['e-mail', ['MARKETING', 'AD_EMAIL'], true, false],
    ['both, of the group', ['SK_MARKETING', 'SK_AD_EMAIL', 'SK_AD_SMS'], true, true],
  ])('advertising comes by what was agreed to: %s', (_, agreed, isEmailDelivery, isSmsDelivery) =>
    expect(deliveries(agreed)).toEqual({ isEmailDelivery, isSmsDelivery }),
  )

  test('counts only required terms as missing', () => {
    expect(missingTerms(general, ['SERVICE'])).toEqual(['CUSTOM', 'PRIVACY'])
    expect(missingTerms(general, ['SERVICE', 'CUSTOM', 'PRIVACY'])).toEqual([])
  })
})

describe('a text opens over the page', () => {
  const origins = ['https://terms.test']
  test.each([
    ['of an origin of the settings', 'https://terms.test/SERVICE?language=KR', true],
    ['of another host', 'https://terms.test.example/SERVICE', false],
    ['of another port', 'https://terms.test:8443/SERVICE', false],
    ['of another protocol', 'http://terms.test/SERVICE', false],
    ['of no address', 'terms', false],
  ])('%s: %s → %s', (_, url, expected) => expect(canFrame(url, origins)).toBe(expected))

  test('of no origin, if the settings name none', () => expect(canFrame('https://terms.test/', [])).toBe(false))
})
