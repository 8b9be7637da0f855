import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { TermsList, type TermsRow } from '../../src/ui/TermsList'
import { renderPart } from './texts'

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

function Listed() {
  const [agreed, setAgreed] = useState<readonly string[]>([])
  return <TermsList terms={terms} agreed={agreed} onChange={setAgreed} />
}
const all = () => screen.getByRole('checkbox', { name: 'Agree to all' })

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
