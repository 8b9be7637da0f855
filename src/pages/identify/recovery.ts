// Spec §7, identify: the calls with which a recovery begins, and where their tokens are kept.
import { initSearchIds, initSearchPwd } from '../../api/identify'
import { serviceFacts } from '../../effects/serviceFacts'
import type { FormHandle, Perform } from '../../effects/usePerform'
import { onResetAgain, type onResetBegun, onSearchBegun } from '../../rules/errors/identify'
import { offered, wasFound } from '../../rules/identify'
import type { Outcome } from '../../rules/outcome'
import { identifyToken, keepChannels, saveIdentify, useIdentify } from '../../stores/identify'
import { saveSms } from '../../stores/screen'
import { useWelcome } from '../../stores/welcome'

function transaction(): { transaction_id: string; state: string } {
  const { transaction_id = '', state = '' } = useWelcome.getState().welcome ?? {}
  return { transaction_id, state }
}

/** The token for proving a phone, asked for with the first code. Null: there is none, and why has been said. */
export async function searchIdsToken(perform: Perform, form?: FormHandle): Promise<string | null> {
  const kept = identifyToken.read('searchIds')
  if (kept) return kept
  const answer = await initSearchIds(transaction())
  if (answer.ok) identifyToken.keep('searchIds', answer.data.auth_token)
  else await perform(onSearchBegun(answer, serviceFacts()), form)
  return answer.ok ? answer.data.auth_token : null
}

/** Another one, where the server takes that one no longer. */
export function searchIdsRenewed(perform: Perform, form?: FormHandle): Promise<string | null> {
  identifyToken.drop()
  return searchIdsToken(perform, form)
}

/** Whether a code for a reset of this id can be asked for at once. */
export const isResetBegun = (login_id: string): boolean =>
  identifyToken.read('searchPwd') !== '' && useIdentify.getState().channels_of === login_id

/** Asks how the holder of this id can be reached. `rule`: what comes of the answer on the page that asks. */
export async function beginReset(login_id: string, rule: typeof onResetBegun): Promise<Outcome> {
  const answer = await initSearchPwd({ login_id, ...transaction() })
  if (answer.ok) {
    const isFound = wasFound(login_id, useIdentify.getState().myEmails)
    // A code that was sent before counts for the token before.
    saveSms('searchPwd', null)
    keepChannels(login_id, { ...answer.data, channels: offered(answer.data.channels, isFound) })
  }
  return rule(answer, serviceFacts())
}

/** The token for a code to the holder of this id, got anew where it has become too old. Null: there is none, and why has been said. */
export async function resetToken(login_id: string, perform: Perform, form?: FormHandle): Promise<string | null> {
  if (isResetBegun(login_id)) return identifyToken.read('searchPwd')
  const { authenticator_type } = useIdentify.getState()
  const outcome = await beginReset(login_id, onResetAgain)
  // The way that the member has chosen stays chosen.
  if (authenticator_type) saveIdentify({ authenticator_type })
  if (outcome.length > 0) await perform(outcome, form)
  return identifyToken.read('searchPwd') || null
}

export function resetRenewed(login_id: string, perform: Perform, form?: FormHandle): Promise<string | null> {
  identifyToken.drop()
  return resetToken(login_id, perform, form)
}
