// A link with a side effect, which runs only if this tab follows the link.
import { createEvent, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paths } from '../../src/rules/visit/paths.ts'
import { TextLink } from '../../src/ui/TextLink.tsx'
import { renderPart } from './texts.tsx'

const elsewhere: [string, MouseEventInit][] = [
  ['Ctrl', { ctrlKey: true }],
  ['Cmd', { metaKey: true }],
  ['Shift', { shiftKey: true }],
  ['Alt', { altKey: true }],
  ['the middle button', { button: 1 }],
]

/** jsdom follows no link out of the page. Whether the click was prevented is enough here. */
function press(link: HTMLElement, how: MouseEventInit) {
  const click = createEvent.click(link, { bubbles: true, cancelable: true, ...how })
  link.ownerDocument.addEventListener('click', (event) => event.preventDefault(), { once: true })
  fireEvent(link, click)
}

test.each(elsewhere)('a click with %s leaves the tab that stays as it is', (_, how) => {
  const onFollow = vi.fn<() => void>()
  renderPart(
    <>
      <TextLink href="https://service.test/" onFollow={onFollow}>
        Service
      </TextLink>
      <TextLink to={paths.login} onFollow={onFollow}>
        Another account
      </TextLink>
    </>,
  )
  for (const link of screen.getAllByRole('link')) press(link, how)
  expect(onFollow).not.toHaveBeenCalled()
})

test('calls onFollow for a plain click and for Enter', async () => {
  const onFollow = vi.fn<() => void>()
  const { user } = renderPart(
    <>
      <TextLink href="#service" onFollow={onFollow}>
        Service
      </TextLink>
      <TextLink to={paths.login} onFollow={onFollow}>
        Another account
      </TextLink>
    </>,
  )
  for (const link of screen.getAllByRole('link')) {
    await user.click(link)
    link.focus()
    await user.keyboard('{Enter}')
  }
  expect(onFollow).toHaveBeenCalledTimes(4)
})
