// Security A4: the words of contract/guessable.ts, with the most frequent passwords of a public list.
import { everydayWords, MOST_FREQUENT } from '../../../contract/guessable.ts'

let loaded: Promise<ReadonlySet<string>> | undefined

/** Loaded when the first password is set, because loading takes a moment and a sign-in does not need it. */
export const commonWords = (): Promise<ReadonlySet<string>> => (loaded ??= load())

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return everydayWords(dictionary['passwords-common'].slice(0, MOST_FREQUENT))
}
