// A visitor who joins over HTTP: arrives from the partner, proves an address and a phone by the codes of the outbox, sends the payload.
import { randomInt, randomUUID } from 'node:crypto'
import type { JoinProfile, SignUpPayload, VerifyJoin } from '../../contract/shapes/join.ts'
import type { MemberType } from '../../src/rules/visit/facts.ts'
import type { RunningBackend } from '../../backend/main.ts'
import { Browser, data, seal, type Reply } from './browser.ts'
import { partner } from './start.ts'
import { JOIN_FORM } from '../../conformance/joinForm.ts'

export const PASSWORD = 'mR7$kwd2Tq'
const SERVICE_TERMS = ['RP_SERVICE', 'RP_PRIVACY']

export const newEmail = (domain = 'mail.test'): string => `j${randomUUID().slice(0, 8)}@${domain}`
/** As it is typed in Korea. */
export const newPhone = (): string => `0104${String(randomInt(10_000_000)).padStart(7, '0')}`
export const newNickname = (): string => `별${randomUUID().slice(0, 8)}`

/** A complete profile of each member type. That of FAMILY needs a member of the group. */
export const profiles: Record<Exclude<MemberType, 'FAMILY'>, JoinProfile> = {
  BSNS: {
    member_type_code: 'BSNS',
    national_code: 'KR',
    affiliation_code: 'PC003',
    affiliation_name: '다온정밀',
    affiliation_phone: '0212345678',
    affiliation_email: 'office@daon.test',
    job_title: 'JOB_TYP_ETC',
    job_title_etc: '품질 담당',
    job_rank: 'JOB_LEV_02',
  },
  SOCIAL: { member_type_code: 'SOCIAL', affiliation_code: 'SC002', job_title: 'JOB_TYP_01' },
  STUDENT: {
    member_type_code: 'STUDENT',
    affiliation_code: 'SCH014',
    school_course: 'SCH_CURS_02',
    school_status: 'SCH_GRAD_01',
    majors: [{ major_code: '03', major_name: '전기공학' }],
    double_majors: [{ major_code: '00', major_name: '철학' }],
    complete_semester: '32',
  },
}

export class Joiner {
  readonly browser: Browser
  private welcome: Record<string, unknown> = {}
  entry = new URL('http://localhost')
  private finish: ((callback: URL) => Promise<{ claims(): Record<string, unknown> | undefined }>) | null = null

  readonly backend: RunningBackend
  readonly login_id: string
  readonly phone: string
  constructor(backend: RunningBackend, login_id = newEmail(), phone = newPhone()) {
    this.backend = backend
    this.login_id = login_id
    this.phone = phone
    this.browser = new Browser(backend.url)
  }

  async arrive(parameters: Record<string, string> = { prompt: 'create' }, client_id?: string): Promise<this> {
    const { url, tokens } = await (await partner(this.backend, client_id)).begin(parameters)
    this.entry = await this.browser.go(url)
    this.welcome = data(await this.browser.get(`/v1/init/login${this.entry.search}`))
    this.finish = tokens
    return this
  }

  challenge = (type = 'general', login_id = this.login_id): Promise<Reply> =>
    this.browser.get(`/v1/challenge/join/${encodeURIComponent(login_id)}?type=${type}`)

  private async prove(kind: 'sms' | 'email'): Promise<string> {
    const { auth_token } = data(await this.challenge())
    return this.proveBy(kind, String(auth_token))
  }

  /** Proves the phone or the address by a code of this token. @returns the auth_code */
  async proveBy(kind: 'sms' | 'email', auth_token: string): Promise<string> {
    const to = kind === 'sms' ? this.phone : this.login_id
    const body = kind === 'sms' ? { phone_number: to, nation_tel_no: '82' } : { email: to }
    const headers = { 'x-authenticator': `Token ${auth_token}` }
    const issued = await this.browser.post(`/authenticator/v1/issue/${kind}`, body, headers)
    if (issued.status !== 200) throw new Error(`${kind}: ${issued.text}`)
    const verify_code = await this.codeTo(to)
    const verified = await this.browser.post(`/authenticator/v1/verify/${kind}`, { verify_code }, headers)
    return String(data(verified).auth_code)
  }

  async codeTo(to: string): Promise<string> {
    // The outbox answers only callers on this machine, also behind a proxy.
    const headers = { 'x-forwarded-for': '127.0.0.1' }
    const list = await fetch(`${this.backend.url}/outbox.json?to=${encodeURIComponent(to)}`, { headers })
    const [newest] = (await list.json()) as { text: string }[]
    return /\d{6}/.exec(newest?.text ?? '')?.[0] ?? ''
  }

  proveEmail = (): Promise<string> => this.prove('email')
  provePhone = (): Promise<string> => this.prove('sms')

  seal = (password = PASSWORD): string => seal(password, this.welcome)

  payload(profile: JoinProfile, change: Partial<VerifyJoin> = {}): VerifyJoin {
    return {
      ...JOIN_FORM,
      name: '서연우',
      password: this.seal(),
      login_id: this.login_id,
      nickname: newNickname(),
      sms_alarm: true,
      matcher_type: 'JOIN',
      consents: ['SERVICE', 'CUSTOM', 'PRIVACY', 'MARKETING', 'AD_SMS', ...SERVICE_TERMS],
      profile,
      ...change,
    }
  }

  /** A group member's: the year of birth, no credential, the group's terms. */
  groupPayload(change: Partial<VerifyJoin> = {}): VerifyJoin {
    return this.payload(
      { affiliation_code: 'SK003', emp_no: 'T20311' },
      {
        belong_sk: true,
        birthdate: '19880000',
        gender: '',
        amr: 'NONE',
        consents: ['SK_SERVICE', 'SK_CUSTOM', 'SK_PRIVACY'],
        ...change,
      },
    )
  }

  invitedPayload(profile: JoinProfile, change: Partial<SignUpPayload> = {}): SignUpPayload {
    const base = { ...this.payload(profile), emp_no: '', national: 'KR', nation_tel_no: '82', phone_number: this.phone }
    return { ...base, matcher_type: 'SIGN_UP', ...change }
  }

  join = (payload: object): Promise<Reply> => this.browser.post('/v1/verify/join', payload)
  signUp = (payload: object): Promise<Reply> => this.browser.post('/v1/profile/sign-up', payload)

  /** Follows the location of a join back to the partner. @returns what the partner learns */
  async atPartner(reply: Reply): Promise<Record<string, unknown>> {
    const set = await this.finish?.(await this.browser.go(String(data(reply).location)))
    return set?.claims() ?? {}
  }

  /** Everything a general join needs before it is sent. */
  async ready(): Promise<this> {
    await this.arrive()
    await this.proveEmail()
    await this.provePhone()
    return this
  }

  row = () =>
    this.backend.ctx.db.selectFrom('members').selectAll().where('login_id', '=', this.login_id).executeTakeFirst()
}
