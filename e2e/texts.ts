// The app's texts by message key, so that a journey names a message and not its wording.
import { readdirSync, readFileSync } from 'node:fs'
import { formatSpan } from '../src/i18n/spans.ts'
import { type Locale, LOCALES } from '../contract/locale.ts'
import type { MessageKey, Values } from '../src/rules/texts/messages.ts'

export type Language = Locale
export const LANGUAGES = LOCALES
export { HTML_LANG } from '../contract/locale.ts'

const folder = new URL('../locales/', import.meta.url)

function read(language: Language): Record<string, string> {
  const files = readdirSync(new URL(`${language}/`, folder))
  return Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')) as object),
  ) as Record<string, string>
}

const texts = Object.fromEntries(LANGUAGES.map((language) => [language, read(language)]))

/** The partner service that most journeys come from, as its visitors read it. */
const SERVICE: Record<Language, string> = {
  ko: '한걸음 러닝',
  en: 'Step Learning',
  zh: '一步学堂',
  ja: 'Step Learning',
}

/** The message in a language, with its placeholders filled. */
export function say(key: MessageKey, language: Language = 'ko', values: Values = {}): string {
  const text = texts[language]?.[key]
  if (text === undefined) throw new Error(`no ${key} in ${language}`)
  const filled: Values = { service: SERVICE[language], ...values }
  return text.replace(/\{\{(\w+)(, span)?\}\}/g, (_, name: string, span?: string) =>
    span ? formatSpan(language, Number(filled[name])) : String(filled[name] ?? ''),
  )
}

/**
 * The message as a pattern. Its `{{service}}` is any name: a scripted backend has a service of its own, and after a failure the page may know none.
 * @param isWhole whether nothing else stands before and after it
 */
export function pattern(key: MessageKey, language: Language = 'ko', values: Values = {}, isWhole = true): RegExp {
  const text = say(key, language, { service: '\u0001', ...values })
  const source = text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('\u0001', '.+')
  return new RegExp(isWhole ? `^${source}$` : source)
}
