// Screens, "Join", enrollment letter: a browser without a database keeps it in memory only, and nothing breaks.
import { expect, test } from 'vitest'
import { keepLetter, recallLetter } from '../../../src/pages/join/letter'
import { readSignUp, saveSignUp } from '../../../src/stores/signUp'

const letter = new File(['%PDF-1.7'], '증명서.pdf', { type: 'application/pdf' })

test('where nothing can be kept, the letter is there until the page is loaded again', async () => {
  expect('indexedDB' in globalThis).toBe(false)
  await keepLetter(letter)
  expect(readSignUp()).toMatchObject({ letter, letter_ticket: '' })
  expect(await recallLetter()).toBe(letter)
  await keepLetter(null)
  expect(await recallLetter()).toBeNull()
})

test('a ticket that opens nothing is no letter, and is not tried again', async () => {
  saveSignUp({ letter: null, letter_ticket: '1-gone key' })
  expect(await recallLetter()).toBeNull()
  expect(readSignUp()).toMatchObject({ letter: null, letter_ticket: '' })
})
