// Contract, "Service API": one-time codes.
import { SearchIdsBegun } from '../../contract/shapes/identify.ts'
import { ChallengeJoin } from '../../contract/shapes/join.ts'
import { Expiry, Proof } from '../../contract/shapes/service.ts'
import { answered, enveloped, refused } from '../expect.ts'
import type { Kit, Visit } from '../kit.ts'
import { need, Skipped } from '../mismatch.ts'
import { filled } from '../settings.ts'
import type { Chapter } from '../row.ts'

/** A code that was sent for a search: the visit, its token and the code. */
async function sentCode(kit: Kit): Promise<{ visit: Visit; token: string; code: string }> {
  const visit = await need(kit.begin())
  const { auth_token: token } = await visit.data('initSearchIds', SearchIdsBegun)
  const { to, body } = kit.freshPhone()
  const code = await need(kit.codeBy(to, () => visit.data('issueSms', Expiry, { token, body })))
  return { visit, token, code }
}

const another = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const MOST_TRIES = 10
const INLINE = 'A code form that says the wrong thing, or nothing, about a code'

export const codes: Chapter = {
  name: 'One-time codes',
  rows: [
    {
      id: 'codes.sent',
      title: 'a code has six digits, arrives, and its answer says how long it lives',
      screen: 'A code form without its clock, or a code that does not come',
      async run(kit) {
        const visit = await need(kit.begin())
        const { auth_token: token } = await visit.data('initSearchIds', SearchIdsBegun)
        const { to, body } = kit.freshPhone()
        await kit.codeBy(to, async () => answered(await visit.call('issueSms', { token, body }), 'issueSms', Expiry))
      },
    },
    {
      id: 'codes.wrong',
      title: 'a wrong code is refused with 400 4518, and the right one still counts',
      screen: INLINE,
      async run(kit) {
        const { visit, token, code } = await sentCode(kit)
        refused(await visit.call('verifySms', { token, body: { verify_code: another(code) } }), 'noMatch')
        answered(await visit.call('verifySms', { token, body: { verify_code: code } }), 'verifySms', Proof)
      },
    },
    {
      id: 'codes.tries',
      title: `after ${MOST_TRIES} wrong codes at most the answer is 400 4546, and the right code counts no more`,
      screen: 'A code form that can be tried for ever',
      async run(kit) {
        const { visit, token, code } = await sentCode(kit)
        const body = { verify_code: another(code) }
        let exchange = await visit.call('verifySms', { token, body })
        for (let tries = 1; tries < MOST_TRIES && enveloped(exchange).detail_code === 4518; tries += 1)
          exchange = await visit.call('verifySms', { token, body })
        refused(exchange, 'tooManyCodes')
        refused(await visit.call('verifySms', { token, body: { verify_code: code } }), 'tooManyCodes', 'codeExpired')
        const next = await visit.call('reissueSms', { token, body: {} })
        if (next.status !== 200) refused(next, 'tooMany', 'codesUsedUp', 'sendLimit')
      },
    },
    {
      id: 'codes.refresh',
      title: 'a code can be given more time',
      screen: '“Service unavailable” at “more time”',
      async run(kit) {
        const { visit, token } = await sentCode(kit)
        answered(await visit.call('refreshSms', { token, body: {} }), 'refreshSms', Expiry)
      },
    },
    {
      id: 'codes.refresh-email',
      title: 'a code by e-mail that is called extendable can be given more time',
      screen: '“Service unavailable” at “more time”, while the mail is still on its way',
      async run(kit) {
        const { login_id = 'new-{random}@mail.test' } = kit.file.join ?? {}
        const visit = await need(kit.begin('join'))
        const email = filled(login_id)
        const asked = { values: { login_id: email }, query: { type: 'general' } }
        const { auth_token: token } = await visit.data('challengeJoin', ChallengeJoin, asked)
        const { extendable } = await visit.data('issueEmail', Expiry, { token, body: { email } })
        if (extendable !== true) throw new Skipped('the answer to issue/email does not say extendable')
        answered(await visit.call('refreshEmail', { token, body: {} }), 'refreshEmail', Expiry)
      },
    },
    {
      id: 'codes.no-token',
      title: 'a call of the authenticator without a token is refused with 401',
      screen: 'Nothing; but anybody can have codes sent',
      async run(kit) {
        const visit = await need(kit.begin())
        refused(await visit.call('issueSms', { body: kit.freshPhone().body }), 'notSignedIn')
      },
    },
    {
      id: 'codes.stranger',
      title: 'a token of another browser is refused with 401',
      screen: 'Nothing; but who learns a token can prove a phone in the visit of another browser',
      async run(kit) {
        const visit = await need(kit.begin())
        const { auth_token: token } = await visit.data('initSearchIds', SearchIdsBegun)
        const other = await need(kit.begin())
        refused(await other.call('issueSms', { token, body: kit.freshPhone().body }), 'notSignedIn')
      },
    },
  ],
}
