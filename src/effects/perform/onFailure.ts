// Spec §8, all calls: every failed call is reported here.
import { onHttpFailure } from '../../rules/errors/http.ts'
import type { Failure } from '../../../contract/shapes/answer.ts'
import { performPlain } from './plain.ts'
import { pageState } from '../../state/pageState.ts'

const page = pageState(() => ({ failed: undefined as { failure: Failure; where: string } | undefined }))

/** The latest failed call, for pages that show a failure. `where`: its method and path. */
export const lastFailed = () => page.failed

/** @param where the method and path of the call, without its query */
export function onFailure(failure: Failure, where: string): void {
  page.failed = { failure, where }
  onHttpFailure(failure, where).forEach(performPlain)
}
