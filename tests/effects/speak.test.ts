import i18next from 'i18next'
import { expect, test, vi } from 'vitest'
import { enter } from '../../src/effects/session'
import { speak, startSpeaking } from '../../src/effects/speak'
import { useScreen } from '../../src/stores/screen'
import { welcomeData } from '../support/builders'

const said = () => useScreen.getState().toasts.map(({ text, tone }) => [text, tone])
const lost = [['errors.localeFailed', 'error']]

// In this order: what has been loaded once cannot be lost any more.
test('a language that is lost at the start is told, and still told when the entry starts afresh', async () => {
  const init = i18next.init.bind(i18next)
  vi.spyOn(i18next, 'init').mockImplementation(async (options = {}) => {
    const started = await init(options)
    vi.spyOn(i18next, 'addResourceBundle').mockImplementationOnce(() => {
      throw new Error('no texts')
    })
    return started
  })
  expect(await startSpeaking('en')).toBe(false)
  expect(said()).toEqual(lost)
  enter(welcomeData())
  expect(said()).toEqual(lost)
})

test('one that is there is spoken without a word', async () => {
  expect(await speak('en')).toBe(true)
  expect(said()).toEqual([])
})
