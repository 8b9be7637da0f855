// Spec §8, all calls: the toast of a failed call. The page's own rule adds to it.
import type { Failure } from '../../wire/answer'
import { dropSecondStep, report, toast } from '../outcome'
import type { PlainStep } from '../outcome'

const unavailable = toast('errors.unavailable')
const byStatus: Partial<Record<number, PlainStep>> = {
  401: dropSecondStep,
  404: toast('errors.notFound'),
  500: toast('errors.serverError'),
  501: unavailable,
  502: unavailable,
  503: unavailable,
}

/** @param where the method and path of the call, without its query */
export function onHttpFailure({ reason, status, field }: Failure, where: string): readonly PlainStep[] {
  if (reason === 'noResponse') return [toast('errors.noConnection')]
  if (reason === 'contract') return [report(`${where}: contract: ${field ?? 'unknown'}`)]
  const step = reason === 'refused' && byStatus[status]
  return step ? [step] : []
}
