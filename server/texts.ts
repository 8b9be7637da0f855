// The texts of the pages that the servers show without the app, and of the messages that the backend sends: by i18next, as in the app.
import { createInstance } from 'i18next'
import enMessages from '../locales/en/messages.json' with { type: 'json' }
import enPages from '../locales/en/pages.json' with { type: 'json' }
import jaMessages from '../locales/ja/messages.json' with { type: 'json' }
import jaPages from '../locales/ja/pages.json' with { type: 'json' }
import koMessages from '../locales/ko/messages.json' with { type: 'json' }
import koPages from '../locales/ko/pages.json' with { type: 'json' }
import zhMessages from '../locales/zh/messages.json' with { type: 'json' }
import zhPages from '../locales/zh/pages.json' with { type: 'json' }
import type { Locale } from '../contract/locale.ts'

type Texts = typeof koPages & typeof koMessages
export type TextKey = keyof Texts

const RESOURCES: Record<Locale, Texts> = {
  ko: { ...koPages, ...koMessages },
  en: { ...enPages, ...enMessages },
  zh: { ...zhPages, ...zhMessages },
  ja: { ...jaPages, ...jaMessages },
}

const engine = createInstance()
void engine.init({
  resources: Object.fromEntries(Object.entries(RESOURCES).map(([locale, translation]) => [locale, { translation }])),
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  // A page escapes what it shows, and a message has no markup.
  interpolation: { escapeValue: false },
})

// The types of i18next know the keys of the app's texts only.
const translate = engine.t.bind(engine) as (key: TextKey, values: Record<string, string | number>) => string

/** The text in this language, with its places filled. */
export const say = (lng: Locale, key: TextKey, values: Record<string, string | number> = {}): string =>
  translate(key, { ...values, lng })
