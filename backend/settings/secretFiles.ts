// Secrets that an orchestrator puts into files: NAME_FILE is the path of the file that holds the value of NAME.
import { StartProblem } from '../startProblem.ts'
import { contentOf } from './contentOf.ts'

type Env = Record<string, string | undefined>

const SECRETS = [
  'DATABASE_URL',
  'DATABASE_MIGRATION_URL',
  'BACKUP_DATABASE_URL',
  'BACKEND_KEY_ENCRYPTION_KEY',
  'SMTP_URL',
  'SMS_URL',
  'SMS_FALLBACK_URL',
  'SMS_SECRET',
]

/** Whether the name is that of a setting that names a file with a secret. */
export const isSecretFile = (name: string): boolean => SECRETS.some((secret) => name === `${secret}_FILE`)

/** Whether the environment has this setting, or names a file with it. */
export const isGiven = (env: Env, name: string): boolean =>
  Boolean(env[name]) || (SECRETS.includes(name) && Boolean(env[`${name}_FILE`]))

/** The environment with the contents of the named files. @throws StartProblem if a file cannot be read, or a value is given twice */
export function withSecretFiles(env: Env): Env {
  const filled = { ...env }
  for (const name of SECRETS) {
    const setting = `${name}_FILE`
    const path = env[setting]
    if (!path) continue
    if (env[name]) throw new StartProblem(`${name} and ${setting}: only one of them`)
    filled[name] = contentOf(path, setting).trim()
  }
  return filled
}
