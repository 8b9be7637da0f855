// Run at build time only: the login form of each language, as the entry shows it before anything is known.
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from './app/App'
import { startI18n } from './i18n/start'
import { paths } from './rules/paths'
import type { Locale } from './wire/codes'

export async function render(locale: Locale): Promise<string> {
  await startI18n(locale)
  return renderToString(
    <StaticRouter location={paths.initLogin}>
      <App />
    </StaticRouter>,
  )
}
