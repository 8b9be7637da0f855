// jsdom follows a link to a fragment of the page, and no other.
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openNewTabs } from '../../../src/effects/browser/newTabs.ts'

const TERMS = '#terms'

beforeEach(() => {
  openNewTabs()
  const link = document.createElement('a')
  link.href = TERMS
  link.target = '_blank'
  link.innerHTML = '<span>Terms</span>'
  document.body.append(link)
})
afterEach(() => {
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
})

const link = () => document.querySelector('a') as HTMLAnchorElement
const words = () => link().firstElementChild as Element

test('opens a tab that cannot reach this page', async () => {
  const tab = { opener: window }
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  await userEvent.click(words())
  expect(open.mock.calls).toEqual([[link().href, '_blank']])
  expect(tab.opener).toBe(null)
  expect(location.hash).toBe('')
})

test('follows the link in this tab if the browser refuses a new one', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  await userEvent.click(words())
  expect(location.hash).toBe(TERMS)
})

test.each(['Control', 'Meta', 'Shift', 'Alt'])('leaves a click with %s to the browser', async (key) => {
  const open = vi.spyOn(window, 'open')
  const user = userEvent.setup()
  await user.keyboard(`{${key}>}`)
  await user.click(words())
  expect(open).not.toHaveBeenCalled()
})

test('leaves a link of this tab alone', async () => {
  const open = vi.spyOn(window, 'open')
  link().removeAttribute('target')
  await userEvent.click(words())
  expect(open).not.toHaveBeenCalled()
  expect(location.hash).toBe(TERMS)
})
