// The list of companies or schools while the code of its search is loading, and without it.
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { SearchSelect } from '../../src/ui/fields/SearchSelect.tsx'
import { renderPart } from './texts.tsx'

const choices = [
  { value: 'A', text: '강원대학교' },
  { value: 'B', text: '서울대학교' },
]

function School() {
  const [value, setValue] = useState('')
  return (
    <>
      <SearchSelect name="school" label="School" choices={choices} value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}
const field = () => screen.getByRole('combobox', { name: 'School' })

test('without a connection the list is a native select', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  renderPart(<School />)
  await waitFor(() => expect(field()).toBeEnabled())
  await userEvent.setup().selectOptions(field(), '서울대학교')
  expect(screen.getByRole('status')).toHaveTextContent('B')
})

test('until its code is here the list says that it is coming, and then it can be searched', async () => {
  renderPart(<School />)
  expect(field()).toBeDisabled()
  expect(field()).toHaveDisplayValue('Getting the list')
  const user = userEvent.setup()
  await waitFor(() => expect(field()).toBeEnabled())
  await user.type(field(), 'ㅅㅇㄷ{Enter}')
  expect(screen.getByRole('status')).toHaveTextContent('B')
})
