// The members and services of the model: each member has other steps to pass, and one service is hostile.
import { sql } from 'kysely'
import { hashOf } from '../../../backend/context.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { importPasskey } from '../../../backend/domain/passkeys/importPasskey.ts'
import { Authenticator } from '../../../conformance/authenticator.ts'
import { APP } from '../browser.ts'
import { copyOf, PARTNER } from '../start.ts'

export const SERVICES = ['service-a', 'service-b', 'evil'] as const
/** The built-in service of the member's own pages. */
export const ACCOUNT = 'account'
export type Service = (typeof SERVICES)[number] | typeof ACCOUNT
/** The service that also asks for the member's job. */
export const ASKS_JOB: Service = 'service-b'
export const SERVICE_TERMS = ['RP_SERVICE', 'RP_PRIVACY']
const EVIL = 'http://localhost:3066'
export const redirectOf = (service: Service): string =>
  service === ACCOUNT ? `${APP}/account` : `${service === 'evil' ? EVIL : PARTNER}/callback`

export const signedOutOf = (service: Service): string => `${service === 'evil' ? EVIL : PARTNER}/`

/** A client of the backend that no other test has. */
export const evilClient = {
  client_id: 'evil',
  client_secret: 'a-secret-that-the-hostile-service-knows',
  redirect_uris: [redirectOf('evil')],
  post_logout_redirect_uris: [`${EVIL}/`],
}

/** What the test knows of a member, without asking the backend. */
export type Person = {
  key: string
  id: string
  login_id: string
  password: string
  phone: string
  name: string
  nickname: string
  factor: 'none' | 'sms' | 'admin'
  joined: boolean
  owesTerms: boolean
  mustChange: boolean
  isPasswordOld: boolean
  hasJob: boolean
  isStudent: boolean
  agreed: Set<Service>
  invitation?: string
  passkey?: Authenticator
  /** The phones before the present one, the oldest first: each can come back. */
  formerPhones: string[]
  /** Protected by a link or a report, until a reset sets a new password. */
  isProtected: boolean
  leavesAt: string | null
  /** A new password takes effect after a day. */
  resetWaits: boolean
}

type Plan = Pick<Person, 'key'> & Partial<Person> & { from: string }

const PLANS: readonly Plan[] = [
  { key: 'old', from: 'old-password', isPasswordOld: true, agreed: new Set(['service-a']) },
  { key: 'older', from: 'old-password', isPasswordOld: true, agreed: new Set(['service-a', 'evil']) },
  { key: 'plain', from: 'member', agreed: new Set(['service-a', 'service-b']) },
  { key: 'newcomer', from: 'member' },
  { key: 'student', from: 'member', hasJob: false, isStudent: true, agreed: new Set(['service-a']) },
  { key: 'sms', from: 'sms', factor: 'sms', agreed: new Set(['service-a']) },
  { key: 'admin', from: 'member', factor: 'admin', agreed: new Set(['service-a']) },
  { key: 'terms', from: 'new-terms', owesTerms: true, agreed: new Set(['service-a']) },
  { key: 'forced', from: 'required-password', mustChange: true, agreed: new Set(['service-a']) },
  { key: 'invited', from: 'not-accepted', joined: false },
]
export const INVITED = PLANS.length - 1

const NAMES = ['김가온', '이나래', '박다온', '최라온', '정마루', '강바다', '조사라', '윤아라', '장자람', '임차미']

/** The key of each browser. Most members have signed in there before, so that not every sign-in sends an e-mail. */
export const DEVICES = ['the-first-browser-of-the-model', 'the-second-browser-of-the-model'] as const
/** The members who have a passkey, of every kind of second factor. */
const WITH_PASSKEY = ['older', 'sms', 'admin']

/** A passkey that the member has had from before. */
async function passkeyOf({ ctx }: RunningBackend, login_id: string): Promise<Authenticator> {
  const authenticator = new Authenticator(APP, { isSynced: true })
  const handle = Buffer.from(login_id).toString('base64url')
  const made = authenticator.create({
    rp: { id: ctx.settings.passkeys?.rp_id ?? '', name: 'Daemun' },
    user: { id: handle, name: login_id, displayName: login_id },
    challenge: 'Y2hhbGxlbmdl',
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const row = { credential_id: made.id, public_key: authenticator.publicKey(), user_handle: handle }
  const isImported = await importPasskey(ctx, { login_id, ...row, backup_eligible: true, backed_up: true }, false)
  if (isImported !== 'imported') throw new Error(JSON.stringify(isImported))
  return authenticator
}

const NEVER_HERE = ['plain', 'older', 'sms']

export const copyOfPerson = (person: Person): Person => ({
  ...person,
  agreed: new Set(person.agreed),
  formerPhones: [...person.formerPhones],
})

/** Creates the members, and makes the two services of the demo open to them. */
export async function createPeople(backend: RunningBackend): Promise<Person[]> {
  const { db } = backend.ctx
  await sql`update services set permission = 'EVERYONE', asks_consent = true, required_profile =
    case when client_id = ${ASKS_JOB} then '["current_job_group", "current_job"]'::jsonb else '[]' end
    where client_id <> ${ACCOUNT}`.execute(db)
  await sql`delete from members`.execute(db)
  // Consents stay when a member is erased.
  await sql`delete from consents`.execute(db)
  const people: Person[] = []
  for (const [at, { from, ...plan }] of PLANS.entries()) {
    const { login_id, password, phone, invitation } = (await copyOf(backend, from)) as Person
    const [name = '', nickname] = [NAMES[at], `별명${at}${plan.key}`]
    const isKnown = plan.joined !== false
    const { rows } = await sql<{ id: string }>`
      update members set name = ${name}, nickname = ${isKnown ? nickname : null}, admin = ${plan.factor === 'admin'},
        nickname_key = ${isKnown ? nickname : null}, demo_key = null,
        member_type_code = ${plan.isStudent ? 'STUDENT' : isKnown ? 'SOCIAL' : 'BSNS'},
        profile = case when ${plan.hasJob === false} then '{}'::jsonb else profile end
      where login_id = ${login_id} returning id`.execute(db)
    const id = rows[0]?.id ?? ''
    for (const service of plan.agreed ?? []) {
      await sql`insert into service_members (member_id, client_id, first_used_at, scopes)
        values (${id}, ${service}, now(), '{openid,email,profile,phone}')`.execute(db)
      await sql`insert into consents (member_id, owner, terms_code, version, agreed, at)
        select ${id}, owner, terms_code, version, true, now() from terms_versions
        where owner = ${service} and audience = 'GEN'`.execute(db)
    }
    for (const device of NEVER_HERE.includes(plan.key) ? [] : DEVICES)
      await sql`insert into known_browsers values (${hashOf(device)}, ${id}, now())`.execute(db)
    people.push({
      factor: 'none',
      joined: true,
      owesTerms: false,
      mustChange: false,
      isPasswordOld: false,
      hasJob: true,
      isStudent: false,
      agreed: new Set(),
      formerPhones: [],
      isProtected: false,
      leavesAt: null,
      resetWaits: false,
      ...plan,
      id,
      login_id,
      password,
      phone,
      name,
      nickname,
      ...(invitation && { invitation }),
      ...(WITH_PASSKEY.includes(plan.key) && { passkey: await passkeyOf(backend, login_id) }),
    })
  }
  return people
}
