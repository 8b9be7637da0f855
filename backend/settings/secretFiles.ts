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

/** The value of a secret, from its file if the environment names one. @throws StartProblem if it cannot be read, or is given twice */
export function givenSecret(env: Env, name: string): string | undefined {
  const setting = `${name}_FILE`
  const path = env[setting]
  if (!path) return env[name]
  if (env[name]) throw new StartProblem(`${name} and ${setting}: only one of them`)
  return contentOf(path, setting).trim()
}

/** The environment with the contents of the named files, and a problem for each file that cannot be read and each value that is given twice. */
export function withSecretFiles(env: Env): { filled: Env; problems: string[] } {
  const filled = { ...env }
  const problems: string[] = []
  for (const name of SECRETS)
    try {
      if (env[`${name}_FILE`]) filled[name] = givenSecret(env, name)
    } catch (error) {
      if (!(error instanceof StartProblem)) throw error
      problems.push(...error.problems)
    }
  return { filled, problems }
}
