// Spec §8, all calls: the toast of a failed call. The page's own rule adds to it.
import type { Failure } from '../../wire/answer'
import { dropSecondStep, report, toast } from '../outcome'
import type { PlainStep } from '../outcome'

/** @param where the method and path of the call, without its query */
export function onHttpFailure({ reason, status, field }: Failure, where: string): readonly PlainStep[] {
  if (reason === 'left') return []
  if (reason === 'noResponse') return [toast('errors.noConnection')]
  if (reason === 'contract') return [report(`${where}: contract: ${field ?? 'unknown'}`)]
  if (status === 401) return [dropSecondStep]
  if (status === 404) return [toast('errors.notFound')]
  if (status === 500) return [toast('errors.serverError')]
  return status >= 501 && status <= 503 ? [toast('errors.unavailable')] : []
}
