import type { ServiceInfo, Welcome } from '../../contract/shapes/welcome.ts'
import type { Facts } from '../../src/rules/visit/facts.ts'

export const welcome = (patch: Partial<Welcome> = {}): Welcome => ({
  client_id: 'client-a',
  transaction_id: 'tx-1',
  state: 'st-1',
  modulus: 'c1',
  exponent: '10001',
  stay_session: false,
  callback_url: 'https://partner.example/callback',
  amrs: ['PWD'],
  sso_sessions: [],
  possible_sso_login: false,
  ...patch,
})

export const service = (patch: Partial<ServiceInfo> = {}): ServiceInfo => ({
  rp_id: 'rp-a',
  rp_name: 'partner-a',
  icon_image_url: null,
  banner_image_url: null,
  banner_image_url_en: null,
  banner_image_url_cn: null,
  color: null,
  domain: 'https://partner.example',
  display_name: '파트너',
  display_name_en: 'Partner',
  display_name_cn: '伙伴',
  permission: 'EVERYONE',
  ...patch,
})

/** The facts of a tab that no visit began in. */
export const noFacts: Facts = {
  welcomed: false,
  welcomeExpired: false,
  signedIn: false,
  possible_sso_login: false,
  permission: 'EVERYONE',
  matcher_type: '',
  stepNamed: false,
  asksOfService: false,
  mobilePending: false,
  phoneOwed: false,
  memberType: '',
  kind: 'GEN',
  invited: false,
  consentedTerms: [],
  passwordSet: false,
  passwordConfirmed: false,
  nickname: '',
  mobileVerified: false,
  fullName: '',
  birthday: '',
  isApplyService: false,
  hasApplied: false,
  joinCompleted: false,
  identifyLoginId: '',
  identifySelectedEmail: '',
  identifyMobileVerified: false,
}
