// Spec §7, identify: the calls with which a recovery begins, and where their tokens are kept.
import { initSearchIds, initSearchPwd } from '../../api/identify'
import { serviceFacts } from '../../effects/serviceFacts'
import type { Perform } from '../../effects/usePerform'
import { type onResetBegun, onSearchBegun } from '../../rules/errors/identify'
import type { Outcome } from '../../rules/outcome'
import { identifyToken, keepChannels, keepToken, useIdentify } from '../../stores/identify'
import { useWelcome } from '../../stores/welcome'

function transaction(): { transaction_id: string; state: string } {
  const { transaction_id = '', state = '' } = useWelcome.getState().welcome ?? {}
  return { transaction_id, state }
}

/** The token for proving a phone, asked for with the first code. Null: there is none, and why has been said. */
export async function searchIdsToken(perform: Perform): Promise<string | null> {
  const kept = identifyToken('searchIds')
  if (kept) return kept
  const answer = await initSearchIds(transaction())
  if (answer.ok) keepToken('searchIds', answer.data.auth_token)
  else await perform(onSearchBegun(answer, serviceFacts()))
  return answer.ok ? answer.data.auth_token : null
}

/** Whether a code for a reset of this id can be asked for at once. */
export const isResetBegun = (login_id: string): boolean =>
  identifyToken('searchPwd') !== '' && useIdentify.getState().channels_of === login_id

/** Asks how the holder of this id can be reached. `rule`: what comes of the answer on the page that asks. */
export async function beginReset(login_id: string, rule: typeof onResetBegun): Promise<Outcome> {
  const answer = await initSearchPwd({ login_id, ...transaction() })
  if (answer.ok) keepChannels(login_id, answer.data)
  return rule(answer, serviceFacts())
}
