// What a screen reader announces from live regions.
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, afterEach, describe, expect, test, vi } from 'vitest'
import { LiveRegion, announce } from '../../src/ui/shell/announce.tsx'
import { TextField } from '../../src/ui/fields/TextField.tsx'
import { FormShell } from '../../src/ui/shell/FormShell.tsx'
import { renderPart } from './texts.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const heard = () => document.getElementById('live-region')?.textContent
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

const form = (error?: string, onSubmit: () => void | Promise<void> = () => {}) => (
  <>
    <FormShell title="Details" submit="Go" onSubmit={onSubmit} problems={error ? [{ field: 'name', text: error }] : []}>
      <TextField name="name" label="Name" error={error} />
      <TextField name="nickname" label="Nickname" />
    </FormShell>
    <LiveRegion />
  </>
)

describe('a problem of a field', () => {
  test.each([
    ['its field has the focus, as after Enter', 'Name'],
    ['its field was just left', 'Nickname'],
  ])('is announced where %s', (_, label) => {
    const { rerender } = renderPart(form())
    act(() => screen.getByLabelText(label).focus())
    rerender(form('Enter your name.'))
    pass(300)
    expect(heard()).toBe('Enter your name.')
    expect(screen.getByLabelText(label)).toHaveFocus()
  })

  test('is not announced when the focus moves to its field, which it describes', () => {
    const { rerender } = renderPart(form())
    act(() => screen.getByRole('button').focus())
    rerender(form('Enter your name.'))
    act(() => screen.getByLabelText('Name').focus())
    pass(300)
    expect(heard()).toBe('')
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Enter your name.')
  })
})

test('announces a remaining problem again after the next submit', async () => {
  renderPart(form('Enter your name.'))
  act(() => screen.getByLabelText('Name').focus())
  pass(10_000)
  expect(heard()).toBe('')
  await act(async () => screen.getByRole('button').click())
  pass(300)
  expect(heard()).toBe('Enter your name.')
})

test('announces a problem although the form is busy for a moment', async () => {
  function Checked() {
    const [error, setError] = useState<string>()
    return form(error, () => setError('Enter your name.'))
  }
  renderPart(<Checked />)
  act(() => screen.getByLabelText('Name').focus())
  await act(async () => screen.getByRole('button').click())
  pass(300)
  expect(heard()).toBe('Enter your name.')
})

test('announces the same words again, and clears them afterwards', () => {
  renderPart(<LiveRegion />)
  for (let times = 0; times < 2; times += 1) {
    act(() => void announce('Again.'))
    expect(heard()).toBe('')
    pass(300)
    expect(heard()).toBe('Again.')
  }
  pass(6000)
  expect(heard()).toBe('')
})

test('does not announce a cancelled text', () => {
  renderPart(<LiveRegion />)
  act(() => announce('Too late.')())
  pass(300)
  expect(heard()).toBe('')
})

test('announces a busy form only after a delay', async () => {
  let settle = () => {}
  const waits = () => new Promise<void>((resolve) => (settle = resolve))
  const { rerender } = renderPart(form(undefined, () => Promise.resolve()))
  await act(async () => screen.getByRole('button').click())
  pass(300)
  expect(heard()).toBe('')
  rerender(form(undefined, waits))
  await act(async () => screen.getByRole('button').click())
  pass(300)
  expect(heard()).toBe('Working on it')
  await act(async () => settle())
})
