import { expect, test, vi } from 'vitest'
import { enter } from '../../../src/effects/session/session.ts'
import { changeLanguage } from '../../../src/effects/session/changeLanguage.ts'
import { files } from '../../../src/i18n/languages.ts'
import { useScreen } from '../../../src/stores/screen.ts'
import { welcomeData } from '../../support/builders.ts'

const said = () => useScreen.getState().toasts.map(({ text, tone }) => [text, tone])
const lost = [['errors.localeFailed', 'error']]

// The order matters: a loaded file cannot fail any more.
test('a language that is lost at the start shows a notice, which stays when the entry starts afresh', async () => {
  vi.spyOn(files.first, 'en').mockRejectedValueOnce(new Error('no texts'))
  expect(await changeLanguage('en')).toBe(false)
  expect(said()).toEqual(lost)
  enter(welcomeData())
  expect(said()).toEqual(lost)
})

test('a language that is there is used without a notice', async () => {
  expect(await changeLanguage('en')).toBe(true)
  expect(said()).toEqual([])
})
