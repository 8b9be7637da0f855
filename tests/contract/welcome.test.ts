import { expect, test } from 'vitest'
import { JoinState } from '../../contract/shapes/portal.ts'
import { ServiceInfo, UserInfo, Welcome } from '../../contract/shapes/welcome.ts'

const welcome = {
  client_id: 'c',
  transaction_id: 't',
  state: 's',
  modulus: 'ab',
  exponent: '10001',
  stay_session: false,
  callback_url: '',
  amrs: [],
  sso_sessions: [],
  possible_sso_login: false,
}
const service = { rp_id: 'c', rp_name: 'C', permission: 'EVERYONE' }
const user = { belong_sk: false, login_id: 'a@b.kr' }
const state = { join_status: 'WAITING', join_type: 'NEW', requested_at: '' }

// Contract, "Conventions": what it does not mark as optional is required; a value that a member may lack is null if it is absent.
test.each([
  ['the init data', Welcome, welcome],
  ['the service info', ServiceInfo, service],
  ['the user info', UserInfo, user],
  ['the state of a join', JoinState, state],
])('%s lacks none of its required fields', (_, shape, whole) => {
  expect(shape.safeParse(whole).success).toBe(true)
  for (const field of Object.keys(whole)) {
    const issues = shape.safeParse({ ...whole, [field]: undefined }).error?.issues
    expect(issues?.map(({ path }) => path)).toEqual([[field]])
  }
})

test('a picture, a name or a birthday may be missing', () => {
  expect(ServiceInfo.parse(service)).toMatchObject({ banner_image_url: null, display_name_en: null, domain: null })
  expect(UserInfo.parse(user)).toMatchObject({ nickname: null, birthdate: null })
})
