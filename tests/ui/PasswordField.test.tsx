import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PasswordField } from '../../src/ui/fields/PasswordField.tsx'
import { renderPart } from './texts.tsx'

const field = () => screen.getByLabelText<HTMLInputElement>('Password')
const show = () =>
  renderPart(
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      <PasswordField name="password" label="Password" hint="As at the service" autoComplete="current-password" />
      <button>Go</button>
    </form>,
  )

test('keeps text and caret when shown, and renames the button', async () => {
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

test('hides the password on submit and when the page is left', async () => {
  const { user } = show()
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  await user.click(screen.getByRole('button', { name: 'Go' }))
  expect(field()).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(field()).toHaveAttribute('type', 'password')
})

test('toggles by keyboard', async () => {
  const { user } = show()
  await user.tab()
  await user.tab()
  await user.keyboard('{Enter}')
  expect(field()).toHaveAttribute('type', 'text')
})

test('warns of Korean letters while they are there, and keeps them', () => {
  show()
  const words = 'Your password contains Korean letters. Please check your input language.'
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

test('warns of Caps Lock only with the focus', () => {
  show()
  fireEvent.keyDown(field(), { key: 'A', modifierCapsLock: true })
  expect(screen.getByText('Caps Lock is on.')).toBeVisible()
  fireEvent.blur(field())
  expect(screen.queryByText('Caps Lock is on.')).not.toBeInTheDocument()
})

test('has its name as id, a hint as description, and no error at first', () => {
  show()
  expect(field()).toHaveAttribute('id', 'password')
  expect(field()).toHaveAccessibleDescription('As at the service')
  expect(field()).not.toHaveAttribute('aria-invalid')
})

test('replaces the hint by an error', () => {
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
