// Contract, "Pending steps" and "Auth API": signing in, the order of steps, one-time codes, and what a stranger must not learn.
import { SearchIdsBegun, SearchPwdBegun } from '../../contract/shapes/identify.ts'
import { ChallengeJoin } from '../../contract/shapes/join.ts'
import { JoinState } from '../../contract/shapes/portal.ts'
import { Expiry, Proof } from '../../contract/shapes/service.ts'
import { answered, enveloped, holds, locationOf, pendingStep, phoneStep, refused } from '../expect.ts'
import type { Kit, Visit } from '../kit.ts'
import { type Exchange, need, Skipped } from '../mismatch.ts'
import { filled } from '../settings.ts'
import type { Chapter } from '../row.ts'

const step = (matcher_type: string, more: object = {}) => ({ body: { matcher_type, consent_terms: [], ...more } })
const RECOMMENDED = 'RECOMMENDED_CHANGE_PWD'

/** A visit that waits for a password to be changed. */
async function withOldPassword(kit: Kit): Promise<Visit> {
  const visit = await need(kit.begin())
  const exchange = await need(visit.signIn(await kit.member('old_password')))
  await need(
    Promise.resolve(exchange).then((answer) => {
      const { step } = pendingStep(answer)
      holds(step === RECOMMENDED, RECOMMENDED, step, answer)
    }),
  )
  return visit
}

