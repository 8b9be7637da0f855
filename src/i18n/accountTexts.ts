// The texts of the account's pages. They load with these pages only, and follow the language of the page.
import { renewable } from '../state/timeout.ts'
import { files, loadLaterTexts, type Texts } from './languages.ts'

type File = () => Promise<{ default: Texts }>
function both(...parts: readonly [File, File]): File {
  const [one, other] = [renewable(parts[0]), renewable(parts[1])]
  return async function texts() {
    const [first, second] = await Promise.all([one(), other()])
    return { default: { ...first.default, ...second.default } }
  }
}

/** Loads these texts in the current language. A change of language loads them in the next one. */
export function loadAccountTexts(): Promise<void> {
  files.more = {
    ko: both(
      () => import('../../locales/ko/account.json'),
      () => import('../../locales/ko/exported.json'),
    ),
    en: both(
      () => import('../../locales/en/account.json'),
      () => import('../../locales/en/exported.json'),
    ),
    zh: both(
      () => import('../../locales/zh/account.json'),
      () => import('../../locales/zh/exported.json'),
    ),
    ja: both(
      () => import('../../locales/ja/account.json'),
      () => import('../../locales/ja/exported.json'),
    ),
  }
  return loadLaterTexts()
}
