// Contract, "Auth API": the join, which counts once however often it is sent; finding an id; setting a forgotten password.
import { randomBytes } from 'node:crypto'
import { Progress } from '../../contract/shapes/auth.ts'
import {
  FoundUsers,
  PasswordSet,
  ResetAllowed,
  ResetUsers,
  SearchIdsBegun,
  SearchPwdBegun,
} from '../../contract/shapes/identify.ts'
import { ChallengeJoin, JoinResult, ValidNickname, type VerifyJoin } from '../../contract/shapes/join.ts'
import { Expiry, Proof } from '../../contract/shapes/service.ts'
import { answered, enveloped, holds, locationOf, pendingStep, refused } from '../expect.ts'
import { JOIN_FORM } from '../joinForm.ts'
import type { Kit, Visit } from '../kit.ts'
import { seal } from '../seal.ts'
import { need, Skipped } from '../mismatch.ts'
import { CODE } from '../../contract/refusals.ts'
import { filled } from '../settings.ts'
import type { Chapter } from '../row.ts'

type Joining = { visit: Visit; payload: VerifyJoin }

const newNickname = () => `별${randomBytes(4).toString('hex')}`

/** A visit in which an address and a phone are proved, and the payload that joins. */
async function ready(kit: Kit): Promise<Joining> {
  const { join } = kit.file
  if (!join) throw new Skipped('join is not in the members file')
  const visit = await need(kit.begin('join'))
  const [login_id, phone_number] = [filled(join.login_id), filled(join.phone)]
  const challenge = { values: { login_id }, query: { type: 'general' } }
  const byEmail = await visit.data('challengeJoin', ChallengeJoin, challenge)
  await need(visit.prove('email', byEmail.auth_token, login_id, { email: login_id }))
  const byPhone = await visit.data('challengeJoin', ChallengeJoin, challenge)
  const { nation_tel_no } = join
  const to = `+${nation_tel_no}${phone_number.replace(/^0/, '')}`
  const auth_code = await need(visit.prove('sms', byPhone.auth_token, to, { phone_number, nation_tel_no }))
  return { visit, payload: { ...(await payloadOf(kit, visit, login_id)), credential: { auth_code, amr: 'SMS' } } }
}

async function payloadOf(kit: Kit, visit: Visit, login_id: string): Promise<VerifyJoin> {
  const { join } = kit.file
  if (!join) throw new Skipped('join is not in the members file')
  return {
    ...JOIN_FORM,
    name: join.name,
    password: await visit.seal(join.password),
    login_id,
    nickname: newNickname(),
    matcher_type: 'JOIN',
    consents: join.consents,
    profile: join.profile,
  }
}

export const join: Chapter = {
  name: 'Join',
  rows: [
    {
      id: 'join.challenge',
      title: 'a join begins with its kind and a token',
      screen: '“Service unavailable” on the page that asks for the e-mail address',
      async run(kit) {
        const visit = await need(kit.begin('join'))
        const given = { values: { login_id: filled('new-{random}@mail.test') }, query: { type: 'general' } }
        const exchange = await visit.call('challengeJoin', given)
        const { join_type } = answered(exchange, 'challengeJoin', ChallengeJoin)
        holds(join_type === 'NEW', 'join_type NEW for an address that nobody has', join_type, exchange)
      },
    },
    {
      id: 'join.nickname',
      title: 'a nickname that nobody has is available',
      screen: 'A nickname field that refuses every name',
      async run(kit) {
        const visit = await need(kit.begin('join'))
        const exchange = await visit.call('validNickname', { query: { nickname: newNickname() } })
        const { available } = answered(exchange, 'validNickname', ValidNickname)
        holds(available, 'available: true', 'false', exchange)
      },
    },
    {
      id: 'join.unproved',
      title: 'a join whose address and phone are not proved is refused',
      screen: 'Nothing; but anybody can join with the address of another person',
      async run(kit) {
        const visit = await need(kit.begin('join'))
        const exchange = await visit.call('verifyJoin', {
          body: await payloadOf(kit, visit, filled('new-{random}@mail.test')),
        })
        holds(exchange.status >= 400 && exchange.status < 500, 'a refusal', String(exchange.status), exchange)
        enveloped(exchange)
      },
    },
    {
      id: 'join.done',
      title: 'a join with a proved address and phone makes a member, who can sign in',
      screen: '“Service unavailable” at the end of a form of four pages',
      async run(kit) {
        const { visit, payload } = await ready(kit)
        const exchange = await visit.call('verifyJoin', { body: payload })
        answered(exchange, 'verifyJoin', JoinResult)
        const again = await need(kit.begin())
        const signedIn = await again.signIn({ login_id: payload.login_id, password: kit.file.join?.password ?? '' })
        const { location } = signedIn.status === 200 ? answered(signedIn, 'verifyPwd', Progress) : {}
        if (location === undefined) pendingStep(signedIn)
      },
    },
    {
      id: 'join.person',
      title:
        'a phone, a name and a birthday of a member are told with the code of the phone, where the challenge asks for them',
      screen: '“You are a member already” after the last of four pages',
      async run(kit) {
        const { name, phone, birthdate } = await kit.member('plain')
        if (name === undefined || phone === undefined || birthdate === undefined)
          throw new Skipped('members.plain has no name, phone or birthdate')
        const visit = await need(kit.begin('join'))
        const asked = { values: { login_id: filled('new-{random}@mail.test') }, query: { type: 'general' } }
        const { auth_token: token, checks_person } = await visit.data('challengeJoin', ChallengeJoin, asked)
        if (checks_person !== true) throw new Skipped('the challenge does not say checks_person')
        const verify_code = await need(
          kit.codeBy(phone, () => visit.data('issueSms', Expiry, { token, body: inParts(kit, phone) })),
        )
        const exchange = await visit.call('verifySms', { token, body: { verify_code, name, birthdate } })
        const { same_person } = answered(exchange, 'verifySms', Proof)
        holds(same_person === true, 'same_person: true', String(same_person), exchange)
      },
    },
    {
      id: 'join.repeated',
      title: 'the same join again is the same success',
      screen:
        '“This e-mail address has joined already” to a member whose connection broke, about the member’s own join',
      async run(kit) {
        const { visit, payload } = await ready(kit)
        const first = await visit.data('verifyJoin', JoinResult, { body: payload })
        const exchange = await visit.call('verifyJoin', { body: payload })
        const { join_status } = answered(exchange, 'verifyJoin', JoinResult)
        holds(join_status === first.join_status, first.join_status, join_status, exchange)
      },
    },
  ],
}

