// The sentences of the app, read from where the app has them: a journey names a message, not its wording.
import { readdirSync, readFileSync } from 'node:fs'
import { formatSpan } from '../src/i18n/spans'
import type { MessageKey, Values } from '../src/rules/messages'

export const LANGUAGES = ['ko', 'en', 'zh', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]
/** What a page says it is written in. */
export const HTML_LANG = { ko: 'ko', en: 'en', zh: 'zh-Hans', ja: 'ja' } as const satisfies Record<Language, string>

const folder = new URL('../locales/', import.meta.url)

function read(language: Language): Record<string, string> {
  const files = readdirSync(new URL(`${language}/`, folder))
  return Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')) as object),
  ) as Record<string, string>
}

const texts = Object.fromEntries(LANGUAGES.map((language) => [language, read(language)]))

/** The message in a language, its placeholders filled. */
export function say(key: MessageKey, language: Language = 'ko', values: Values = {}): string {
  const text = texts[language]?.[key]
  if (text === undefined) throw new Error(`no ${key} in ${language}`)
  return text.replace(/\{\{(\w+)(, span)?\}\}/g, (_, name: string, span?: string) =>
    span ? formatSpan(language, Number(values[name])) : String(values[name] ?? ''),
  )
}
