import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import ErrorPage from '../../../src/pages/info/ErrorPage.tsx'
import { paths } from '../../../src/rules/visit/paths.ts'
import { renderPart } from '../../ui/texts.tsx'

const service = 'https://learn.example.com/'

test.each(['403', '404', '500', '503', 'general', 'expired', 'ended'] as const)(
  '%s has a way on, with and without a service',
  (kind) => {
    renderPart(<ErrorPage kind={kind} />)
    expect(screen.getAllByRole('link').length).toBeGreaterThan(0)
    cleanup()
    renderPart(<ErrorPage kind={kind} serviceUrl={service} again={paths.login} />)
    expect(screen.getByRole('link', { name: 'Back to the service you were using' })).toHaveAttribute('href', service)
    expect(screen.getByRole('link', { name: 'Sign in again' })).toHaveAttribute('href', paths.login)
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  },
)

test('without an answer to the password, signing in again comes first', () => {
  renderPart(<ErrorPage kind="unanswered" serviceUrl={service} again={paths.login} />)
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Sign in again',
    'Back to the service you were using',
  ])
})

test('a failure of the server says whether it is back, and can be tried again', async () => {
  const onRetry = vi.fn()
  const { user, rerender } = renderPart(<ErrorPage kind="503" serviceUrl={service} health="down" onRetry={onRetry} />)
  expect(screen.getByText('Still no response. We’ll keep checking.')).toBeVisible()
  const retry = screen.getByRole('button', { name: 'Try again' })
  expect(retry, 'not before it is back, and why').toHaveAttribute('aria-disabled', 'true')
  expect(retry).toHaveAccessibleDescription('Still no response. We’ll keep checking.')
  await user.click(retry)
  expect(onRetry).not.toHaveBeenCalled()
  rerender(<ErrorPage kind="503" serviceUrl={service} health="up" onRetry={onRetry} />)
  expect(screen.getByText('You can try again now.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('until the server is back there is another way out, whatever is known', () => {
  const ways = [
    [{}, 'About Daemun'],
    [{ serviceUrl: service }, 'Back to the service you were using'],
    [{ again: paths.login }, 'Sign in again'],
  ] as const
  for (const [known, name] of ways) {
    renderPart(<ErrorPage kind="500" health="checking" onRetry={() => {}} {...known} />)
    expect(screen.getByRole('link', { name })).toBeVisible()
    cleanup()
  }
})

test.each(['cookies', 'tooMany'] as const)('%s has one primary action, with and without a service', (kind) => {
  for (const known of [{}, { serviceUrl: service }]) {
    renderPart(<ErrorPage kind={kind} again={paths.login} onRetry={() => {}} {...known} />)
    const primary = [...document.querySelectorAll('.button:not(.plain)')].map(({ textContent }) => textContent)
    expect(primary).toEqual(['Try again'])
    cleanup()
  }
})

test('the reference can be copied with its time, which the page shows in words', async () => {
  const { user } = renderPart(<ErrorPage kind="500" reference="a81f-03bc" />)
  const time = document.querySelector('time')
  expect(time).toHaveTextContent(/^[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d:\d\d [AP]M (GMT|UTC)/)
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  const utc = time?.getAttribute('datetime') ?? ''
  // Quality C2: the copied text has the time in UTC and in Korea.
  const korean = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul', dateStyle: 'short', timeStyle: 'medium' })
  expect(await navigator.clipboard.readText()).toBe(`a81f-03bc ${utc} (${korean.format(new Date(utc))} KST)`)
  expect(screen.getByText('Copied')).toBeVisible()
})

test.each(['cookies', 'expired'] as const)(
  '%s in the browser of an app names another browser, and the address',
  async (kind) => {
    const { user, rerender } = renderPart(<ErrorPage kind={kind} serviceUrl={service} inApp />)
    expect(screen.getByText(/Open the service you were using in your phone’s browser/)).toBeVisible()
    expect(screen.getByText(service)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe(service)
    rerender(<ErrorPage kind={kind} inApp />)
    expect(screen.getByText(/Open the service you were using in your phone’s browser/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull()
    rerender(<ErrorPage kind={kind} serviceUrl={service} />)
    expect(screen.queryByText(/Open the service you were using in your phone’s browser/)).toBeNull()
    rerender(<ErrorPage kind="404" serviceUrl={service} inApp />)
    expect(screen.queryByText(/Open the service you were using in your phone’s browser/)).toBeNull()
  },
)
