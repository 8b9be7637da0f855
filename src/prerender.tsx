// Run at build time only: what a page shows before its script has arrived, in each language.
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import i18next from 'i18next'
import { App } from './app/App'
import { Shell } from './app/Shell'
import { startI18n } from './i18n/start'
import { htmlLang } from './rules/locale'
import { paths } from './rules/paths'
import { Skeleton } from './ui/Skeleton'
import type { Locale } from './wire/codes'

const at = (path: string, app: ReactElement) => renderToString(<StaticRouter location={path}>{app}</StaticRouter>)

/**
 * `form`: the login form as the entry shows it, to be hydrated. `shell`: the service-neutral outline of every other page.
 * `lang` and `title` are those of the document.
 */
export async function render(locale: Locale): Promise<{ lang: string; title: string; form: string; shell: string }> {
  await startI18n(locale)
  return {
    lang: htmlLang(locale),
    title: i18next.t('title.login'),
    form: at(paths.initLogin, <App />),
    shell: at(
      paths.initSession,
      <Shell>
        <Skeleton />
      </Shell>,
    ),
  }
}
