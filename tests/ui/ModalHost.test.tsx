import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ModalHost } from '../../src/app/ModalHost.tsx'
import { Frame } from '../../src/ui/shell/Frame.tsx'
import { closeModal, openModal, useScreen, type ModalRequest, type ModalStatus } from '../../src/stores/screen.ts'
import { muiTheme } from '../../src/ui/muiTheme.ts'
import { renderPart } from './texts.tsx'

afterEach(() => {
  closeModal('initialize')
  cleanup()
  useScreen.setState({ modal: null, toasts: [] })
})

/** A page in the app's layout: inert under a dialog. */
function Page({ onOpen }: { onOpen: () => void }) {
  const isCovered = useScreen((screen) => screen.modal !== null)
  return (
    <Frame header={null} footer={null} inert={isCovered}>
      <button onClick={onOpen}>Open</button>
    </Frame>
  )
}

/** The host beside a page with a button that opens the modal. */
async function opened(request: ModalRequest) {
  const statuses: ModalStatus[] = []
  const { user } = renderPart(
    <>
      <Page onOpen={() => void openModal(request).then((status) => statuses.push(status))} />
      <ModalHost />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog')
  return { user, statuses, opener: screen.getByText('Open') }
}

test('a notice has one button, a name and a description, answers ok and returns the focus', async () => {
  const { user, statuses, opener } = await opened({ name: 'notice', text: 'error.generalText' })
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/Please start again/)
  expect(screen.getByRole('dialog')).toHaveAccessibleName()
  expect(within(screen.getByRole('dialog')).getAllByRole('button')).toHaveLength(1)
  expect(opener.closest('[inert]')).not.toBeNull()
  await waitFor(() => expect(screen.getByRole('button', { name: 'OK' })).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(statuses).toEqual(['ok']))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await waitFor(() => expect(opener).toHaveFocus())
})

test('a question focuses cancel first, and answers cancel', async () => {
  const { user, statuses } = await opened({ name: 'confirm', text: 'sso.forgetConfirm' })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(statuses).toEqual(['cancel']))
})

