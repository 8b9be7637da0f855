// Screens, "Join", enrollment letter: a browser without a database keeps it in memory only, and nothing breaks.
import { expect, test, vi } from 'vitest'
import type * as letterVault from '../../../src/effects/session/letterVault.ts'
import { keepLetter, recallLetter, whileChoosing } from '../../../src/effects/session/letter.ts'
import { readJoin } from '../../../src/stores/join.ts'
import { saveSignUp } from '../../../src/stores/signUp.ts'
import { deferred } from '../../support/deferred.ts'

const vault = vi.hoisted(() => ({ sealLetter: vi.fn<(letter: File) => Promise<string>>(), forgetLetter: vi.fn() }))
vi.mock('../../../src/effects/session/letterVault.ts', async (original) => {
  const real = await original<typeof letterVault>()
  vault.sealLetter.mockImplementation(real.sealLetter)
  vault.forgetLetter.mockImplementation(() => Promise.resolve())
  return { ...real, ...vault }
})

const letter = new File(['%PDF-1.7'], '증명서.pdf', { type: 'application/pdf' })

test('where nothing can be kept, the letter is there until the page is loaded again', async () => {
  expect('indexedDB' in globalThis).toBe(false)
  await keepLetter(letter)
  expect(readJoin()).toMatchObject({ letter, letter_ticket: '' })
  expect(await recallLetter()).toBe(letter)
  await keepLetter(null)
  expect(await recallLetter()).toBeNull()
})

test('a ticket that opens nothing is no letter, and is not tried again', async () => {
  saveSignUp({ letter: null, letter_ticket: '1-gone key' })
  expect(await recallLetter()).toBeNull()
  expect(readJoin()).toMatchObject({ letter: null, letter_ticket: '' })
})

test('a letter is shown once it is kept; of two the one that was chosen last', async () => {
  const [first, second] = [deferred(), deferred()]
  vault.sealLetter.mockReturnValueOnce(first.promise.then(() => '1-first key'))
  vault.sealLetter.mockReturnValueOnce(second.promise.then(() => '2-second key'))
  const another = new File(['%PDF-1.7'], '다른 증명서.pdf', { type: 'application/pdf' })
  const keeping = [keepLetter(letter), keepLetter(another)]
  expect(readJoin().letter).toBeNull()
  second.resolve()
  first.resolve()
  await Promise.all(keeping)
  expect(readJoin()).toMatchObject({ letter: another, letter_ticket: '2-second key' })
  expect(vault.forgetLetter.mock.calls).toEqual([['1-first key']])
})

test('who wants the letter while another one is read and kept gets the new one', async () => {
  vault.sealLetter.mockResolvedValue('')
  await keepLetter(letter)
  const read = deferred()
  const another = new File(['%PDF-1.7'], '다른 증명서.pdf', { type: 'application/pdf' })
  const chosen = whileChoosing(() => read.promise.then(() => keepLetter(another)))
  const wanted = recallLetter()
  read.resolve()
  expect(await wanted).toBe(another)
  await chosen
})