/** A phone in E.164 as a body names it. */
function inParts(kit: Kit, phone: string): { phone_number: string; nation_tel_no: string } {
  const nation_tel_no = kit.file.join?.nation_tel_no ?? '82'
  return { phone_number: phone.replace(`+${nation_tel_no}`, ''), nation_tel_no }
}

/** Proves the phone of the plain member, and searches for the ids of this phone. */
async function searched(kit: Kit) {
  const { login_id, name, phone } = await kit.member('plain')
  if (name === undefined || phone === undefined) throw new Skipped('members.plain has no name or phone')
  const visit = await need(kit.begin())
  const { auth_token } = await visit.data('initSearchIds', SearchIdsBegun)
  const auth_code = await need(visit.prove('sms', auth_token, phone, inParts(kit, phone)))
  const credential = { auth_code, amr: 'SMS' }
  return { visit, login_id, credential, exchange: await visit.call('searchIds', { body: { name, credential } }) }
}

export const identify: Chapter = {
  name: 'Finding an id and a password',
  rows: [
    {
      id: 'identify.ids',
      title: 'a name and a proved phone find the login id in full',
      screen: '“No account was found”',
      async run(kit) {
        const { login_id, exchange } = await searched(kit)
        const { users } = answered(exchange, 'searchIds', FoundUsers)
        const isFound = users.some((user) => user.login_id === login_id)
        holds(isFound, `${login_id} among the users`, `${users.length} others`, exchange)
      },
    },
    {
      id: 'identify.found',
      title: 'the code of a search opens no reset of an id that the search did not find',
      screen: 'Nothing; but the owner of one phone can take over any account',
      async run(kit) {
        const { login_id } = await kit.member('second_factor')
        const { visit, credential } = await searched(kit)
        refused(await visit.call('searchPwd', { body: { login_id, credential } }), ...CODE)
      },
    },
    {
      id: 'identify.unproved',
      title: 'a search with a proof that does not exist is refused with 400 4518',
      screen: 'Nothing; but anybody can ask for the ids of a name',
      async run(kit) {
        const visit = await need(kit.begin())
        await visit.data('initSearchIds', SearchIdsBegun)
        const body = { name: '서연우', credential: { auth_code: 'no-such-code', amr: 'SMS' } }
        refused(await visit.call('searchIds', { body }), 'noMatch')
      },
    },
    {
      id: 'identify.reset',
      title: 'a proved phone sets a new password, which signs in; the token counts once',
      screen: '“Service unavailable” after the new password was typed',
      async run(kit) {
        const { new_password } = kit.file
        const { login_id, phone } = await kit.member('plain')
        if (new_password === undefined) throw new Skipped('new_password is not in the members file')
        if (phone === undefined) throw new Skipped('members.plain has no phone')
        const visit = await need(kit.begin())
        const { auth_token: token } = await visit.data('initSearchPwd', SearchPwdBegun, { body: { login_id } })
        const verify_code = await need(kit.codeBy(phone, () => visit.data('issueSms', Expiry, { token, body: {} })))
        const { auth_code } = await visit.data('verifySms', Proof, { token, body: { verify_code } })
        const allowed = await visit.call('searchPwd', { body: { login_id, credential: { auth_code, amr: 'SMS' } } })
        const { reset_token, ...key } = answered(allowed, 'searchPwd', ResetAllowed)
        answered(await visit.call('resetUsers', { query: { reset_token } }), 'resetUsers', ResetUsers)
        const set = (password: string) =>
          visit.call('resetPassword', { body: { reset_token, login_id, password: seal(password, key) } })
        answered(await set(new_password), 'resetPassword', PasswordSet)
        const again = await need(kit.begin())
        locationOf(await again.signIn({ login_id, password: new_password }))
        refused(await set(`${new_password}9`), 'noMatch', 'notHere', 'visitOver')
      },
    },
  ],
}