export const steps: Chapter = {
  name: 'Sign-in and pending steps',
  rows: [
    {
      id: 'steps.location',
      title: 'a sign-in without a pending step answers with a location',
      screen: '“Service unavailable” after the right password',
      async run(kit) {
        const visit = await need(kit.begin())
        locationOf(await need(visit.signIn(await kit.member('plain'))))
      },
    },
    {
      id: 'steps.none',
      title: 'a step is refused with 412 before a member has signed in',
      screen: 'Nothing; but a step can be passed over by a call of its own',
      async run(kit) {
        const visit = await need(kit.begin())
        refused(await visit.call('resolveMatcher', step(RECOMMENDED, { skip: true })), 'anotherStep')
      },
    },
    {
      id: 'steps.other',
      title: 'a step of another kind than the pending one is refused with 412',
      screen: 'Nothing; but new terms can be passed over without an agreement',
      async run(kit) {
        const visit = await withOldPassword(kit)
        refused(await visit.call('resolveMatcher', step('ADD_TERMS_AGREEMENT')), 'anotherStep')
      },
    },
    {
      id: 'steps.stranger',
      title: 'a step of a visit of another browser is refused with 403',
      screen: 'Nothing; but one browser can resolve the steps of another',
      async run(kit) {
        const visit = await withOldPassword(kit)
        const other = await need(kit.begin())
        const exchange = await visit.elsewhere(other.browser).call('resolveMatcher', step(RECOMMENDED, { skip: true }))
        refused(exchange, 'notHere')
      },
    },
    {
      id: 'steps.skip',
      title: 'a recommended change of the password can be put off',
      screen: 'A page whose “later” does nothing',
      async run(kit) {
        const visit = await withOldPassword(kit)
        locationOf(await visit.call('resolveMatcher', step(RECOMMENDED, { skip: true })))
      },
    },
    {
      id: 'steps.second-factor',
      title: 'a second factor names its token and a masked phone',
      screen: '“Service unavailable”, or a phone number that a stranger with the password can read',
      async run(kit) {
        const member = await kit.member('second_factor')
        const visit = await need(kit.begin())
        const exchange = await need(visit.signIn(member))
        const { step, auth_token, authorization_uri, phone_number = '' } = phoneStep(exchange)
        holds(step === 'AUTH_REQUIRED', 'auth_required: true', step, exchange)
        const hasToken = auth_token !== undefined || /[?&]auth_token=/.test(authorization_uri ?? '')
        holds(hasToken, 'an auth_token', 'none', exchange)
        const digits = phone_number.replace(/\D/g, '')
        holds(phone_number !== '' && digits.length < 8, 'a masked phone_number', `${digits.length} digits`, exchange)
      },
    },
    {
      id: 'steps.no-proof',
      title: 'a second factor without a proof is refused',
      screen: 'Nothing; but the second factor protects nobody',
      async run(kit) {
        const visit = await need(kit.begin())
        await need(visit.signIn(await kit.member('second_factor')))
        const exchange = await visit.call('resolveMatcher', step('AUTH_REQUIRED'))
        holds(exchange.status >= 400 && exchange.status < 500, 'a refusal', String(exchange.status), exchange)
        enveloped(exchange)
      },
    },
    {
      id: 'steps.proof',
      title: 'a second factor with the code of its phone leads on',
      screen: '“Service unavailable” after the right code',
      async run(kit) {
        const member = await kit.member('second_factor')
        const visit = await need(kit.begin())
        const exchange = await need(visit.signIn(member))
        const { auth_token = '', params } = await need(Promise.resolve(exchange).then(phoneStep))
        const verify_code = await need(
          kit.codeBy(member.phone ?? '', () =>
            visit.data('issueSms', Expiry, { token: auth_token, body: params ?? {} }),
          ),
        )
        const proof = { token: auth_token, body: { verify_code } }
        const { auth_code } = answered(await visit.call('verifyMobile', proof), 'verifyMobile', Proof)
        const credential = { auth_code, amr: 'SMS' }
        locationOf(await visit.call('resolveMatcher', step('AUTH_REQUIRED', { credential, amr: 'SMS' })))
      },
    },
    {
      id: 'steps.step-up',
      title: 'a service that requires a proved phone gets no location before the proof',
      screen: '“The sign-in could not be completed because your phone was not verified”',
      async run(kit) {
        const member = await kit.member('plain')
        if (member.phone === undefined) throw new Skipped('members.plain has no phone')
        const visit = await need(kit.begin('step_up'))
        const { searchParams, href: url } = visit.entry
        const certification = searchParams.get('certification') ?? 'none'
        const request = { request: { method: 'GET', url, headers: {} } }
        holds(certification === 'true', 'certification=true in the address of the entry', certification, request)
        const exchange = await need(visit.signIn(member))
        const { matcher_type: name, auth_token = '', params = {} } = phoneStep(exchange)
        const passedOver = await visit.call('resolveMatcher', step(name, { amr: 'SMS' }))
        holds(passedOver.status >= 400 && passedOver.status < 500, 'a refusal', String(passedOver.status), passedOver)
        const send = () => visit.data('issueSms', Expiry, { token: auth_token, body: params })
        const verify_code = await need(kit.codeBy(member.phone, send))
        const { auth_code } = await visit.data('verifyMobile', Proof, { token: auth_token, body: { verify_code } })
        const credential = { auth_code, amr: 'SMS' }
        locationOf(await visit.call('resolveMatcher', step(name, { credential, amr: 'SMS' })))
      },
    },
    {
      id: 'steps.join-state',
      title: 'a member who waits for an approval is told so, and the member-portal API says since when',
      screen: 'A page about the approval without its date and contact',
      async run(kit) {
        const visit = await need(kit.begin())
        const exchange = await need(visit.signIn(await kit.member('waiting')))
        const { step: name } = pendingStep(exchange)
        holds(name === 'JOIN_STATE', 'JOIN_STATE', name, exchange)
        answered(await visit.call('joinState'), 'joinState', JoinState)
      },
    },
    {
      id: 'steps.session',
      title: 'the state of a join is refused where no member has signed in',
      screen: 'Nothing; but a stranger reads the state of a join',
      async run(kit) {
        const visit = await need(kit.begin())
        refused(await visit.call('joinState'), 'notSignedIn', 'anotherStep', 'notHere')
      },
    },
    {
      id: 'steps.letter',
      title: 'a letter is refused where no step asks for one and nobody has joined',
      screen: 'Nothing; but anybody can fill the store of letters',
      async run(kit) {
        const visit = await need(kit.begin())
        const file = new File(['%PDF-1.4'], 'letter.pdf', { type: 'application/pdf' })
        const exchange = await visit.call('resolveStudent', { form: { payload: {}, file } })
        holds(exchange.status >= 400 && exchange.status < 500, 'a refusal', String(exchange.status), exchange)
        enveloped(exchange)
      },
    },
  ],
}

