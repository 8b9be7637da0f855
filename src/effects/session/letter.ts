// Screens, "Join", enrollment letter: the chosen file, in memory, and in the vault for a reload. If the browser stores nothing, the last
// page lets the member choose it again.
import { forgetLetter, openLetter, sealLetter } from './letterVault.ts'
import { readSignUp, saveSignUp } from '../../stores/signUp.ts'
import { pageState } from '../../state/pageState.ts'

/** The latest choice. An earlier letter that is still being sealed is dropped. */
const page = pageState(() => ({ chosen: null as File | null, choosing: Promise.resolve() }))

/** Chooses a letter. Whoever sends the letter waits for that: it takes time to read a file, and to seal it. */
export const whileChoosing = (choose: () => Promise<void>): Promise<void> => (page.choosing = choose())

/** Replaces the letter; null removes it. Resolves when the letter would survive a reload, or when the browser stores nothing. */
export async function keepLetter(letter: File | null): Promise<void> {
  page.chosen = letter
  const { letter_ticket } = readSignUp()
  saveSignUp({ letter: null, letter_ticket: '' })
  if (letter_ticket !== '') void forgetLetter(letter_ticket).catch(() => {})
  const ticket = letter ? await sealLetter(letter).catch(() => '') : ''
  if (page.chosen === letter) saveSignUp({ letter, letter_ticket: ticket })
  else if (ticket !== '') void forgetLetter(ticket).catch(() => {})
}

/** The chosen letter, also after a reload. */
export async function recallLetter(): Promise<File | null> {
  await page.choosing
  const { letter, letter_ticket } = readSignUp()
  if (letter || letter_ticket === '') return letter
  const found = await openLetter(letter_ticket).catch(() => null)
  if (readSignUp().letter_ticket !== letter_ticket) return readSignUp().letter
  saveSignUp({ letter: found, ...(!found && { letter_ticket: '' }) })
  return found
}
