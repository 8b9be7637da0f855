import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { TextField } from '../../src/ui/fields/TextField.tsx'
import type { FormError } from '../../src/rules/texts/messages.ts'
import { FormShell } from '../../src/ui/shell/FormShell.tsx'
import { LiveRegion } from '../../src/ui/shell/announce.tsx'
import { useSubmit } from '../../src/ui/shell/useSubmit.ts'
import type { Problem } from '../../src/ui/lists/ProblemSummary.tsx'
import { renderPart } from './texts.tsx'

const button = () => screen.getByRole('button', { name: 'Go' })

function later() {
  let settle = () => {}
  const promise = new Promise<void>((resolve) => (settle = resolve))
  return { promise, settle }
}

/** A form whose submits always find the given problems. */
function Checked({ finds }: { finds: readonly Problem[] }) {
  const [problems, setProblems] = useState<readonly Problem[]>([])
  return (
    <FormShell title="Details" submit="Go" problems={problems} onSubmit={() => setProblems([...finds])}>
      <TextField name="name" label="Name" />
      <TextField name="nickname" label="Nickname" error={problems.find(({ field }) => field === 'nickname')?.text} />
    </FormShell>
  )
}

test('ignores a second press and Enter until the first submit has settled', async () => {
  const first = later()
  const onSubmit = vi.fn(() => first.promise)
  const { user } = renderPart(
    <FormShell title="Details" submit="Go" onSubmit={onSubmit}>
      <TextField name="name" label="Name" />
    </FormShell>,
  )
  await user.type(screen.getByLabelText('Name'), 'Ada{Enter}')
  await user.click(button())
  await user.type(screen.getByLabelText('Name'), '{Enter}')
  expect(onSubmit).toHaveBeenCalledTimes(1)
  expect(button()).toHaveAttribute('aria-disabled', 'true')
  await act(async () => first.settle())
  expect(button()).not.toHaveAttribute('aria-disabled')
  await user.click(button())
  expect(onSubmit).toHaveBeenCalledTimes(2)
})

