// Spec §8, HTTP layer: every failed call is heard of here, whoever made it.
import { onHttpFailure } from '../rules/errors/http'
import type { Failure } from '../wire/answer'
import { noteFailure, performPlain } from './plain'

/** @param where the call as method and path, without its query. */
export function onFailure(failure: Failure, where: string): void {
  noteFailure(`${where}: ${failure.reason} ${failure.status}`)
  onHttpFailure(failure, where).forEach(performPlain)
}
