// A wrong setting: a page that says so, and a line in the log for whoever runs this, naming the setting and never its value.
import { createRoot } from 'react-dom/client'
import i18next from 'i18next'

export function showSettingsProblems(root: HTMLElement, problems: readonly string[]): void {
  for (const problem of problems) console.error(`setting ${problem}`)
  document.title = i18next.t('shell.product')
  createRoot(root).render(
    <main className="main">
      <div className="card stack">
        <h1>{i18next.t('shell.settingsWrong')}</h1>
        <p>{i18next.t('shell.settingsWrongText')}</p>
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
