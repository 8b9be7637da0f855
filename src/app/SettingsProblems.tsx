// A wrong setting: a page that says so, and a log line for the operator that names the setting and never its value.
import { createRoot } from 'react-dom/client'
import { translation } from '../i18n/languages.ts'

export function showSettingsProblems(root: HTMLElement, problems: readonly string[]): void {
  for (const problem of problems) console.error(`setting ${problem}`)
  const { t } = translation()
  document.title = t('shell.product')
  createRoot(root).render(
    <main className="main">
      <div className="card stack">
        <h1>{t('shell.settingsWrong')}</h1>
        <p>{t('shell.settingsWrongText')}</p>
        <ul>
          {problems.map((problem) => (
            <li key={problem}>
              <code>{problem}</code>
            </li>
          ))}
        </ul>
      </div>
    </main>,
  )
}
