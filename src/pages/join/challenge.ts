// Contract, GET /v1/challenge/join/{id}: begins a join with a login id. A code counts only with the token that it was sent with: the
// token stays, over a reload too.
import { challengeJoin } from '../../api/join'
import { domainVerified } from '../../api/service'
import { cleanEmail } from '../../rules/email'
import { joinPathOf } from '../../rules/member'
import { joinToken, saveSignUp } from '../../stores/signUp'
import { useWelcome } from '../../stores/welcome'
import { type Answer, failed, succeeded } from '../../wire/answer'

type Challenge = { key: string; answer: Promise<Answer<string>> }
let asked: Challenge | null = null

/** The field as the server names it when a domain may not join. */
const denied = failed({ reason: 'refused', status: 400, field: 'login_id' })

async function ask(key: string, login_id: string, isSkFamily: boolean, again: boolean): Promise<Answer<string>> {
  const allowed = await domainVerified(login_id.slice(login_id.lastIndexOf('@') + 1))
  if (allowed.ok && !allowed.data.verified) return denied
  const answer = await challengeJoin(login_id, joinPathOf(isSkFamily))
  if (!answer.ok) return answer
  const { member_kind, join_type, auth_token } = answer.data
  // A server tells what it knows only of a proved address. Until then an address that is still being typed ends no conversion.
  const isMigration = join_type === 'MIGRATION'
  saveSignUp({ member_kind: member_kind ?? '', ...((isMigration || again) && { isGroupConversion: isMigration }) })
  if (joinToken.read(key) === '') joinToken.keep(key, auth_token)
  return succeeded(joinToken.read(key))
}

/**
 * The token of this login id's challenge: asked for once, however many wait for it, and again after a failure.
 * @param again the address has been proved since: only now does the server tell what it knows of it
 */
export function begin(typed: string, isSkFamily: boolean, again = false): Promise<Answer<string>> {
  const login_id = cleanEmail(typed)
  const key = `${useWelcome.getState().welcome?.transaction_id} ${isSkFamily} ${login_id}`
  const kept = joinToken.read(key)
  if (kept !== '' && !again) return Promise.resolve(succeeded(kept))
  if (asked?.key === key && !again) return asked.answer
  const answer = ask(key, login_id, isSkFamily, again)
  const own = { key, answer }
  asked = own
  void answer.then(() => {
    if (asked === own) asked = null
  })
  return answer
}
