import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PasswordField } from '../../src/ui/fields/PasswordField'
import { renderPart } from './texts'

const field = () => screen.getByLabelText<HTMLInputElement>('Password')
const show = () =>
  renderPart(
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      <PasswordField name="password" label="Password" hint="As at the service" autoComplete="current-password" />
      <button>Go</button>
    </form>,
  )

test('showing keeps what was typed, where the caret stands, and says what the button does next', async () => {
  const { user } = show()
  await user.type(field(), 'kT7!mz2R')
  field().setSelectionRange(3, 3)
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field()).toHaveAttribute('type', 'text')
  expect(field()).toHaveValue('kT7!mz2R')
  expect(field().selectionStart).toBe(3)
  expect(field()).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field()).toHaveAttribute('type', 'password')
})

test('it is hidden again when it is submitted, and when the page is left', async () => {
  const { user } = show()
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  await user.click(screen.getByRole('button', { name: 'Go' }))
  expect(field()).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(field()).toHaveAttribute('type', 'password')
})

test('the toggle can be used from the keyboard', async () => {
  const { user } = show()
  await user.tab()
  await user.tab()
  await user.keyboard('{Enter}')
  expect(field()).toHaveAttribute('type', 'text')
})

test('Korean letters are told as long as they are there, and stay', () => {
  show()
  const words = 'There are Korean letters in it. Please check your input language.'
  fireEvent.change(field(), { target: { value: 'ㅔㅁㄴ' } })
  fireEvent.keyUp(field(), { key: 'ㄴ' })
  expect(screen.getByText(words)).toBeVisible()
  expect(field()).toHaveValue('ㅔㅁㄴ')
  fireEvent.blur(field())
  expect(screen.getByText(words)).toBeVisible()
  fireEvent.change(field(), { target: { value: 'pas' } })
  fireEvent.keyUp(field(), { key: 's' })
  expect(screen.queryByText(words)).not.toBeInTheDocument()
})

test('caps lock is told only while the field has the focus', () => {
  show()
  fireEvent.keyDown(field(), { key: 'A', modifierCapsLock: true })
  expect(screen.getByText('Caps Lock is on.')).toBeVisible()
  fireEvent.blur(field())
  expect(screen.queryByText('Caps Lock is on.')).not.toBeInTheDocument()
})

test('its id is its name, its hint belongs to it, and it is not called wrong before it is', () => {
  show()
  expect(field()).toHaveAttribute('id', 'password')
  expect(field()).toHaveAccessibleDescription('As at the service')
  expect(field()).not.toHaveAttribute('aria-invalid')
})

test('an error takes the place of the hint', () => {
  renderPart(
    <PasswordField
      name="password"
      label="Password"
      hint="As at the service"
      error="Enter it"
      autoComplete="new-password"
      onBlur={vi.fn()}
    />,
  )
  expect(field()).toHaveAccessibleDescription('Enter it')
  expect(field()).toHaveAttribute('aria-invalid', 'true')
})
