// What is wrong or missing in an environment that both servers may share.
import { problemsOf } from '../../backend/settingsProblems.ts'
import { appProblems, type Env } from '../../server/app/settings.ts'
import { LISTENING_ROWS, SERVER_ROWS } from '../../server/app/settingRows.ts'

/** Names that the app's server alone reads. Those with VITE_CONFIG_ belong to Vite. */
const isOfApp = (name: string): boolean =>
  /^VITE_(?!CONFIG_)/.test(name) || name in SERVER_ROWS || name in LISTENING_ROWS

/** A line for each problem. The app's server is looked at where one of its settings is given, because it often runs elsewhere. */
export function configProblems(env: Env): string[] {
  const hasApp = Object.entries(env).some(([name, value]) => value && isOfApp(name))
  return [...new Set([...problemsOf(env), ...(hasApp ? appProblems(env) : [])])]
}
