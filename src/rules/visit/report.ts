// Contract, node API: a client error without secrets, queries or field values.
import type { Failure } from '../../../contract/shapes/answer.ts'
import type { ClientError } from '../../../contract/shapes/node.ts'
import { templateOf } from './paths.ts'

/** Removes queries, addresses, tokens, quoted values and long numbers. What is left says where (such as a host), not who. */
export function scrub(text: string): string {
  return text
    .slice(0, 8000)
    .replace(/[?#][^\s)]*/g, '')
    .replace(/%(?:25)*40/gi, '@')
    .replace(/[^\s@"'<>()]{1,64}@[^\s@"'<>()]{1,255}/g, '[address]')
    .replace(/"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g, '[value]')
    .replace(/Token \S+/g, 'Token [secret]')
    .replace(/(:\/\/[^\s/]*)|[A-Za-z0-9+_=-]{24,}/g, (_, host: string | undefined) => host ?? '[secret]')
    .replace(/\d[\d -]{4,}\d/g, '[number]')
}

/** A failed call in a report. @param where its method and path */
export const failedCall = ({ reason, status }: Failure, where: string): string => `${where}: ${reason} ${status}`

/** The body of POST /v1/client-errors. `id` is the reference that the member can copy. */
export function clientError(given: {
  id: string
  error: { message: string; stack?: string }
  pathname: string
  release: string
}): ClientError {
  const { id, error, pathname, release } = given
  return {
    id,
    message: scrub(error.message).slice(0, 2000),
    ...(error.stack !== undefined && { stack: scrub(error.stack) }),
    route: templateOf(pathname),
    release,
  }
}