test('Escape closes', async () => {
  const { user, statuses } = await opened({ name: 'maxFailure' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(statuses).toEqual(['close']))
})

test('the back button closes, and the page stays', async () => {
  const { statuses } = await opened({ name: 'confirm', text: 'sso.forgetConfirm' })
  const before = window.location.href
  act(() => window.history.back())
  await waitFor(() => expect(statuses).toEqual(['close']))
  expect(window.location.href).toBe(before)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('the main button after five wrong passwords answers ok', async () => {
  const { user, statuses } = await opened({ name: 'maxFailure' })
  await user.click(screen.getByRole('button', { name: 'Reset password' }))
  await waitFor(() => expect(statuses).toEqual(['ok']))
})

test('a second modal closes the first with initialize', async () => {
  const { user, statuses } = await opened({ name: 'maxFailure' })
  const entries = window.history.length
  let second: Promise<ModalStatus> | undefined
  act(() => void (second = openModal({ name: 'notice', text: 'error.general' })))
  await screen.findByText('We couldn’t complete your request')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(statuses).toEqual(['initialize'])
  expect(window.history.length, 'one Back for one dialog').toBe(entries)
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(await second).toBe('ok')
  expect(window.history.state).toBeNull()
})

test('the restrict-child modal without a tick marks its checkbox and says why in a toast, and with it answers ok', async () => {
  const { user, statuses } = await opened({
    name: 'restrictChild',
    values: { now: Date.parse('2026-11-20T15:00:00Z') },
  })
  expect(screen.getByText(/born after 21 Nov 2012/)).toBeVisible()
  const [close, ok] = within(screen.getByRole('dialog')).getAllByRole('button')
  await waitFor(() => expect(close).toHaveFocus())
  await user.click(ok as HTMLElement)
  expect(useScreen.getState().toasts).toMatchObject([{ text: 'modal.agreeFirst' }])
  expect(statuses).toEqual([])
  expect(screen.getByRole('checkbox')).toHaveFocus()
  expect(screen.getByRole('checkbox')).toBeInvalid()
  expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('Please tick the box first.')
  await user.click(screen.getByRole('checkbox'))
  expect(screen.getByRole('checkbox')).toBeValid()
  await user.click(ok as HTMLElement)
  await waitFor(() => expect(statuses).toEqual(['ok']))
  expect(useScreen.getState().toasts, 'the toast leaves with its dialog').toEqual([])
})

test('the button of a notice that leads to another page says so', async () => {
  const { user, statuses } = await opened({ name: 'notice', text: 'resolve.over', button: 'info.toLogin' })
  expect(within(screen.getByRole('dialog')).getAllByRole('button')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Go to sign in' }))
  await waitFor(() => expect(statuses).toEqual(['ok']))
})

test.each([
  ['its own one, if few take the other', { second: true }, ['OK', 'My account']],
  ['the other one, if that is what comes next', {}, ['My account', 'OK']],
] as const)('the main button of a notice with two comes first and has the focus: %s', async (_, way, names) => {
  const ways = [{ text: 'identify.toAccount', onPress: () => {}, ...way } as const]
  await opened({ name: 'notice', text: 'identify.changedHere', ways })
  const [main, other] = within(screen.getByRole('dialog')).getAllByRole('button')
  expect([main, other].map((button) => button?.textContent)).toEqual(names)
  expect(main).not.toHaveClass('plain')
  expect(other).toHaveClass('link')
  await waitFor(() => expect(main).toHaveFocus())
})

test('the main button of a question comes before "cancel" where they stand in a column, and after it in a row', async () => {
  const names = () =>
    within(screen.getByRole('dialog'))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  await opened({ name: 'confirm', text: 'sso.forgetConfirm' })
  expect(names()).toEqual(['Cancel', 'Sign out'])
  const cancel = screen.getByRole('button', { name: 'Cancel' })
  await waitFor(() => expect(cancel).toHaveFocus())
  const top = vi.spyOn(cancel, 'offsetTop', 'get').mockReturnValue(60)
  fireEvent(window, new Event('resize'))
  expect(names()).toEqual(['Sign out', 'Cancel'])
  expect(cancel, 'the focus stays').toHaveFocus()
  top.mockReturnValue(0)
  fireEvent(window, new Event('resize'))
  expect(names()).toEqual(['Cancel', 'Sign out'])
})

test('a text of terms has a frame without rights, a way to a new tab, and Close', async () => {
  const termsText = { name: 'Terms of service', url: 'https://terms.test/1' }
  const { user, statuses, opener } = await opened({ name: 'termsText', termsText })
  const dialog = await screen.findByRole('dialog', { name: 'Terms of service' })
  const frame = await within(dialog).findByTitle('Terms of service')
  expect(frame).toHaveAttribute('sandbox', '')
  expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer')
  expect(frame).toHaveAttribute('src', termsText.url)
  expect(within(dialog).getByRole('status')).toHaveTextContent('Loading the text')
  fireEvent.load(frame)
  expect(within(dialog).queryByRole('status')).not.toBeInTheDocument()
  expect(within(dialog).getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('href', termsText.url)
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(statuses).toEqual(['close']))
  await waitFor(() => expect(opener).toHaveFocus())
})

test('Close closes the text after a link in the frame has added to the history', async () => {
  const { user, statuses } = await opened({
    name: 'termsText',
    termsText: { name: 'Terms of service', url: 'https://terms.test/1' },
  })
  const close = await screen.findByRole('button', { name: 'Close' })
  // A frame's entry belongs to the same history, and the page's own state stays.
  history.pushState(history.state, '')
  await user.click(close)
  await waitFor(() => expect(statuses).toEqual(['close']))
  expect(history.state).not.toHaveProperty('modal', expect.anything())
})

test('Spec §9, theme: light only, white surfaces, an orange-red secondary, a dark grey, and six breakpoints', () => {
  const { mode, primary, secondary, background, gray08, error, info, success, warning } = muiTheme.palette
  expect(mode).toBe('light')
  expect([primary, error, info, success, warning].map(({ main }) => main)).toEqual(Array(5).fill('#FFFFFF'))
  expect([background.default, secondary.main, gray08.main]).toEqual(['#FFFFFF', '#D93A00', '#2B2F36'])
  expect(muiTheme.breakpoints.values).toEqual({ xs: 0, sm: 600, md: 960, lg: 1280, xl: 1920, xxl: 2560 })
})