/** A phone that no member has, and its form in a body. */
function freshPhone(kit: Kit): { to: string; body: object } {
  const { phone = '0104{digits}', nation_tel_no = '82' } = kit.file.join ?? {}
  const phone_number = filled(phone)
  const to = `+${nation_tel_no}${phone_number.replace(/^0/, '')}`
  return { to, body: { phone_number, nation_tel_no } }
}

/** A code that was sent for a search: the visit, its token and the code. */
async function sentCode(kit: Kit): Promise<{ visit: Visit; token: string; code: string }> {
  const visit = await need(kit.begin())
  const { auth_token: token } = await visit.data('initSearchIds', SearchIdsBegun)
  const { to, body } = freshPhone(kit)
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
        const { to, body } = freshPhone(kit)
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
        refused(await visit.call('issueSms', { body: freshPhone(kit).body }), 'notSignedIn')
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
        refused(await other.call('issueSms', { token, body: freshPhone(kit).body }), 'notSignedIn')
      },
    },
  ],
}

/** An answer without what differs from call to call: what a stranger can compare. */
function comparable({ status, body }: Exchange): string {
  const bare = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(bare)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([name, each]) => [
      name,
      /^(auth_token|masked|state)$/.test(name) ? '…' : bare(each),
    ])
    return Object.fromEntries(entries) as unknown
  }
  return JSON.stringify([status, bare(body)]).replace(/\[\d+\]/g, '[n]')
}

const nobody = () => filled('nobody-{random}@mail.test')
const DISCLOSED = 'Nothing; but anybody can find out who is a member'

export const enumeration: Chapter = {
  name: 'What a stranger learns',
  rows: [
    {
      id: 'enumeration.sign-in',
      title: 'an unknown id is refused as a wrong password is',
      screen: DISCLOSED,
      async run(kit) {
        const member = await kit.member('plain')
        const visit = await need(kit.begin())
        const known = await need(visit.signIn({ ...member, password: `${member.password}x` }))
        const unknown = await visit.signIn({ login_id: nobody(), password: `${member.password}x` })
        await need(visit.signIn(member))
        holds(comparable(unknown) === comparable(known), comparable(known), comparable(unknown), unknown)
      },
    },
    {
      id: 'enumeration.reset',
      title: 'the reset of an unknown id begins as that of a member does',
      screen: DISCLOSED,
      async run(kit) {
        const { login_id } = await kit.member('plain')
        const visit = await need(kit.begin())
        const known = await need(visit.call('initSearchPwd', { body: { login_id } }))
        await need(Promise.resolve(known).then((exchange) => answered(exchange, 'initSearchPwd', SearchPwdBegun)))
        const unknown = await visit.call('initSearchPwd', { body: { login_id: nobody() } })
        holds(comparable(unknown) === comparable(known), comparable(known), comparable(unknown), unknown)
      },
    },
    {
      id: 'enumeration.join',
      title: 'a join with the id of a member begins as any other does, until the address is proved',
      screen: DISCLOSED,
      async run(kit) {
        const { login_id } = await kit.member('plain')
        const visit = await need(kit.begin('join'))
        const ask = (id: string) =>
          visit.call('challengeJoin', { values: { login_id: id }, query: { type: 'general' } })
        const unknown = await need(ask(nobody()))
        const known = await ask(login_id)
        holds(comparable(known) === comparable(unknown), comparable(unknown), comparable(known), known)
      },
    },
  ],
}
