// The members file of the kit for a backend of the tests: fresh demo members, codes from the outbox.
import { MembersFile } from '../../conformance/settings.ts'
import { APP } from '../backend/browser.ts'
import { PARTNER } from '../backend/start.ts'

/** @param entry where a visit begins, if that is not the backend itself */
export function demoFile(url: string, entry = url, slow_ms = 8000): MembersFile {
  const authorize = new URL('/oidc/auth', entry)
  authorize.search = new URLSearchParams({
    client_id: 'service-a',
    redirect_uri: `${PARTNER}/callback`,
    response_type: 'code',
    scope: 'openid',
    code_challenge_method: 'S256',
  }).toString()
  const sign_in = `${authorize.href}&code_challenge={challenge}&state={random}&nonce={random}`
  const like = (from: string, more: object = {}) => ({ post: `${url}/demo/members`, body: { from }, ...more })
  return MembersFile.parse({
    app_origin: APP,
    entries: { sign_in, join: `${sign_in}&prompt=create`, step_up: `${sign_in}&acr_values=phone` },
    members: {
      plain: like('member', { name: '김하늘', birthdate: '19930417' }),
      second_factor: like('sms'),
      old_password: like('old-password'),
      suspended: like('suspended'),
      waiting: like('waiting'),
    },
    codes: { url: `${url}/outbox.json?to={to}`, find: String.raw`인증번호는 (\d{6})` },
    join: {
      login_id: 'c{random}@mail.test',
      phone: '0104{digits}',
      nation_tel_no: '82',
      password: 'mR7$kwd2Tq',
      consents: ['SERVICE', 'CUSTOM', 'PRIVACY', 'RP_SERVICE', 'RP_PRIVACY'],
      profile: { member_type_code: 'SOCIAL', affiliation_code: 'SC002', job_title: 'JOB_TYP_01' },
    },
    new_password: 'nW4&hzp8Lc',
    // A loaded machine is slow. The contract's limit is 10 s.
    slow_ms,
  })
}
