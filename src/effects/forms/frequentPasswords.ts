// Security A4: passwords that are easy to guess, with the list that the build makes. guessable.ts fetches this module.
import frequent from 'virtual:frequent-passwords'
import { everydayWords, isGuessable, wordsOf } from '../../../contract/guessable.ts'

const everyday = everydayWords(frequent.split(' '))

export const isFrequent = (password: string, names: readonly (string | null | undefined)[]): boolean =>
  isGuessable(password, [everyday, new Set(wordsOf(names))])

/** Whether one of these names makes up at least half of the password. */
export const isOfNames = (password: string, names: readonly (string | null | undefined)[]): boolean =>
  isGuessable(password, [new Set(wordsOf(names))])
