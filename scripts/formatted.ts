// Markdown in the form that `npm run format` gives it.
import { readFileSync } from 'node:fs'
import { format } from 'oxfmt'

/** @param name of the file: its ending says what it is */
export async function formatted(name: string, text: string): Promise<string> {
  const options = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as Parameters<typeof format>[2]
  const { code, errors } = await format(name, text, options)
  const [error] = errors
  if (error) throw new Error(`${name}: ${error.message}`)
  return code
}
