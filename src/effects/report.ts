// Contract, node API: an error is reported once under its reference id, without personal data, and never again by itself.
import { reportClientError } from '../api/node'
import { clientError } from '../rules/report'
import { newReference } from './uncaught'

const sent = new Set<string>()
const release = new URL(import.meta.url).pathname.split('/').at(-1) ?? ''

/** @param id the reference that the member sees, if there is one. */
export function report(error: unknown, id: string = newReference()): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const key = `${location.pathname} ${message}`
  if (sent.has(key)) return
  sent.add(key)
  void reportClientError(
    clientError({ id, error: { message, ...(stack && { stack }) }, pathname: location.pathname, release }),
  )
}
