// Spec §8, 4580: the notice begins with the name of the service, in each language.
import { expect, test } from 'vitest'
import en from '../../../locales/en/errors.json'
import ja from '../../../locales/ja/errors.json'
import ko from '../../../locales/ko/errors.json'
import zh from '../../../locales/zh/errors.json'
import { LOCALES } from '../../../contract/locale.ts'

const texts = { ko, en, zh, ja }

test.each(LOCALES)(
  '4580 in %s begins with the name of the service, and a service without a name has a text of its own',
  (locale) => {
    expect(texts[locale]['refused.servicePermission']).toMatch(/^\{\{service\}\}/)
    expect(texts[locale]['refused.servicePermissionNameless']).not.toContain('{{')
  },
)
