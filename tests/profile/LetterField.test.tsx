// Screens, "Join", enrollment letter: the messages of the field for a chosen file.
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { LetterField } from '../../src/profile/LetterField.tsx'
import { readJoin } from '../../src/stores/join.ts'
import { renderPart } from '../support/render.tsx'

const pdf = (name: string) => new File(['%PDF-1.7 ', name], name, { type: 'application/pdf' })
const UNREADABLE = 'We couldn’t read this file. Save it on this device and choose it again.'

/** A file that is still in a cloud or was moved: reading it fails from this byte on. */
function unreadable(readsHead: boolean): File {
  const file = pdf('moved.pdf')
  const refuse = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
  vi.spyOn(file, 'arrayBuffer').mockImplementation(refuse)
  if (!readsHead) vi.spyOn(file, 'slice').mockImplementation(() => Object.assign(new Blob(), { arrayBuffer: refuse }))
  return file
}

test.each([
  ['at all', false],
  ['to its end', true],
])('a file that cannot be read %s shows an error at the field, and is not kept', async (_, readsHead) => {
  const { user } = await renderPart(<LetterField />)
  const field = await screen.findByLabelText(/^Enrolment letter/)
  await user.upload(field, unreadable(readsHead))
  await waitFor(() => expect(field).toBeInvalid())
  expect(field).toHaveAccessibleDescription(expect.stringContaining(UNREADABLE))
  expect(readJoin().letter).toBeNull()
  await user.upload(field, pdf('copy.pdf'))
  await waitFor(() => expect(readJoin().letter?.name).toBe('copy.pdf'))
  await waitFor(() => expect(field).toBeValid())
})

test('a file that is read slowly does not take the place of one that was chosen later', async () => {
  const { user } = await renderPart(<LetterField />)
  const field = await screen.findByLabelText(/^Enrolment letter/)
  const slow = pdf('slow.pdf')
  let finish = () => {}
  const reading = new Promise<ArrayBuffer>((resolve) => (finish = () => resolve(new ArrayBuffer(9))))
  vi.spyOn(slow, 'arrayBuffer').mockReturnValue(reading)
  await user.upload(field, slow)
  await user.upload(field, pdf('later.pdf'))
  await waitFor(() => expect(readJoin().letter?.name).toBe('later.pdf'))
  finish()
  await reading
  await new Promise((resolve) => setTimeout(resolve))
  expect(readJoin().letter?.name).toBe('later.pdf')
})
