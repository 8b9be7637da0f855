// Contract, node API: reports an error once under its reference, without personal data, and never repeats the report.
import { reportClientError } from '../api/node'
import { clientError } from '../rules/report'
import { newReference } from './reference'

/** References of the reported errors, by route and message. */
const sent = new Map<string, string>()
let told = ''
/** The latest reported error, or ''. Reports of a page about itself do not count. */
export const lastReport = (): string => told

const release = new URL(import.meta.url).pathname.split('/').at(-1) ?? ''

/**
 * @param id the reference that the member already sees, if any
 * @returns the reference of this error
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
