// Secrets that an orchestrator puts into files: NAME_FILE is the path of the file that holds the value of NAME.
import { readFileSync } from 'node:fs'
import { StartProblem } from '../startProblem'

type Env = Record<string, string | undefined>

const SECRETS = ['DATABASE_URL', 'DATABASE_MIGRATION_URL', 'SMTP_URL', 'SMS_URL', 'SMS_FALLBACK_URL', 'SMS_SECRET']

function contentOf(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new StartProblem(`${setting}: ${path} cannot be read${code}`)
  }
}

/** The environment with the contents of the named files. @throws StartProblem if a file cannot be read, or a value is given twice */
export function withSecretFiles(env: Env): Env {
  const filled = { ...env }
  for (const name of SECRETS) {
    const setting = `${name}_FILE`
    const path = env[setting]
    if (!path) continue
    if (env[name]) throw new StartProblem(`${name} and ${setting}: only one of them`)
    filled[name] = contentOf(setting, path)
  }
  return filled
}
