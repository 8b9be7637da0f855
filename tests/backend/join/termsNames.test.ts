// The demonstration names the texts of the platform as the app does where the backend names none.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { termsName } from '../../../backend/domain/terms/terms.ts'
import { PLATFORM_TERMS } from '../../../contract/terms.ts'
import { termsName as nameInApp } from '../../../src/rules/terms/termsList.ts'
import { TERMS_LANGUAGE } from '../../../src/rules/texts/locale.ts'

test.each(['ko', 'en', 'zh'] as const)('in %s', (locale) => {
  const texts: unknown = JSON.parse(readFileSync(`locales/${locale}/join.json`, 'utf8'))
  const named = PLATFORM_TERMS.map(({ terms_code }) => [
    nameInApp(terms_code),
    termsName(terms_code, TERMS_LANGUAGE[locale]),
  ])
  expect(named).toHaveLength(6)
  expect(texts).toMatchObject(Object.fromEntries(named))
})
