// Data of the entry for tests. The RSA key is the backend's, so the backend can open what a test seals.
import { inject } from 'vitest'
import type { ServiceInfo, Welcome } from '../../contract/shapes/welcome.ts'

/** What each call of the visit of `welcomeData` carries besides its own payload. */
export const visitName = { transaction_id: 'transaction-1', state: 'state-1' }

export const welcomeData = (patch: Partial<Welcome> = {}): Welcome => ({
  client_id: 'service-a',
  ...visitName,
  modulus: inject('backend').modulus,
  exponent: inject('backend').exponent,
  enc_alg: 'RSA-OAEP-256',
  stay_session: false,
  callback_url: 'http://localhost:3002/callback',
  amrs: ['PWD'],
  sso_sessions: [],
  possible_sso_login: false,
  ...patch,
})

export const serviceInfo = (patch: Partial<ServiceInfo> = {}): ServiceInfo => ({
  rp_id: 'service-a',
  rp_name: 'service-a',
  icon_image_url: null,
  banner_image_url: null,
  banner_image_url_en: null,
  banner_image_url_cn: null,
  color: null,
  domain: 'http://localhost:3002',
  display_name: '배움터',
  display_name_en: 'Learning Hall',
  display_name_cn: '学堂',
  permission: 'EVERYONE',
  ...patch,
})
