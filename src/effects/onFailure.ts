// Spec §8, HTTP layer: what a failed call does, whoever made it. In the first load: it may have to say that nothing else can be had.
import { onHttpFailure } from '../rules/errors/http'
import type { Failure } from '../wire/answer'
import { dropSecondStep } from '../stores/login'
import { showToast } from '../stores/screen'

let last = ''

/** The call that failed last and how, for whoever shows that something failed; '' where none has. */
export const lastFailure = (): string => last

/** @param where the call as method and path, without its query. */
export function onFailure(failure: Failure, where: string): void {
  last = `${where}: ${failure.reason} ${failure.status}`
  for (const step of onHttpFailure(failure)) {
    if (step.do === 'toast') showToast(step.text, 'error', step.values)
    if (step.do === 'flagAuth') dropSecondStep()
    if (step.do === 'report')
      void import('./report').then(
        ({ report }) => report(new Error(`${where}: ${step.message}`)),
        () => {},
      )
  }
}
