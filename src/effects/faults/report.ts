// Contract, node API: reports an error once under its reference, without personal data, and never repeats the report.
import { reportClientError } from '../../api/node.ts'
import { clientError } from '../../rules/visit/report.ts'
import { newReference } from './reference.ts'
import { pageState } from '../../state/pageState.ts'

const page = pageState(() => ({
  /** References of the reported errors, by route and message. */
  sent: new Map<string, string>(),
  latest: '',
}))
/** The latest reported error, or ''. Reports of a page about itself do not count. */
export const lastReport = (): string => page.latest

/** The version of package.json, which the build writes here (vite.config.ts). The files in the stack tell builds of one version apart. */
declare const DAEMUN_RELEASE: string

/**
 * @param id the reference that the member already sees, if any
 * @returns the reference of this error
 */
export function report(error: unknown, id: string = newReference()): string {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  if (error instanceof Error) page.latest = message
  const key = `${location.pathname} ${message}`
  const known = page.sent.get(key)
  if (known) return known
  page.sent.set(key, id)
  void reportClientError(
    clientError({
      id,
      error: { message, ...(stack && { stack }) },
      pathname: location.pathname,
      release: DAEMUN_RELEASE,
    }),
  )
  return id
}