test('treats two presses at one moment as one submit', () => {
  const onSubmit = vi.fn(() => new Promise<void>(() => {}))
  renderPart(
    <FormShell title="Details" submit="Go" onSubmit={onSubmit}>
      <TextField name="name" label="Name" />
    </FormShell>,
  )
  act(() => {
    button().click()
    button().click()
  })
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

test('focuses a summary with links to the fields for two problems', async () => {
  const { user } = renderPart(
    <Checked
      finds={[
        { field: 'name', text: 'Enter a name' },
        { field: 'nickname', text: 'Enter a nickname' },
      ]}
    />,
  )
  await user.click(button())
  await waitFor(() => expect(screen.getByRole('group', { name: 'Please check 2 fields' })).toHaveFocus())
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  await user.click(screen.getByRole('link', { name: 'Enter a nickname' }))
  await waitFor(() => expect(screen.getByLabelText('Nickname')).toHaveFocus())
  expect(scroll.mock.contexts).toEqual([document.getElementById('nickname-note')])
})

const TWO = [
  { field: 'name', text: 'Enter a name' },
  { field: 'nickname', text: 'Enter a nickname' },
]

/** A form whose summary fails as `lost` does. */
function Unsummed({ lost }: { lost: () => Promise<void> }) {
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const { form } = useSubmit({ problems, onSubmit: () => setProblems(TWO) }, lost)
  return (
    <form {...form}>
      <TextField name="name" label="Name" />
      <TextField name="nickname" label="Nickname" />
      <button>Go</button>
      <LiveRegion />
    </form>
  )
}

test.each([
  ['on the button', () => button(), /^Please check 2 fields\. $/],
  ['in the field itself', () => screen.getByLabelText('Name'), /^Please check 2 fields\. Enter a name$/],
])(
  'without a summary, focuses the first of two wrong fields and says how many there are: Enter %s',
  async (_, place, said) => {
    const { user } = renderPart(<Unsummed lost={() => Promise.reject(new TypeError('Failed to fetch'))} />)
    place().focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
    await waitFor(() => expect(document.getElementById('live-region')?.textContent).toMatch(said))
  },
)

test('a summary that is lost late takes the focus from no field in which the member types', async () => {
  const coming = later()
  const lost = vi.fn(() => coming.promise.then(() => Promise.reject(new TypeError('Failed to fetch'))))
  const { user } = renderPart(<Unsummed lost={lost} />)
  await user.click(button())
  await waitFor(() => expect(lost).toHaveBeenCalledTimes(1))
  await user.type(screen.getByLabelText('Nickname'), 'Ad')
  await act(async () => coming.settle())
  await user.keyboard('a')
  expect(screen.getByLabelText('Nickname')).toHaveValue('Ada')
})

test('counts all problems, lists three, and shows all on request', async () => {
  const finds = ['one', 'two', 'three', 'four', 'five'].map((text) => ({ field: `field-${text}`, text }))
  const { user } = renderPart(<Checked finds={finds} />)
  await user.click(button())
  expect(await screen.findByRole('heading', { level: 2 })).toHaveTextContent('Please check 5 fields')
  expect(screen.getAllByRole('link')).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['one', 'two', 'three', 'four', 'five'])
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
  expect(screen.getByRole('group')).toHaveFocus()
})

test('focuses the field of a single problem', async () => {
  const { user } = renderPart(<Checked finds={[{ field: 'nickname', text: 'Enter a nickname' }]} />)
  await user.click(button())
  await waitFor(() => expect(screen.getByLabelText('Nickname')).toHaveFocus())
})

test('keeps the focus when problems appear without a submit', () => {
  const form = (problems: Problem[]) => (
    <FormShell title="Details" submit="Go" onSubmit={() => {}} problems={problems}>
      <TextField name="name" label="Name" />
    </FormShell>
  )
  const { rerender } = renderPart(form([]))
  rerender(form([{ field: 'name', text: 'Enter a name' }]))
  expect(document.body).toHaveFocus()
})

test('keeps the focus in a field when problems appear after an attempt that found none', async () => {
  await import('../../src/ui/lists/ProblemSummary.tsx')
  const form = (problems: Problem[]) => (
    <FormShell title="Details" submit="Go" onSubmit={() => {}} problems={problems}>
      <TextField name="name" label="Name" />
    </FormShell>
  )
  const { user, rerender } = renderPart(form([]))
  await user.click(button())
  await user.click(screen.getByLabelText('Name'))
  rerender(
    form([
      { field: 'name', text: 'Enter a name' },
      { field: 'nickname', text: 'Enter a nickname' },
    ]),
  )
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(screen.getByLabelText('Name')).toHaveFocus()
  expect(screen.queryByRole('group')).toBeNull()
})

test('describes a disabled button with the error if nothing else gives the reason', () => {
  const form = (incomplete: boolean) => (
    <FormShell
      title="Details"
      submit="Go (9)"
      onSubmit={() => {}}
      error={{ text: 'error.tooMany' }}
      incomplete={incomplete}
    >
      {null}
    </FormShell>
  )
  const { rerender } = renderPart(form(true))
  expect(screen.getByRole('button')).toHaveAccessibleDescription('Too many attempts')
  rerender(form(false))
  expect(screen.getByRole('button')).not.toHaveAccessibleDescription()
})

test('has the alert before its text, so that screen readers announce it', () => {
  const form = (error: FormError | null) => (
    <FormShell title="Details" submit="Go" onSubmit={() => {}} error={error}>
      <TextField name="name" label="Name" />
    </FormShell>
  )
  const { rerender } = renderPart(form(null))
  const alert = screen.getByRole('alert')
  rerender(form({ text: 'refused.userNotFound' }))
  expect(alert).toHaveTextContent('No account was found. Please check the email.')
})

test('does not submit on an Enter that finishes a syllable', () => {
  renderPart(<Checked finds={[]} />)
  const name = screen.getByLabelText('Name')
  expect(fireEvent.keyDown(name, { key: 'Enter', isComposing: true })).toBe(false)
  expect(fireEvent.keyDown(name, { key: 'Enter', keyCode: 229 })).toBe(false)
  expect(fireEvent.keyDown(name, { key: 'Enter', keyCode: 13 })).toBe(true)
})

test('keeps the focus on a press, so that no error can move the button away from the pointer', async () => {
  const { user } = renderPart(
    <FormShell title="Title" submit="Send" onSubmit={() => undefined}>
      <input aria-label="Field" />
    </FormShell>,
  )
  await user.click(screen.getByLabelText('Field'))
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Send' }) })
  expect(screen.getByLabelText('Field')).toHaveFocus()
})

test('writes an error once, so that a screen reader announces it once', async () => {
  const first = later()
  function Refused() {
    const [error, setError] = useState<FormError | null>(null)
    const send = () => (setError({ text: 'errors.unavailable' }), first.promise)
    return (
      <FormShell title="Details" submit="Go" error={error} onSubmit={send}>
        <TextField name="name" label="Name" />
      </FormShell>
    )
  }
  const { user } = renderPart(<Refused />)
  await user.click(button())
  const words = screen.getByText('The service is not available right now. Please try again in a moment.')
  await act(async () => first.settle())
  expect(screen.getByText('The service is not available right now. Please try again in a moment.')).toBe(words)
})
