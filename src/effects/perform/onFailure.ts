// Spec §8, all calls: every failed call is reported here.
import { onHttpFailure } from '../../rules/errors/http'
import type { Failure } from '../../wire/answer'
import { performPlain } from './plain'
import { pageState } from '../../state/pageState'

const page = pageState(() => ({ lastFailure: '' }))

/** The latest failed call, for pages that show a failure; '' if none has failed. */
export const lastFailure = (): string => page.lastFailure

/** @param where the method and path of the call, without its query */
export function onFailure(failure: Failure, where: string): void {
  page.lastFailure = `${where}: ${failure.reason} ${failure.status}`
  onHttpFailure(failure, where).forEach(performPlain)
}
