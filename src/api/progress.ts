// Contract, "Conventions": the calls whose answer can be a pending step.
import { failed, succeeded } from '../../contract/shapes/answer.ts'
import { InitUrlAnswer } from '../../contract/shapes/auth.ts'
import type { Pending } from '../../contract/shapes/pending.ts'
import { initPath } from '../rules/visit/initUrl.ts'
import type { AnswerOf, Asked, GivenTo } from './call.ts'
import { adoptResponse, baseOf, call, notifyFailure } from './http.ts'

/** The call of a pending step whose path the server names. */
const initUrl = (path: `/${string}`) =>
  ({
    backend: 'auth',
    method: 'GET',
    path,
    template: 'init_url',
    visit: 'beside',
    answer: InitUrlAnswer,
  }) as const satisfies Asked

/**
 * What a step keeps behind its `init_url` is asked for at once, and joins the step as its `authorization_uri`. For each call whose answer has a step.
 * Only a path of the auth API itself is asked.
 */
export async function followInitUrl<R extends Asked>(
  row: R,
  given: GivenTo<R>,
  early?: Promise<Response>,
): Promise<AnswerOf<R>> {
  const answer = await (early ? adoptResponse(early, row, given) : call(row, given))
  const step = answer.ok ? (answer.data as Pending) : {}
  if (!answer.ok || !step.init_url) return answer
  const path = initPath(step.init_url, baseOf('auth'))
  if (!path) return notifyFailure(failed({ reason: 'contract', field: 'init_url' }), row, given)
  const found = await call(initUrl(path), { query: step.params ?? {} })
  return found.ok ? succeeded({ ...step, ...found.data } as typeof answer.data) : found
}
