// The most frequent passwords of a public list, for the app's check of a new password. The backend takes as many of the same list.
import type { Plugin } from 'vite'
import { MOST_FREQUENT } from '../../contract/guessable.ts'

const NAME = 'virtual:frequent-passwords'

async function code(): Promise<string> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return `export default ${JSON.stringify(dictionary['passwords-common'].slice(0, MOST_FREQUENT).join(' '))}`
}

export const frequentPasswords = (): Plugin => ({
  name: 'daemun:frequent-passwords',
  resolveId: { filter: { id: new RegExp(`^${NAME}$`) }, handler: () => `\0${NAME}` },
  load: { filter: { id: new RegExp(`^\0${NAME}$`) }, handler: code },
})
