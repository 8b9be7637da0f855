// Screens, "Join", enrollment letter: the one that was chosen, in memory and, over a reload, in the vault. Where a browser keeps
// nothing, it can be chosen again on the last page.
import { forgetLetter, openLetter, sealLetter } from './letterVault'
import { readSignUp, saveSignUp } from '../stores/signUp'

/** The last one that was chosen: another one that is still being sealed then comes too late. */
let chosen: File | null = null

/** Takes this letter in place of the one before; null: none. It is there once it would survive a reload, or nothing would. */
export async function keepLetter(letter: File | null): Promise<void> {
  chosen = letter
  const { letter_ticket } = readSignUp()
  saveSignUp({ letter: null, letter_ticket: '' })
  if (letter_ticket !== '') void forgetLetter(letter_ticket).catch(() => {})
  const ticket = letter ? await sealLetter(letter).catch(() => '') : ''
  if (chosen === letter) saveSignUp({ letter, letter_ticket: ticket })
  else if (ticket !== '') void forgetLetter(ticket).catch(() => {})
}

/** The letter that was chosen, also before a reload. */
export async function recallLetter(): Promise<File | null> {
  const { letter, letter_ticket } = readSignUp()
  if (letter || letter_ticket === '') return letter
  const found = await openLetter(letter_ticket).catch(() => null)
  if (readSignUp().letter_ticket !== letter_ticket) return readSignUp().letter
  saveSignUp({ letter: found, ...(!found && { letter_ticket: '' }) })
  return found
}
