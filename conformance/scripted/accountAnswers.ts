// One whole answer for each call of the account, every optional field included.
import type { ACCOUNT_CALLS } from '../../contract/calls.ts'
import type { Json } from './shape.ts'

type Given = {
  loginId: string
  token: string
  key: { modulus: string; exponent: string }
  /** How a passkey is asked for, and how one is created. */
  passkey: { request: Json; creation: Json }
  partner: string
}

/** The name of the session, which each call of the account sends. */
export const ACCOUNT_SESSION = 'session-of-the-member'

const AT = '2026-03-01T09:00:00Z'
const LEAVES_AT = '2026-03-15T09:00:00Z'
const PHONE = '010-****-5678'
const EMAIL = 'm*****@member.test'

export const accountData = ({
  loginId,
  token,
  key,
  passkey: { request, creation },
  partner,
}: Given): Record<keyof typeof ACCOUNT_CALLS, Json> => {
  const passkey = {
    id: 'passkey-1',
    name: '내 휴대폰',
    created_at: AT,
    last_used_at: AT,
    synced: true,
    credential_id: 'b25l',
  }
  const terms = { name: '이용약관', url: 'https://terms.test/RP.html', version: 2, agreed_at: AT, required: true }
  return {
    initAccount: { location: `${partner}/sign-in` },
    account: {
      session: ACCOUNT_SESSION,
      login_id: loginId,
      name: '김하늘',
      nickname: '하늘',
      phone: PHONE,
      email: EMAIL,
      password_changed_at: AT,
      second_factor: 'NONE',
      member_kind: 'GEN',
      belong_sk: false,
      marketing: { email: true, sms: false, email_at: AT, sms_at: AT },
      ...key,
      letter: { received_at: AT, file_name: 'letter.pdf', state: 'WAITING' },
      leaving: { effective_at: LEAVES_AT },
      passkeys: { rp_id: 'localhost', count: 1 },
      email_managed: false,
      second_factor_required: false,
      kept: [{ what: 'CONSENTS', days: 1825 }],
    },
    proofToken: { auth_token: token, masked: PHONE },
    proofPasskey: { options: request },
    proof: { fresh_until: AT },
    accountPassword: { ended_sessions: 2 },
    accountPhone: { masked: PHONE },
    accountEmail: { masked: EMAIL },
    accountNickname: null,
    accountMarketing: null,
    accountSecondFactor: null,
    accountPasskeys: [passkey],
    passkeyOptions: { options: creation },
    addPasskey: passkey,
    renamePasskey: null,
    removePasskey: null,
    accountSessions: [
      {
        id: 'device-1',
        browser: 'Safari',
        system: 'iPhone',
        place: '부산',
        signed_in_at: AT,
        last_used_at: AT,
        current: true,
        services: ['낯선 서비스'],
      },
    ],
    endSession: null,
    endOtherSessions: null,
    accountServices: [
      {
        client_id: 'foreign',
        rp_name: '낯선 서비스',
        icon_image_url: `${partner}/icon.png`,
        domain: partner,
        first_used_at: AT,
        last_used_at: AT,
        scopes: ['openid', 'email'],
        terms: [terms],
      },
    ],
    withdrawService: null,
    accountActivity: [
      {
        id: 'activity-1',
        at: AT,
        event: 'SIGN_IN',
        browser: 'Safari',
        place: '부산',
        service: '낯선 서비스',
        result: 'DONE',
        method: ['PWD', 'SMS'],
      },
    ],
    reportActivity: null,
    exportAccount: { members: [{ login_id: loginId, name: '김하늘' }], consents: [] },
    leave: { effective_at: LEAVES_AT },
    stay: null,
  }
}
