// Spec §8, all calls: every failed call is reported here.
import { onHttpFailure } from '../../rules/errors/http'
import type { Failure } from '../../wire/answer'
import { performPlain } from './plain'
import { pageState } from '../../state/pageState'

const page = pageState(() => ({ lastFailure: '' }))

/** The latest failed call, for pages that show a failure; '' if none has failed. */
export const lastFailure = (): string => page.lastFailure

/**
 * @param where the method and path of the call, without its query
 * @returns whether a toast tells the member
 */
export function onFailure(failure: Failure, where: string): boolean {
  page.lastFailure = `${where}: ${failure.reason} ${failure.status}`
  const steps = onHttpFailure(failure, where)
  steps.forEach(performPlain)
  return steps.some((step) => step.do === 'toast')
}
