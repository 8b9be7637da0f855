// Spec §8, HTTP layer: every failed call is heard of here, whoever made it.
import { onHttpFailure } from '../rules/errors/http'
import type { Failure } from '../wire/answer'
import { performPlain } from './plain'

let last = ''

/** The call that failed last and how, for whoever shows that something failed; '' where none has. */
export const lastFailure = (): string => last

/**
 * @param where the call as method and path, without its query.
 * @returns whether a toast tells the member.
 */
export function onFailure(failure: Failure, where: string): boolean {
  last = `${where}: ${failure.reason} ${failure.status}`
  const steps = onHttpFailure(failure, where)
  steps.forEach(performPlain)
  return steps.some((step) => step.do === 'toast')
}
