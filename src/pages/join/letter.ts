// Screens, "Join", enrollment letter: the one that was chosen, in memory and, over a reload, in the vault. Where a browser keeps
// nothing, it can be chosen again on the last page.
import { forgetLetter, openLetter, sealLetter } from '../../effects/letterVault'
import { readSignUp, saveSignUp } from '../../stores/signUp'

/** Takes this letter in place of the one before; null: none. */
export async function keepLetter(letter: File | null): Promise<void> {
  const { letter_ticket } = readSignUp()
  saveSignUp({ letter, letter_ticket: '' })
  if (letter_ticket !== '') void forgetLetter(letter_ticket).catch(() => {})
  const ticket = letter && (await sealLetter(letter).catch(() => null))
  if (!ticket) return
  if (readSignUp().letter === letter) saveSignUp({ letter_ticket: ticket })
  else void forgetLetter(ticket).catch(() => {})
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
