// Spec §8, all calls: the toast of a failed call, and the same text for the page, which keeps it after the toast.
import * as detail from '../../../contract/detailCodes.ts'
import type { Failure } from '../../../contract/shapes/answer.ts'
import type { MessageKey } from '../texts/messages.ts'
import { dropStep, formError, goError, report, toast, tryAgain } from '../visit/outcome.ts'
import type { PlainStep, Step } from '../visit/outcome.ts'

const toasts: Partial<Record<number, MessageKey>> = {
  404: 'errors.notFound',
  500: 'errors.serverError',
  501: 'errors.unavailable',
  502: 'errors.unavailable',
  503: 'errors.unavailable',
}

/** The text of the toast for this failure; undefined if it has none. */
export function failureText({ reason, status, unavailable }: Failure): MessageKey | undefined {
  if (reason === 'noResponse') return 'errors.noConnection'
  const text = reason === 'refused' ? toasts[status] : undefined
  return text && unavailable ? 'errors.unavailable' : text
}

/** Operators learn of a code that no table of the app has: the member reads "service unavailable", whatever it means. */
function unknownCode({ reason, detail_code }: Failure, where: string): readonly PlainStep[] {
  if (reason !== 'refused' || detail_code === null) return []
  const known: readonly number[] = Object.values(detail)
  return known.includes(detail_code) ? [] : [report(`${where}: unknown detail code ${detail_code}`)]
}

/** @param where the method and path of the call, without its query and the values in its path */
export const onHttpFailure = (failure: Failure, where: string): readonly PlainStep[] => [
  ...unknownCode(failure, where),
  ...said(failure, where),
]

function said(failure: Failure, where: string): readonly PlainStep[] {
  const { reason, status, field } = failure
  if (reason === 'contract') return [report(`${where}: contract: ${field ?? 'unknown'}`)]
  if (reason === 'refused' && status === 401) return [dropStep]
  const text = failureText(failure)
  return text ? [toast(text)] : []
}

/** The server's own name for a request that it could not answer (`backend/app.ts`). */
export const referenceOf = ({ description }: Failure): string | undefined =>
  /\bcorrelation id ([0-9a-f-]{8,36})$/.exec(description)?.[1]

/** What the form keeps of a failure that a toast told. An address that was not found is not there at the next press either. */
export function lasting(failure: Failure, text: MessageKey): Step {
  return text === 'errors.notFound' ? formError(text) : tryAgain(text, referenceOf(failure))
}

/** The error page for a call without which there is no page. It agrees with the toast, and is error 500 for every cause (Spec §8). */
export function goFailed(failure: Failure): Step {
  const text = failureText(failure)
  if (text === 'errors.noConnection') return goError('500', 'unreachable')
  return text === 'errors.unavailable' ? goError('500', 'unavailable') : goError('500')
}
