// The environment of the backend. Only the programs read it: main.ts, the commands and the demonstration.
import { withoutEmpty } from '../../contract/settings.ts'
import { schemaOf, wrongLines, type SettingsOf } from '../../server/settingRow.ts'
import { StartProblem } from '../startProblem.ts'
import { isLimitSetting } from './limits.ts'
import { ENVIRONMENT_ROWS } from './rows.ts'
import { isSecretFile, withSecretFiles } from './secretFiles.ts'

/** The environment of a backend that is started by itself. */
const Environment = schemaOf(ENVIRONMENT_ROWS)
type BackendEnvironment = SettingsOf<typeof ENVIRONMENT_ROWS>

/**
 * The addresses of the database. Either of the first two alone serves and migrates.
 * @throws StartProblem if a standby is named for the embedded database
 */
export function databaseOf({
  DATABASE_URL,
  DATABASE_MIGRATION_URL,
  DATABASE_STANDBY_URL,
}: Pick<BackendEnvironment, 'DATABASE_URL' | 'DATABASE_MIGRATION_URL' | 'DATABASE_STANDBY_URL'>): {
  database_url?: string
  migration_url?: string
  standby_url?: string
} {
  const database_url = DATABASE_URL ?? DATABASE_MIGRATION_URL
  if (!database_url && DATABASE_STANDBY_URL)
    throw new StartProblem(
      'DATABASE_STANDBY_URL: the embedded database has no standby. Set DATABASE_URL, or leave it out',
    )
  if (!database_url) return {}
  return {
    database_url,
    ...(DATABASE_URL && DATABASE_MIGRATION_URL && { migration_url: DATABASE_MIGRATION_URL }),
    ...(DATABASE_STANDBY_URL && { standby_url: DATABASE_STANDBY_URL }),
  }
}

/** Names that begin like a setting but are unknown: a misspelt name would leave the default in force. */
const unknownNames = (env: Record<string, string | undefined>): string[] =>
  Object.keys(env).filter(
    (name) =>
      name.startsWith('BACKEND_') && !(name in ENVIRONMENT_ROWS) && !isLimitSetting(name) && !isSecretFile(name),
  )

/** @throws StartProblem that names each setting which is wrong or unknown, and what is expected, never its value */
export function parseEnvironment(env: Record<string, string | undefined>): BackendEnvironment {
  const { filled, problems } = withSecretFiles(env)
  const parsed = Environment.safeParse(withoutEmpty(filled))
  const wrong = parsed.success ? [] : wrongLines(parsed.error)
  const unknown = unknownNames(env).map((name) => `${name}: no setting has this name`)
  const all = [...problems, ...wrong, ...unknown]
  if (parsed.success && all.length === 0) return parsed.data as BackendEnvironment
  throw new StartProblem(all)
}
