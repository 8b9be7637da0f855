// Spec §2, the facts of the guards, read from the stores now.
import { canChoose } from '../rules/visit/service.ts'
import type { Facts } from '../rules/visit/facts.ts'
import { asksOfService } from '../rules/terms/terms.ts'
import { useIdentify } from './identify.ts'
import { secondStepPending, useLogin } from './login.ts'
import { useSignUp } from './signUp.ts'
import { isLive } from './token.ts'
import { useWelcome } from './welcome.ts'

export function readFacts(now = Date.now()): Facts {
  const { welcome_expiry, signed_in, welcome, service_info, route_query, phone_proved } = useWelcome.getState()
  const { matcher_type, step, auth_at, draft } = useLogin.getState()
  const signUp = useSignUp.getState()
  const { nickName = '', fullName = '', birthday = '' } = signUp
  const identify = useIdentify.getState()
  // A step that was given up takes its application along.
  const isApplyService = matcher_type !== '' && signUp.isApplyService
  return {
    // A finished sign-in has dropped its welcome. Its guards still tell it from a visit that never began.
    welcomed: welcome_expiry > now && (welcome !== null || signed_in),
    welcomeExpired: welcome_expiry > 0 && welcome_expiry <= now,
    signedIn: signed_in,
    possible_sso_login: welcome !== null && canChoose(welcome),
    permission: service_info?.permission ?? 'EVERYONE',
    matcher_type,
    stepNamed: step !== null && isLive(auth_at, now),
    asksOfService: step?.step === 'ADD_TERMS_AGREEMENT' && asksOfService([step.terms_types ?? []].flat()),
    mobilePending: secondStepPending(now),
    phoneOwed: route_query.certification === true && !phone_proved && !signUp.mobileVerified,
    memberType: signUp.memberTypeCode ?? '',
    kind: signUp.kind,
    invited: signUp.matcher_type === 'SIGN_UP',
    consentedTerms: signUp.consentedTerms,
    // The store only has the sealed password, and it is sealed only if the confirmation was equal.
    passwordSet: signUp.password !== '',
    passwordConfirmed: signUp.password !== '',
    nickname: nickName,
    mobileVerified: signUp.mobileVerified,
    fullName,
    birthday,
    isApplyService,
    hasApplied: isApplyService && draft.consent_terms.length > 0 && draft.nickname !== '',
    joinCompleted: signUp.join_status !== null,
    identifyLoginId: identify.login_id,
    identifySelectedEmail: identify.selectedEmail,
    identifyMobileVerified: identify.mobileVerified,
  }
}
