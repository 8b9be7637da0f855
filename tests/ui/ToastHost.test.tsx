import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastHost } from '../../src/app/ToastHost.tsx'
import { showToast, useScreen } from '../../src/stores/screen.ts'
import { renderPart } from './texts.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  useScreen.setState({ toasts: [] })
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const said = () => screen.queryByText('Signed out.')
const show = () => {
  renderPart(<ToastHost />)
  act(() => showToast('sso.forgotten', 'success'))
}

test('has a live region before the first toast', () => {
  renderPart(<ToastHost />)
  const region = screen.getByRole('status')
  act(() => showToast('sso.forgotten', 'success'))
  expect(region).toHaveTextContent('Signed out.')
  expect(region).toHaveAttribute('aria-live', 'polite')
})

test('a toast lasts 3800 ms', () => {
  show()
  pass(3799)
  expect(said()).toBeInTheDocument()
  pass(1)
  expect(said()).not.toBeInTheDocument()
})

test.each([
  ['pointed at', fireEvent.pointerMove, fireEvent.pointerLeave],
  ['focused', fireEvent.focus, fireEvent.blur],
])('its time stops while it is %s', (_, begin, end) => {
  show()
  pass(3000)
  begin(screen.getByRole('button'))
  pass(60_000)
  expect(said()).toBeInTheDocument()
  end(screen.getByRole('button'))
  pass(799)
  expect(said()).toBeInTheDocument()
  pass(1)
  expect(said()).not.toBeInTheDocument()
})

test('removes a toast that appears under a resting mouse', () => {
  show()
  fireEvent.pointerEnter(screen.getByRole('button'))
  pass(3800)
  expect(said()).not.toBeInTheDocument()
})

test.each([
  ['a control where it would show: above it', 600, '168px', 'toasts'],
  ['a control at the end of the window: above the space for it', 720, '', 'toasts'],
  ['a control in the upper half: at the end', 200, '', 'toasts'],
  ['a control at the top, also on a desktop: at the end', 40, '', 'toasts low'],
])('a toast stays clear of %s', (_, top, lift, place) => {
  renderPart(
    <>
      <button onClick={() => showToast('sso.forgotten', 'success')}>Remove</button>
      <ToastHost />
    </>,
  )
  const control = screen.getByRole('button', { name: 'Remove' })
  vi.spyOn(control, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 100, 44))
  fireEvent.pointerDown(control)
  fireEvent.click(control)
  const region = screen.getByRole('status')
  expect(region).toHaveAttribute('class', place)
  expect(region.style.getPropertyValue('--lift')).toBe(lift)
})

test('a toast above the pressed control is above the focused field too', () => {
  renderPart(
    <>
      <input />
      <ToastHost />
    </>,
  )
  const [field, control] = [screen.getByRole('textbox'), screen.getByRole('status')]
  vi.spyOn(field, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 460, 100, 30))
  vi.spyOn(control, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 600, 100, 44))
  fireEvent.pointerDown(control)
  act(() => field.focus())
  act(() => showToast('sso.forgotten', 'success'))
  expect(control.style.getPropertyValue('--lift')).toBe('308px')
})

test('stacks different toasts, each with its own time; an equal one takes the place of the first', () => {
  show()
  pass(1000)
  act(() => showToast('error.up', 'success'))
  pass(1000)
  act(() => showToast('sso.forgotten', 'success'))
  expect(screen.getAllByRole('button')).toHaveLength(2)
  pass(2800)
  expect(said()).toBeInTheDocument()
  expect(screen.getAllByRole('button')).toHaveLength(1)
  pass(1000)
  expect(said()).not.toBeInTheDocument()
})

test('has a close button that is not announced with the text', () => {
  show()
  expect(screen.getByRole('button')).toHaveAttribute('aria-live', 'off')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss message' }))
  expect(said()).not.toBeInTheDocument()
})
