// Spec §8, what the texts of failures must say, in each language.
import { describe, expect, test } from 'vitest'
import en from '../../../locales/en/errors.json'
import enFirst from '../../../locales/en/login.json'
import ja from '../../../locales/ja/errors.json'
import jaFirst from '../../../locales/ja/login.json'
import ko from '../../../locales/ko/errors.json'
import koFirst from '../../../locales/ko/login.json'
import zh from '../../../locales/zh/errors.json'
import zhFirst from '../../../locales/zh/login.json'
import { LOCALES } from '../../../contract/locale.ts'

const texts = {
  ko: { ...koFirst, ...ko },
  en: { ...enFirst, ...en },
  zh: { ...zhFirst, ...zh },
  ja: { ...jaFirst, ...ja },
}
const NETWORK = { ko: '내부 네트워크', en: 'internal network', zh: '内部网络', ja: '社内ネットワーク' }

describe.each(LOCALES)('in %s', (locale) => {
  const text = texts[locale]

  test('4580 begins with the name of the service, and a service without a name has a text of its own', () => {
    expect(text['refused.servicePermission']).toMatch(/^\{\{service\}\}/)
    expect(text['refused.servicePermissionNameless']).not.toContain('{{')
  })

  test('4590 speaks of the internal network', () => expect(text['refused.internalOnly']).toContain(NETWORK[locale]))

  test('each failure of a call says what happened, and then what to do or what follows', () => {
    const failures = Object.entries(text).filter(([key]) => key.startsWith('errors.'))
    expect(failures.length).toBeGreaterThan(7)
    expect(failures.filter(([, words]) => words.split(/[.。，]/).filter(Boolean).length < 2)).toEqual([])
  })

  test('what is not found is looked for again at the service', () =>
    expect(text['errors.notFound']).toContain('{{service}}'))
})
