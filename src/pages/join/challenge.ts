// Contract, GET /v1/challenge/join/{id}: begins a join with a login id. Its token is a secret: it lives here, in memory only.
import { challengeJoin } from '../../api/join'
import { domainVerified } from '../../api/service'
import { cleanEmail } from '../../rules/email'
import { joinPathOf } from '../../rules/member'
import { saveSignUp } from '../../stores/signUp'
import { useWelcome } from '../../stores/welcome'
import { type Answer, failed } from '../../wire/answer'
import type { ChallengeJoin } from '../../wire/join'

type Challenge = { key: string; answer: Promise<Answer<ChallengeJoin>> }
let current: Challenge | null = null

/** The field as the server names it when a domain may not join. */
const denied = failed({ reason: 'refused', status: 400, field: 'login_id' })

async function ask(login_id: string, isSkFamily: boolean): Promise<Answer<ChallengeJoin>> {
  const allowed = await domainVerified(login_id.slice(login_id.lastIndexOf('@') + 1))
  if (allowed.ok && !allowed.data.verified) return denied
  const answer = await challengeJoin(login_id, joinPathOf(isSkFamily))
  if (answer.ok) saveSignUp({ join_type: answer.data.join_type, member_kind: answer.data.member_kind ?? '' })
  return answer
}

/**
 * The challenge of this login id: asked for once, however many wait for it, and again after a failure.
 * @param again the address has been proved since: only now does the server tell what it knows of it
 */
export function begin(typed: string, isSkFamily: boolean, again = false): Promise<Answer<ChallengeJoin>> {
  const login_id = cleanEmail(typed)
  const key = `${useWelcome.getState().welcome?.transaction_id} ${isSkFamily} ${login_id}`
  if (current?.key === key && !again) return current.answer
  const answer = ask(login_id, isSkFamily)
  const asked = { key, answer }
  current = asked
  void answer.then(({ ok }) => {
    if (!ok && current === asked) current = null
  })
  return answer
}
