import { createEvent, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { TermsList, type TermsRow } from '../../src/ui/lists/TermsList.tsx'
import { renderPart } from './texts.tsx'

const terms: TermsRow[] = [
  { terms_code: 'SERVICE', name: 'Terms of service', required: true, url: 'https://terms.test/1' },
  {
    terms_code: 'MARKETING',
    name: 'News and offers',
    required: false,
    url: null,
    children: [
      { terms_code: 'AD_EMAIL', name: 'By e-mail' },
      { terms_code: 'AD_SMS', name: 'By text message' },
    ],
  },
]

function Listed({ onRead = () => null }: { onRead?: (text: { name: string; url: string }) => (() => void) | null }) {
  const [agreed, setAgreed] = useState<readonly string[]>([])
  return <TermsList terms={terms} agreed={agreed} onChange={setAgreed} onRead={onRead} />
}
const all = () => screen.getByRole('checkbox', { name: /^Agree to all/ })

test('"agree to all" ticks everything, and is mixed while some terms are agreed to', async () => {
  const { user } = renderPart(<Listed />)
  await user.click(all())
  for (const box of screen.getAllByRole('checkbox')) expect(box).toBeChecked()
  await user.click(screen.getByRole('checkbox', { name: 'By text message' }))
  expect(all()).toBePartiallyChecked()
  await user.click(all())
  expect(all()).toBeChecked()
  await user.click(all())
  for (const box of screen.getAllByRole('checkbox')) expect(box).not.toBeChecked()
})

test('"agree to all" says that it covers the optional terms, and only where there are any', async () => {
  const { user, rerender } = renderPart(<Listed />)
  expect(all()).toHaveAccessibleName('Agree to all, including optional items')
  await user.click(all())
  await user.click(screen.getByRole('checkbox', { name: '[Optional] News and offers' }))
  expect(screen.getByRole('checkbox', { name: '[Required] Terms of service' })).toBeChecked()
  for (const name of ['[Optional] News and offers', 'By e-mail', 'By text message'])
    expect(screen.getByRole('checkbox', { name })).not.toBeChecked()
  const required = terms.filter((each) => each.required)
  const [one, ...more] = [...required, { terms_code: 'PRIVACY', name: 'Privacy', required: true, url: null }]
  const shown = (terms: TermsRow[]) => <TermsList terms={terms} agreed={[]} onChange={changed} onRead={() => null} />
  const changed = vi.fn<(agreed: string[]) => void>()
  rerender(shown([one, ...more]))
  expect(all()).toHaveAccessibleName('Agree to all')
  // An item alone has the only box.
  rerender(shown([one]))
  await user.click(screen.getByRole('checkbox'))
  expect(screen.getByRole('checkbox')).toHaveAccessibleName('[Required] Terms of service')
  expect(changed).toHaveBeenLastCalledWith(['SERVICE'])
})

test('says required and optional in words, and puts the channels below marketing', async () => {
  const { user } = renderPart(<Listed />)
  expect(screen.getByRole('checkbox', { name: '[Required] Terms of service' })).toBeRequired()
  const channels = within(screen.getByRole('group', { name: 'News and offers' }))
  await user.click(channels.getByRole('checkbox', { name: 'By e-mail' }))
  expect(screen.getByRole('checkbox', { name: '[Optional] News and offers' })).toBeChecked()
})

test('opens a text in a new tab, and says so if a text is not available', () => {
  renderPart(<Listed />)
  expect(screen.getByRole('link', { name: /Read: Terms of service/ })).toHaveAttribute('target', '_blank')
  // Security H7: the opened page gets no reference to this page.
  expect(screen.getByRole('link', { name: /Read: Terms of service/ })).toHaveAttribute('rel', 'noopener noreferrer')
  expect(screen.getByText('Text not available')).toBeInTheDocument()
})

test('opens a text over the page, and with a modifier key still elsewhere', async () => {
  const open = vi.fn<() => void>()
  const onRead = vi.fn<(text: object) => () => void>(() => open)
  const { user } = renderPart(<Listed onRead={onRead} />)
  const link = screen.getByRole('link', { name: 'Read: Terms of service' })
  expect(onRead).toHaveBeenCalledWith({ name: 'Terms of service', url: 'https://terms.test/1' })
  expect(link).toHaveAttribute('href', 'https://terms.test/1')
  expect(link).not.toHaveAttribute('target')

  for (const how of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }]) {
    const click = createEvent.click(link, { bubbles: true, cancelable: true, ...how })
    // jsdom follows no link out of the page.
    let isKept = true
    document.addEventListener('click', (event) => ((isKept = !event.defaultPrevented), event.preventDefault()), {
      once: true,
    })
    fireEvent(link, click)
    expect(isKept).toBe(true)
  }
  expect(open).not.toHaveBeenCalled()

  await user.click(link)
  expect(open).toHaveBeenCalledTimes(1)
  expect(link).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(open).toHaveBeenCalledTimes(2)
})
