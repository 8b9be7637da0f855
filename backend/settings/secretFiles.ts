// Secrets that an orchestrator puts into files: NAME_FILE is the path of the file that holds the value of NAME.
import type { SettingRow } from '../../server/settingRow.ts'
import { StartProblem } from '../startProblem.ts'
import { contentOf } from './contentOf.ts'
import { ENVIRONMENT_ROWS } from './rows.ts'

type Env = Record<string, string | undefined>

const SECRETS = Object.entries<SettingRow>(ENVIRONMENT_ROWS).flatMap(([name, { secret }]) => (secret ? [name] : []))

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
