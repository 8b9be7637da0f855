// The content of a file that the operator names.
import { readFileSync } from 'node:fs'
import { StartProblem } from '../startProblem.ts'

/** @throws StartProblem if it cannot be read */
export function bytesOf(path: string, name: string = path): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new StartProblem(`${name} cannot be read${code}`)
  }
}

/**
 * @param setting the setting that names the file; left out for a file that the command line names
 * @throws StartProblem if it cannot be read. NOTE: it names the setting and never its value, which is the secret itself if somebody has mistaken
 *   the one for the other
 */
export const contentOf = (path: string, setting?: string): string =>
  bytesOf(path, setting === undefined ? path : `${setting}: the file`).toString('utf8')

/** The JSON in a content. @throws StartProblem for any other text */
export function jsonIn(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw new StartProblem('the file is not JSON')
  }
}
