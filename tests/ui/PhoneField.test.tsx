// Spec §5, digit inputs that are formatted while typing.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { formatPhone, parsePhone } from '../../src/rules/fields/phone.ts'
import { verifyCodeDigits } from '../../src/rules/fields/verifyCode.ts'
import { CodeField } from '../../src/ui/fields/CodeField.tsx'
import { PhoneField } from '../../src/ui/fields/PhoneField.tsx'
import { PasswordField } from '../../src/ui/fields/PasswordField.tsx'
import { TextField } from '../../src/ui/fields/TextField.tsx'
import { renderPart } from './texts.tsx'

const country = {
  name: 'nation',
  label: 'Country',
  choices: [{ value: '82', text: '+82 Korea' }],
  value: '82',
  onChange: () => {},
}

function Phone({ first }: { first: string }) {
  const [digits, setDigits] = useState(first)
  return (
    <PhoneField
      name="phone"
      label="Phone"
      country={country}
      value={formatPhone(digits)}
      onText={(typed) => setDigits(parsePhone(typed).phone_number)}
    />
  )
}

function Code() {
  const [code, setCode] = useState('')
  return (
    <>
      <CodeField name="code" label="Code" value={code} onText={(typed) => setCode(verifyCodeDigits(typed))} />
      <output>{code}</output>
    </>
  )
}

const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const put = (at: number) => input('Phone').setSelectionRange(at, at)

test('a text and a password take 1000 characters, and a phone 256', () => {
  renderPart(
    <>
      <TextField name="text" label="Text" />
      <PasswordField name="password" label="Password" autoComplete="new-password" />
      <Phone first="" />
    </>,
  )
  const limits = ['Text', 'Password', 'Phone'].map((name) => input(name).maxLength)
  expect(limits).toEqual([1000, 1000, 256])
})

test.each([
  ['a digit in the middle', 4, '9', '010-9123-45678', 5],
  ['a digit before a hyphen', 3, '9', '010-9123-45678', 5],
  ['Backspace in the middle', 6, '{Backspace}', '010-134-5678', 5],
  ['Backspace on a hyphen only passes it', 4, '{Backspace}', '010-1234-5678', 3],
  ['a digit at the end', 13, '9', '010-1234-56789', 14],
])('%s leaves the caret where it is', async (_, at, keys, text, caret) => {
  const { user } = renderPart(<Phone first="01012345678" />)
  await user.click(input('Phone'))
  put(at)
  await user.keyboard(keys)
  expect(input('Phone')).toHaveValue(text)
  await waitFor(() => expect(input('Phone').selectionStart).toBe(caret))
})

test.each([
  ['a code', <Code key="code" />, 'Code', '１２３', '123'],
  ['a number', <Phone key="phone" first="" />, 'Phone', '０１０１', '010-1'],
])('%s that is composed is left alone until it is finished', async (_, part, label, typed, text) => {
  renderPart(part)
  const field = input(label)
  field.focus()
  fireEvent.compositionStart(field)
  for (let letters = 1; letters <= typed.length; letters += 1) {
    fireEvent.input(field, { target: { value: typed.slice(0, letters) }, isComposing: true })
    expect(field).toHaveValue(typed.slice(0, letters))
  }
  fireEvent.compositionEnd(field)
  expect(field).toHaveValue(text)
})

test('the closed list of countries shows the calling code alone, and the open one the names', () => {
  renderPart(<Phone first="" />)
  expect(screen.getByRole('combobox', { name: 'Country' })).toHaveDisplayValue('+82 Korea')
  // What lies over the code is invisible until it opens (ui/pages.css).
  const code = screen.getByText('+82')
  expect(code.parentElement).toContainElement(screen.getByRole('combobox'))
})

test('counts composed text, because some keyboards never finish a composition', () => {
  renderPart(<Code />)
  const field = input('Code')
  fireEvent.compositionStart(field)
  fireEvent.input(field, { target: { value: '１２３４５６' }, isComposing: true })
  expect(field).toHaveValue('１２３４５６')
  expect(screen.getByRole('status')).toHaveTextContent('123456')
})
