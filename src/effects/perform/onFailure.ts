// Spec §8, all calls: every failed call is reported here.
import { onHttpFailure, referenceOf } from '../../rules/errors/http'
import type { Failure } from '../../wire/answer'
import { performPlain } from './plain'
import { pageState } from '../../state/pageState'

const page = pageState(() => ({ lastFailure: '', reference: undefined as string | undefined }))

/** The latest failed call, for pages that show a failure; '' if none has failed. */
export const lastFailure = (): string => page.lastFailure

/** The server's own name for the latest failed call, if it gave one. */
export const lastReference = (): string | undefined => page.reference

/** @param where the method and path of the call, without its query */
export function onFailure(failure: Failure, where: string): void {
  page.lastFailure = `${where}: ${failure.reason} ${failure.status}`
  page.reference = referenceOf(failure)
  onHttpFailure(failure, where).forEach(performPlain)
}
