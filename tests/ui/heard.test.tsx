// What later pages announce to a screen reader, without field errors.
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { NicknameField } from '../../src/profile/NicknameField.tsx'
import { FileField } from '../../src/ui/fields/FileField.tsx'
import { NewPasswordFields } from '../../src/ui/fields/NewPasswordFields.tsx'
import { TextField } from '../../src/ui/fields/TextField.tsx'
import { FormShell } from '../../src/ui/shell/FormShell.tsx'
import { MemberTypeCards } from '../../src/ui/lists/MemberTypeCards.tsx'
import { isFocusLost } from '../../src/ui/focus.ts'
import MajorsForm from '../../src/profile/MajorsForm.tsx'
import { TermsList } from '../../src/ui/lists/TermsList.tsx'
import { LiveRegion } from '../../src/ui/shell/announce.tsx'
import { Proof } from '../../src/pages/join/screens/Proof.tsx'
import { renderPart } from './texts.tsx'

const nothing = () => {}

test('describes the heading of a step with its position', () => {
  renderPart(
    <FormShell title="Terms" step={{ current: 2, total: 4, name: 'Terms' }} submit={null} onSubmit={nothing}>
      {null}
    </FormShell>,
  )
  expect(screen.getByRole('heading')).toHaveAccessibleDescription('Step 2 of 4 · Terms')
})

describe('a file', () => {
  function Letter() {
    const [file, setFile] = useState<File | null>(null)
    return (
      <FileField
        name="letter"
        label="Letter"
        hint="PDF"
        accept=".pdf"
        file={file && { name: file.name, size: '1 kB' }}
        onChoose={setFile}
      />
    )
  }

  test('is announced and described by its name, and its removal focuses the field', async () => {
    const { user } = renderPart(<Letter />)
    const field = screen.getByLabelText('Letter')
    const place = screen.getByRole('status', { hidden: true })
    await user.upload(field, new File(['x'], 'mine.pdf', { type: 'application/pdf' }))
    expect(place).toHaveTextContent('mine.pdf 1 kB')
    expect(field).toHaveAccessibleDescription('mine.pdf 1 kB PDF')
    await user.click(screen.getByRole('button', { name: 'Remove the file' }))
    expect(field).toHaveFocus()
    expect(field).toHaveAccessibleDescription('PDF')
  })
})

test.each([
  ['checking', ''],
  ['available', 'This nickname is available.'],
] as const)('a nickname that is %s', (state, heard) => {
  renderPart(<NicknameField name="nickName" nickname={{ state, settle: () => Promise.resolve(state) }} />)
  expect(screen.getByRole('status', { hidden: true })).toHaveTextContent(heard)
})

describe('the error of a group belongs to the control that gets the focus', () => {
  test('the member types', () => {
    renderPart(<MemberTypeCards value={null} onChoose={nothing} error="Choose one." />)
    expect(document.getElementById('memberTypeCode')).toHaveAccessibleDescription(/Choose one\.$/)
    expect(screen.getByRole('list')).not.toHaveAccessibleDescription()
  })

  test('the terms', () => {
    renderPart(
      <TermsList
        terms={[{ terms_code: 'A', name: 'A', required: true, url: null }]}
        agreed={[]}
        onChange={nothing}
        onRead={() => null}
        error="Agree."
      />,
    )
    expect(document.getElementById('consentedTerms')).toHaveAccessibleDescription('Agree.')
  })
})

test('describes a new password with the state of its rules', () => {
  const registered = (name: string) => ({ name, ref: nothing, onBlur: nothing, onChange: nothing })
  const fields = (value: string) => (
    <NewPasswordFields
      login_id="hana@b.kr"
      password={registered('password')}
      passwordComparison={registered('passwordComparison')}
      value={value}
      errors={{ password: value && 'Too short.' }}
    />
  )
  const { rerender } = renderPart(fields(''))
  const field = screen.getByLabelText('New password')
  expect(field).toHaveAccessibleDescription(/^Only letters, digits/)
  expect(field).not.toHaveAccessibleDescription(/not met/i)
  // The key of a phone's keyboard.
  expect(field).toHaveAttribute('enterkeyhint', 'next')
  expect(screen.getByLabelText('Repeat the new password')).toHaveAttribute('enterkeyhint', 'go')
  rerender(fields('abc'))
  expect(field).toHaveAccessibleDescription(/^Too short\. Only letters, digits.*\(not met yet\)/)
  expect(field).toHaveAccessibleDescription(/ID or mobile number \(met\)$/)
  rerender(fields('kT7!hana5'))
  expect(field).toHaveAccessibleDescription(/ID or mobile number \(needs a change\)$/)
})

test('marks an optional field with a separate word', () => {
  renderPart(<TextField name="letter" label="Letter" optional />)
  expect(screen.getByRole('textbox', { name: 'Letter (optional)' })).toBeVisible()
})

test('names the majors dialog by its title', () => {
  renderPart(
    <MajorsForm
      registered={{ majors: [], doubleMajors: [] }}
      onDraft={nothing}
      onProblem={nothing}
      onCancel={nothing}
      onRegister={nothing}
    />,
  )
  expect(screen.getByRole('heading')).toHaveFocus()
  expect(screen.getByRole('group', { name: 'Double major (optional)' })).toBeVisible()
})

describe('a proof', () => {
  const proof = (isVerified: boolean) => (
    <>
      <Proof isVerified={isVerified} changed="The number has changed.">
        <button>Verify</button>
      </Proof>
      <LiveRegion />
    </>
  )

  test('takes the focus of its form when it succeeds', () => {
    const { rerender } = renderPart(proof(false))
    screen.getByRole('button').focus()
    rerender(proof(true))
    expect(document.activeElement).toHaveTextContent('Verified')
    expect(isFocusLost()).toBe(false)
  })

  test('leaves the focus alone if it had succeeded before', () => {
    renderPart(proof(true))
    expect(isFocusLost()).toBe(true)
  })

  test('is announced when it no longer counts', () => {
    vi.useFakeTimers()
    const { rerender } = renderPart(proof(true))
    rerender(proof(false))
    vi.advanceTimersByTime(300)
    expect(document.getElementById('live-region')).toHaveTextContent('The number has changed.')
    vi.useRealTimers()
  })
})

test('counts the focus as lost on a disabled control', () => {
  const { rerender } = renderPart(<input aria-label="Code" />)
  screen.getByLabelText('Code').focus()
  expect(isFocusLost()).toBe(false)
  rerender(<input aria-label="Code" disabled />)
  fireEvent.blur(screen.getByLabelText('Code'))
  expect(isFocusLost()).toBe(true)
})
