// Run at build time only: what a page shows before its script has arrived, in each language.
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from './app/App.tsx'
import { Shell } from './app/Shell.tsx'
import { changeLocale, loadLaterTexts, translation } from './i18n/languages.ts'
import { HTML_LANG, type Locale } from '../contract/locale.ts'
import { paths } from './rules/visit/paths.ts'
import { Button } from './ui/Button.tsx'
import { Skeleton } from './ui/shell/Skeleton.tsx'

const at = (path: string, app: ReactElement) => renderToString(<StaticRouter location={path}>{app}</StaticRouter>)

/**
 * `form`: the login form as the entry shows it, to be hydrated. `shell`: the service-neutral outline of every other page.
 * `lost`: what every page says where its script does not come. `slow`: what the form says while a press waits for it. `lang` and `title` are those of the document.
 * @param arrivals the names of other paths. `titles` has theirs.
 */
export async function render(locale: Locale, arrivals: readonly (keyof typeof paths)[] = []) {
  await changeLocale(locale)
  await loadLaterTexts()
  const { t } = translation()
  return {
    lang: HTML_LANG[locale],
    title: t('title.login'),
    titles: Object.fromEntries(arrivals.map((name) => [name, t(`title.${name}`)])),
    form: at(paths.initLogin, <App />),
    shell: at(
      paths.initSession,
      <Shell>
        <Skeleton />
      </Shell>,
    ),
    slow: t('common.slow'),
    lost: renderToString(
      <div lang={HTML_LANG[locale]} data-language={locale}>
        <div className="stack">
          <p>{t('shell.lost')}</p>
          <Button>{t('shell.reload')}</Button>
        </div>
      </div>,
    ),
  }
}
