// Contract, node API: an error is reported once under its reference id, without personal data, and never again by itself.
import { reportClientError } from '../api/node'
import { clientError } from '../rules/report'
import { newReference } from './reference'

/** What was reported, and under which reference. */
const sent = new Map<string, string>()
let told = ''
/** What was told of last; '' where nothing was. Not what a page says of itself. */
export const lastReport = (): string => told

const release = new URL(import.meta.url).pathname.split('/').at(-1) ?? ''

/**
 * @param id the reference that the member sees already, if there is one
 * @returns the reference that this error is reported under
 */
export function report(error: unknown, id: string = newReference()): string {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  if (error instanceof Error) told = message
  const key = `${location.pathname} ${message}`
  const known = sent.get(key)
  if (known) return known
  sent.set(key, id)
  void reportClientError(
    clientError({ id, error: { message, ...(stack && { stack }) }, pathname: location.pathname, release }),
  )
  return id
}
