// Contract, "Pending steps" and "Auth API": signing in, and the order of steps.
import { JoinState } from '../../contract/shapes/portal.ts'
import { Expiry, Proof } from '../../contract/shapes/service.ts'
import { answered, enveloped, holds, locationOf, pendingStep, phoneStep, refused } from '../expect.ts'
import type { Kit, Visit } from '../kit.ts'
import { need, Skipped } from '../mismatch.ts'
import type { Chapter } from '../row.ts'

const step = (matcher_type: string, more: object = {}) => ({ body: { matcher_type, consent_terms: [], ...more } })
const RECOMMENDED = 'RECOMMENDED_CHANGE_PWD'

/** A visit that waits for a password to be changed. */
async function withOldPassword(kit: Kit): Promise<Visit> {
  const visit = await need(kit.begin())
  const member = await kit.member('old_password')
  await need(
    visit.signIn(member).then((answer) => {
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
        const pending = phoneStep(exchange)
        const { step, phone_number = '' } = pending
        holds(step === 'AUTH_REQUIRED', 'auth_required: true', step, exchange)
        await visit.tokenOf(pending)
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
        const pending = await need(visit.signIn(member).then(phoneStep))
        const token = await need(visit.tokenOf(pending))
        const send = () => visit.data('issueSms', Expiry, { token, body: pending.params ?? {} })
        const verify_code = await need(kit.codeBy(member.phone ?? '', send))
        const proof = { token, body: { verify_code } }
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
        const pending = phoneStep(exchange)
        const { matcher_type: name, params = {} } = pending
        const token = await visit.tokenOf(pending)
        const passedOver = await visit.call('resolveMatcher', step(name, { amr: 'SMS' }))
        holds(passedOver.status >= 400 && passedOver.status < 500, 'a refusal', String(passedOver.status), passedOver)
        const send = () => visit.data('issueSms', Expiry, { token, body: params })
        const verify_code = await need(kit.codeBy(member.phone, send))
        const { auth_code } = await visit.data('verifyMobile', Proof, { token, body: { verify_code } })
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
