// The text of a file that the operator names.
import { readFileSync } from 'node:fs'
import { StartProblem } from '../startProblem.ts'

/**
 * @param setting the setting that names the file; left out for a file that the command line names
 * @throws StartProblem if it cannot be read. NOTE: it names the setting and never its value, which is the secret itself if somebody has mistaken
 *   the one for the other
 */
export function contentOf(path: string, setting?: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new StartProblem(`${setting === undefined ? path : `${setting}: the file`} cannot be read${code}`)
  }
}
