// Screens, "Join": how the page gets the token for its codes, and the data of a proved address.
import { type FormHandle, usePerform } from '../../effects/perform/usePerform.ts'
import { cleanEmail, emailProblem } from '../../rules/fields/email.ts'
import { onChallengeRefused } from '../../rules/errors/join.ts'
import { followed, type Followed } from '../../rules/visit/followed.ts'
import { fieldError } from '../../rules/visit/outcome.ts'
import { readJoin } from '../../stores/join.ts'
import { joinToken, saveSignUp } from '../../stores/signUp.ts'
import type { Answer } from '../../../contract/shapes/answer.ts'
import { begin } from './challenge.ts'
import { joinFacts } from './joinFacts.ts'
import type { PrivacyForm } from './screens/privacyForm.ts'

/** How the page gets the token for its codes. Null if there is none; the page already shows the reason. */
export function useChallengeToken(form: PrivacyForm, handle: FormHandle, isInvited: boolean) {
  const perform = usePerform()

  /** The address has not changed since the request. */
  const isStill = (login_id: string) => cleanEmail(form.getValues('login_id')) === cleanEmail(login_id)

  async function told(login_id: string, answer: Answer<string>, at: FormHandle): Promise<void> {
    if (answer.ok || !isStill(login_id)) return
    // A refused address is shown at its own field, whichever section has sent the request.
    const form: FormHandle = {
      ...at,
      fieldError: (...said) => handle.fieldError?.(...said),
      focus: (field) => handle.focus?.(field),
    }
    await perform(onChallengeRefused(answer.failure, joinFacts(isInvited)), form)
  }

  /** `section`: the verification whose button was pressed. It shows errors and waits. */
  async function get(section: FormHandle = handle): Promise<string | null> {
    const login_id = form.getValues('login_id')
    const problem = emailProblem(login_id)
    if (problem) {
      await perform([fieldError('login_id', problem)], handle)
      handle.focus?.('login_id')
      return null
    }
    const answer = await begin(login_id, readJoin().kind)
    await told(login_id, answer, section)
    return answer.ok ? answer.data : null
  }

  return {
    get,
    /** Gets a new token if the server no longer accepts the current one. */
    renewed: (section?: FormHandle): Promise<string | null> => {
      joinToken.drop()
      return get(section)
    },
    /** Asks the server about the proved address. `onFree`: the join can continue with it. */
    proved: async (section: FormHandle, onFree: () => void | Promise<void>): Promise<Followed> => {
      const login_id = form.getValues('login_id')
      const answer = await begin(login_id, readJoin().kind, true)
      const isUndecided = followed(answer) === 'undecided'
      if (!isUndecided && isStill(login_id)) {
        saveSignUp({ emailVerified: true })
        form.clearErrors('login_id')
      }
      await told(login_id, answer, section)
      if (answer.ok && isStill(login_id)) await onFree()
      return isUndecided ? 'undecided' : 'done'
    },
  }
}
