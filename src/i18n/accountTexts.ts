// The texts of the account's pages. They load with these pages only, and follow the language of the page.
import { files, loadLaterTexts } from './languages.ts'

/** Loads these texts in the current language. A change of language loads them in the next one. */
export function loadAccountTexts(): Promise<void> {
  files.more = {
    ko: () => import('../../locales/ko/account.json'),
    en: () => import('../../locales/en/account.json'),
    zh: () => import('../../locales/zh/account.json'),
    ja: () => import('../../locales/ja/account.json'),
  }
  return loadLaterTexts()
}
