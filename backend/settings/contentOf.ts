// The text of a file that the operator names.
import { readFileSync } from 'node:fs'
import { StartProblem } from '../startProblem'

/** @param setting the setting that names the file, if one does @throws StartProblem if it cannot be read */
export function contentOf(path: string, setting?: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new StartProblem(`${setting === undefined ? '' : `${setting}: `}${path} cannot be read${code}`)
  }
}
