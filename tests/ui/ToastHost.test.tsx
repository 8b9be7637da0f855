import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ToastHost } from '../../src/app/ToastHost.tsx'
import { noteControls } from '../../src/effects/browser/toastPlace.ts'
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

/** Gives an element its place in the window of jsdom, 1024 by 768. */
const at = (element: Element, top: number, bottom: number) =>
  vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 100, bottom - top))

/** Shows a toast of 64 px when "Remove" is pressed. @returns how far above the end of the window it ends, and where it shows on a desktop */
async function press(
  width: number,
  places: Readonly<Record<string, readonly [top: number, bottom: number]>>,
  focused?: string,
) {
  vi.stubGlobal('innerWidth', width)
  onTestFinished(noteControls())
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64)
  renderPart(
    <>
      <h1 id="title">Title</h1>
      <input aria-label="Field" />
      <button onClick={() => showToast('sso.forgotten', 'success')}>Remove</button>
      <button>Sign in</button>
      <a href="/about">About</a>
      <ToastHost />
    </>,
  )
  for (const [name, [top, bottom]] of Object.entries(places))
    at(screen.queryByLabelText(name) ?? screen.getByText(name), top, bottom)
  if (focused) screen.getByLabelText(focused).focus()
  fireEvent.pointerDown(screen.getByText('Remove'))
  fireEvent.click(screen.getByText('Remove'))
  await act(() => vi.dynamicImportSettled())
  const region = screen.getByRole('status')
  return { region, end: region.style.getPropertyValue('--lift'), isLow: region.className === 'toasts low' }
}

test.each([
  ['a pressed control in its way', { Remove: [600, 644] }, '176px'],
  ['a control at the end of the window', { Remove: [720, 764] }, '80px'],
  ['a control in the upper half', { Remove: [200, 244] }, '80px'],
  ['another button in its way, and a link above that', { 'Sign in': [640, 692], About: [540, 580] }, '236px'],
  [
    'buttons, where no place is clear of all fields and links',
    { 'Sign in': [600, 652], Field: [0, 590], About: [690, 760] },
    '176px',
  ],
] as const)('on a phone a toast stays clear of %s', async (_, places, end) => {
  expect(await press(390, places)).toMatchObject({ end })
})

test.each([
  ['at the top', { Remove: [200, 244] }, false],
  ['at the end, if the pressed control is at the top', { Remove: [40, 84] }, true],
  ['at the end, if another button is at the top', { Remove: [200, 244], 'Sign in': [20, 64] }, true],
] as const)('on a desktop a toast shows %s', async (_, places, isLow) => {
  expect(await press(1280, places)).toMatchObject({ isLow })
})

test('a toast above the pressed control is above the focused field too', async () => {
  const { end } = await press(390, { Remove: [600, 644], Field: [530, 560] }, 'Field')
  expect(end).toBe('246px')
})

test('a toast makes way for a button that the focus or the page moves below it', async () => {
  const { region } = await press(390, { Remove: [200, 244] })
  at(region, 624, 688)
  at(screen.getByText('Sign in'), 640, 692)
  fireEvent.scroll(window)
  expect(region.style.getPropertyValue('--lift')).toBe('136px')
})

test('a key event of the whole page, such as one of an extension, keeps no toast from its place', async () => {
  onTestFinished(noteControls())
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64)
  renderPart(<ToastHost />)
  fireEvent.keyDown(document)
  act(() => showToast('sso.forgotten', 'success'))
  await act(() => vi.dynamicImportSettled())
  expect(screen.getByRole('status').style.getPropertyValue('--lift')).toBe('80px')
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
