// One action of the account at a press: busy, its error in place, and nothing twice.
import type { SessionName } from '../../api/account.ts'
import { useFormError } from '../../effects/forms/useFormError.ts'
import { useOneAtATime } from '../../effects/forms/useOneAtATime.ts'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { onAccountRefused } from '../../rules/account/refusal.ts'
import { failureKind } from '../../rules/errors/refusal.ts'
import type { Outcome } from '../../rules/visit/outcome.ts'
import type { Answer, Failure } from '../../../contract/shapes/answer.ts'
import { ask } from './ask.ts'

type Call<T> = (session: SessionName) => Promise<Answer<T>>

/** @returns `run` and `remove` start the action; `press` is for its button, which waits while the server lets nobody ask again */
export function useAction() {
  const perform = usePerform()
  const { busy, only } = useOneAtATime()
  const { handle, error, forget, wait } = useFormError()

  function make<T>(
    call: Call<T>,
    done: (data: T) => void | Promise<void>,
    refused: (failure: Failure) => Outcome,
  ): Promise<void> {
    return only(async () => {
      forget(() => void make(call, done, refused))
      const answer = await ask(call)
      if (!answer) return
      if (answer.ok) await done(answer.data)
      else await perform(refused(answer.failure), handle)
    })
  }

  /** Makes the call, and `done` with its data. A refusal is shown; "try again" repeats the call. */
  const run = <T>(call: Call<T>, done: (data: T) => void | Promise<void>) => make(call, done, onAccountRefused)

  /** As `run`, for a deletion. A 404 counts as success, because what the member wanted to delete is gone. */
  const remove = (call: Call<undefined>, done: () => void) =>
    make(call, done, (failure) => (failureKind(failure) === 'notFound' ? (done(), []) : onAccountRefused(failure)))

  return { busy, error, run, remove, say: handle.formError, press: { busy, incomplete: wait > 0 } }
}
export type Action = ReturnType<typeof useAction>
