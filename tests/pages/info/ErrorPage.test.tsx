import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import ErrorPage from '../../../src/pages/info/ErrorPage.tsx'
import { paths } from '../../../src/rules/visit/paths.ts'
import { renderPart } from '../../ui/texts.tsx'

const service = 'https://learn.example.com/'

const KINDS = ['403', '404', '500', '503', 'general', 'expired', 'ended'] as const
test.each(KINDS)('%s has a way on, with and without a service', (kind) => {
  renderPart(<ErrorPage kind={kind} />)
  expect(screen.getAllByRole('link').length).toBeGreaterThan(0)
  cleanup()
  renderPart(<ErrorPage kind={kind} serviceUrl={service} again={paths.login} />)
  expect(screen.getByRole('link', { name: 'Back to the service you were using' })).toHaveAttribute('href', service)
  expect(screen.getByRole('link', { name: 'Sign in again' })).toHaveAttribute('href', paths.login)
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
})

test('without an answer to the password, signing in again comes first', () => {
  renderPart(<ErrorPage kind="unanswered" serviceUrl={service} again={paths.login} />)
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Sign in again',
    'Back to the service you were using',
  ])
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

const buttons = () => [...document.querySelectorAll('.button')].map(({ textContent }) => textContent)

test.each([
  ['403', {}, 'Customer support (opens in a new tab)'],
  ['404', { again: paths.login }, 'Sign in again'],
  ['expired', { serviceUrl: service }, 'Back to the service you were using'],
  ['403', { serviceUrl: service, again: paths.login }, 'Back to the service you were using'],
  ['unanswered', { serviceUrl: service, again: paths.login }, 'Sign in again'],
  ['general', { serviceUrl: service, again: paths.login, health: 'up' }, 'Back to the service you were using'],
  ['general', { again: paths.login, health: 'up' }, 'Try again'],
  ['500', { serviceUrl: service, again: paths.login, health: 'checking' }, 'Try again'],
  ['503', { serviceUrl: service, health: 'up' }, 'Try again'],
  ['cookies', { serviceUrl: service, again: paths.login }, 'Try again'],
  ['tooMany', { again: paths.login, wait: 9 }, 'Try again (9)'],
] as const)('%s has one button, which is what the member does next: %o', (kind, known, name) => {
  const retries = 'health' in known || kind === 'cookies' || kind === 'tooMany'
  renderPart(<ErrorPage kind={kind} {...known} {...(retries && { onRetry: () => {} })} />)
  expect(buttons()).toEqual([name])
})

test('the reference can be copied with its time, which the page shows in words', async () => {
  const { user } = renderPart(<ErrorPage kind="500" reference="a81f-03bc" />)
  const time = document.querySelector('time')
  expect(time).toHaveTextContent(/^\d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d:\d\d (GMT|UTC)/)
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  const utc = time?.getAttribute('datetime') ?? ''
  // Quality C2: the copied text has the time in UTC and in Korea.
  const korean = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul', dateStyle: 'short', timeStyle: 'medium' })
  expect(await navigator.clipboard.readText()).toBe(`a81f-03bc ${utc} (${korean.format(new Date(utc))} KST)`)
  expect(await screen.findByText('Copied')).toBeVisible()
})

test.each(['cookies', 'expired'] as const)('%s inside an app names another browser, and the address', async (kind) => {
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
})
