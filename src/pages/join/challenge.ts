// Contract, GET /v1/challenge/join/{login_id}: begins a join with a login ID. A code is valid only with the token of its request, so the token is
// stored and survives a reload.
import { challengeJoin } from '../../api/join.ts'
import { domainVerified } from '../../api/service.ts'
import { cleanEmail } from '../../rules/fields/email.ts'
import { joinPathOf, type MemberKind } from '../../rules/join/member.ts'
import { joinToken, saveSignUp } from '../../stores/signUp.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { type Answer, failed, succeeded } from '../../../contract/shapes/answer.ts'
import { pageState } from '../../state/pageState.ts'

type Challenge = { key: string; answer: Promise<Answer<string>> }
const page = pageState(() => ({ asked: null as Challenge | null }))

/** The server's name of the field for a domain that cannot join. */
const denied = failed({ reason: 'refused', status: 400, field: 'login_id' })

async function ask(key: string, login_id: string, kind: MemberKind, again: boolean): Promise<Answer<string>> {
  const allowed = await domainVerified(login_id.slice(login_id.lastIndexOf('@') + 1))
  if (allowed.ok && !allowed.data.verified) return denied
  const answer = await challengeJoin(login_id, joinPathOf(kind))
  if (!answer.ok) return answer
  const { member_kind, join_type, auth_token, checks_person = false } = answer.data
  // A later address has been asked about meanwhile, and a code may be under way with its token.
  if (page.asked?.key !== key) return succeeded(joinToken.read(key) || auth_token)
  // A server tells what it knows only of a proved address. Until then an address that is still being typed ends no conversion.
  const isMigration = join_type === 'MIGRATION'
  const conversion = (isMigration || again) && { isGroupConversion: isMigration }
  saveSignUp({ member_kind: member_kind ?? '', checks_person, ...conversion })
  if (joinToken.read(key) === '') joinToken.keep(key, auth_token)
  return succeeded(joinToken.read(key))
}

/**
 * The token of this login ID's challenge. Parallel callers share one request; a failed request is repeated.
 * @param again the address has been proved since, and only now the server says what it knows about it
 */
export function begin(typed: string, kind: MemberKind, again = false): Promise<Answer<string>> {
  const login_id = cleanEmail(typed)
  const key = `${useWelcome.getState().welcome?.transaction_id} ${kind} ${login_id}`
  const kept = joinToken.read(key)
  if (kept !== '' && !again) return Promise.resolve(succeeded(kept))
  if (page.asked?.key === key && !again) return page.asked.answer
  const answer = ask(key, login_id, kind, again)
  const own = { key, answer }
  page.asked = own
  void answer.then(() => {
    if (page.asked === own) page.asked = null
  })
  return answer
}
