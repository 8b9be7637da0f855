import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from '../../src/app/ErrorBoundary.tsx'
import first from '../../locales/en/login.json'
import { saveService } from '../../src/effects/session/session.ts'
import { serviceInfo } from '../support/builders.ts'
import { renderPart } from '../support/render.tsx'
import { calls } from '../support/server.ts'

function Broken(): never {
  throw new Error('broken at a@b.kr')
}

test('replaces a broken page by a readable one with a reference, and sends one report without personal data', async () => {
  const { user, left } = await renderPart(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('This page could not be shown')
  await waitFor(() => expect(calls('/v1/client-errors')).toHaveLength(1))
  const [reported] = await Promise.all(calls('/v1/client-errors').map((call) => call.body()))
  const { reference } = /(?<reference>[0-9a-f]{8})/.exec(screen.getByRole('alert').textContent)?.groups ?? {}
  expect(reported).toMatchObject({ id: reference, message: 'broken at [address]' })
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toMatch(`${reference} `)
  await user.click(screen.getByRole('button', { name: 'Reload the page' }))
  expect(left.reloads).toBe(1)
  // React logs the error for developers, and nothing else was logged.
  expect(vi.mocked(console.error).mock.calls.length).toBeGreaterThan(0)
  vi.mocked(console.error).mockClear()
})

test('offers the service by its name as a way on, in texts of the first load', async () => {
  saveService(serviceInfo())
  await renderPart(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  const link = screen.getByRole('link', { name: 'Back to the service · Learning Hall' })
  expect(link).toHaveAttribute('href', 'http://localhost:3002/')
  expect(first).toHaveProperty(['shell.toService'])
  vi.mocked(console.error).mockClear()
})

test('shows a page that does not break', async () => {
  const { view } = await renderPart(<ErrorBoundary>page</ErrorBoundary>)
  expect(view.container).toHaveTextContent('page')
})
