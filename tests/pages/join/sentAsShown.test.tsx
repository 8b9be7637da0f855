// What a join sends is what its screens showed last, and each screen shows it again: random ways through the real pages, with changes of
// mind and quick presses.
import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { cleanup, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import { delay, http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { MEMBER_TYPES } from '../../../contract/codes.ts'
import { enter, saveService } from '../../../src/effects/session/session.ts'
import { invited } from '../../../src/rules/join/invitation.ts'
import type { MemberKind } from '../../../src/rules/join/member.ts'
import type { MemberType } from '../../../src/rules/visit/facts.ts'
import { resetPage } from '../../../src/state/pageState.ts'
import { saveSignUp } from '../../../src/stores/signUp.ts'
import { modelRuns } from '../../backend/modelRuns.ts'
import { serviceInfo, welcomeData } from '../../support/builders.ts'
import { fill, heading, HEADINGS, isRefused, readFields, settled } from '../../support/joinScreens.ts'
import { goTo, renderAt } from '../../support/render.tsx'
import { ask, bases, calls, give, server } from '../../support/server.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
const hex = (part: string) => Buffer.from(part, 'base64url').toString('hex')
const opened = (sealed: string) =>
  privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(sealed, 'base64'),
  ).toString()

/** What a member does when a screen is filled. */
const MOVES = ['next', 'next', 'next twice', 'type on', 'next and back', 'back', 'back to the types'] as const
type Move = (typeof MOVES)[number]
const plans = fc.record({
  types: fc.array(fc.constantFrom(...MEMBER_TYPES), { minLength: 2, maxLength: 4 }),
  moves: fc.array(fc.constantFrom<Move>(...MOVES), { minLength: 4, maxLength: 14 }),
  picks: fc.array(fc.nat(999), { minLength: 40, maxLength: 40 }),
  /** Milliseconds that each answer takes. */
  late: fc.nat(12),
})
type Plan = typeof plans extends fc.Arbitrary<infer Made> ? Made : never
type Shown = Record<string, string>
const login_id = 'hana@mail.test'

/** A way into a join, and the call that ends it. `runs`: of `npm run test:all`, and by day. `type`: the invitation knows the member type. */
type Way = {
  at: string
  kind: MemberKind
  isInvited?: true
  type?: MemberType
  runs: [complete: number, byDay: number]
}
const WAYS: Record<string, Way> = {
  'a general join': { at: '/join', kind: 'GEN', runs: [40, 2] },
  'a join of the group': { at: '/join/terms', kind: 'SK', runs: [20, 1] },
  'an invitation': { at: '/sign-up/terms/gen', kind: 'GEN', isInvited: true, runs: [20, 1] },
  'an invitation of a SOCIAL member': {
    at: '/sign-up/terms/gen',
    kind: 'GEN',
    isInvited: true,
    type: 'SOCIAL',
    runs: [20, 1],
  },
  'an invitation of the group': { at: '/sign-up/terms', kind: 'SK', isInvited: true, runs: [20, 1] },
}
const callOf = ({ isInvited }: Way) => (isInvited ? '/v1/profile/sign-up' : '/v1/verify/join')

/** The codes of a list by what the page calls them in English. */
async function codesOf(group: string): Promise<Map<string, string>> {
  const response = await ask(`/public/member/v1/codegroups/${group}/codes`)
  const { data } = (await response.json()) as { data: { code: string; code_name_en: string }[] }
  return new Map(data.map(({ code, code_name_en }) => [code_name_en, code]))
}

const ENDING = 'We have received your application'

const press = (user: UserEvent, name: string | RegExp) => {
  const button = screen.queryByRole('button', { name })
  return button ? user.click(button) : Promise.resolve()
}

/** Answers of the join's calls that take their time. The phone and the address are proved already. */
function answerLate(late: number) {
  const body = (data: object) => async () => (await delay(late), HttpResponse.json({ data }))
  server.use(
    http.post(`${bases.auth}/v1/valid/nickname`, body({ available: true })),
    give('auth', '/v1/terms/RELYING_PARTY', { terms: [] }),
    http.post(`${bases.auth}/v1/verify/join`, body({ join_status: 'WAITING' })),
    http.post(`${bases.auth}/v1/profile/sign-up`, body({ join_status: 'WAITING' })),
  )
}

async function begin({ at, kind, isInvited, type }: Way) {
  cleanup()
  resetPage()
  sessionStorage.clear()
  const { user } = await renderAt('/about')
  enter(welcomeData({ modulus: hex(n), exponent: hex(e) }))
  saveService(serviceInfo())
  const invitation = {
    login_id,
    name: null,
    belong_sk: kind === 'SK',
    member_kind: null,
    member_type_code: type ?? null,
    emp_no: null,
    join_type: 'INVITATION',
  } as const
  saveSignUp({
    kind,
    login_id,
    emailVerified: true,
    mobileNumber: '01012345678',
    mobileVerified: true,
    auth_code: 'proof',
    amr: 'SMS',
    ...(isInvited && invited(invitation)),
  })
  goTo(at)
  return user
}

const SECRET = /^password/
/** A company of one member type is none of another (pages/join/memberType.ts). */
const OF_TYPE = /^affiliation/

const dayOf = (birthday: string) =>
  birthday
    .split(/\D/)
    .map((part) => part.padStart(2, '0'))
    .join('')
/** A value without the form in which it was typed. */
const plain = ([name, value]: [string, string]) => [name, name === 'birthday' ? dayOf(value) : value.trim()]

/** A screen that opens again shows what it showed last. Only secrets are asked for anew. */
function expectKept(shown: Shown): void {
  const again = Object.entries(readFields()).filter(([name]) => name in shown && !SECRET.test(name))
  const before = again.map(([name]): [string, string] => [name, shown[name] ?? ''])
  expect(again.map(plain)).toEqual(before.map(plain))
}

/** Goes through the join as planned, and then straight to its end. @returns what the screens showed last, and the type if there is one */
async function walk(
  user: UserEvent,
  { types, moves, picks }: Plan,
  way: Way,
): Promise<{ shown: Shown; type: MemberType | undefined }> {
  const shown: Shown = {}
  let { type } = way
  let taken = 0
  /** A screen that a press before replaced while the member typed into it. The member goes back to see what it has kept. */
  let left: string | null = null
  let move: Move = 'next'
  const pick = (count: number) => (picks[taken++ % picks.length] ?? 0) % Math.max(count, 1)
  const note = () => void Object.assign(shown, readFields())
  /** Notes each value as it changes, because the screen may be left before it is filled: by its last choice, or by a press before. */
  const fillNoting = async (from: string) => {
    const noteHere = () => heading() === from && note()
    for (const event of ['input', 'change']) document.addEventListener(event, noteHere)
    await fill(user, pick)
    for (const event of ['input', 'change']) document.removeEventListener(event, noteHere)
  }
  const moved = (from: string, isOver = () => false) =>
    waitFor(() => {
      if (heading() === from && !isOver()) throw new Error(`“${from}” does not lead on`)
    })

  for (let turn = 0; turn < 150; turn++) {
    const at = await settled()
    const from: string = HEADINGS[at]
    if (heading() !== from) continue
    if (left !== null && left !== from) {
      await press(user, 'Back')
      await moved(from)
      continue
    }
    if (at === 'types') {
      const chosen = types[Math.min(turn === 0 ? 0 : pick(types.length), types.length - 1)] as MemberType
      if (type !== chosen) for (const name of Object.keys(shown)) if (OF_TYPE.test(name)) delete shown[name]
      type = chosen
      const card = document.querySelector<HTMLElement>(`button[name="memberTypeCode"][value="${type}"]`)
      if (card) await user.click(card)
      await moved(from)
      continue
    }
    if (at === 'terms') {
      const all = await waitFor(() => {
        const found = screen.queryByLabelText<HTMLInputElement>(/Agree to all/)
        if (!found && heading() === from) throw new Error('the terms have not come')
        return found
      })
      if (!all) continue
      if (!all.checked) await user.click(all)
    } else if (left !== null) {
      note()
    } else if (at !== 'service') {
      expectKept(shown)
      note()
      await fillNoting(from)
      if (heading() !== from) {
        // Its last choice has led on, or the second press of the screen before.
        if (move === 'next twice') left = from
        continue
      }
      note()
    }
    move = left === null ? (moves[turn] ?? 'next') : 'next'
    left = null
    if (at === 'service' && !move.includes('back')) {
      await press(user, 'Skip and create account')
      return { shown, type }
    }
    if (way.isInvited && !move.includes('back') && screen.queryByRole('button', { name: 'Create account' })) {
      await press(user, 'Create account')
      if (move === 'next twice') await press(user, 'Create account')
      await moved(from, isRefused)
      if (heading() === ENDING) return { shown, type }
      continue
    }
    if (move === 'back to the types') {
      const isFirst = () => heading() === HEADINGS.types || (way.at !== '/join' && heading() === HEADINGS.terms)
      for (let steps = 0; steps < 12 && !isFirst(); steps++) {
        const before = heading()
        await press(user, 'Back')
        await moved(before)
      }
    } else if (move === 'back') {
      // Before the first page there is another one of the app, which is no part of the join.
      if (way.at === '/join' || at !== 'terms') await press(user, 'Back')
    } else {
      // The press is meant for this screen: one right after a screen that went on by itself would do nothing.
      await user.keyboard('{Shift}')
      await press(user, 'Next')
      if (move === 'next twice') await press(user, 'Next')
      if (move === 'next and back') await press(user, 'Back')
      if (move === 'type on' && heading() === from) {
        await fillNoting(from)
        if (heading() === from) note()
        else left = from
      }
      // A quick press before can have put half a word into this screen, which it refuses.
      if (move === 'next')
        await waitFor(() => {
          if (heading() === from && !isRefused()) throw new Error(`the screen stays: ${heading()}`)
        })
      if (move === 'next') await moved(from, isRefused)
    }
  }
  throw new Error(`the join does not end: ${heading()}`)
}

const digits = (text: string) => text.replace(/\D/g, '')
/** Without what the member left out. */
const given = (values: Shown) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

/** The body that the screens promise, as far as they show it. */
function promised(
  shown: Shown,
  type: MemberType | undefined,
  { kind, isInvited }: Way,
  companies: Map<string, string>,
) {
  const text = (name: string) => (shown[name] ?? '').trim()
  const code = (name: string) => companies.get(text(name)) ?? text(name).replace(/\t.*/, '')
  const other = (choice: string, name: string) => {
    const chosen = companies.get(text(choice)) ?? text(choice)
    return chosen.endsWith('_ETC') ? text(name) : ''
  }
  const affiliation = {
    affiliation_code: code('affiliationCode'),
    affiliation_name: other('affiliationCode', 'affiliationName'),
  }
  const job = {
    job_title: code('jobTitle'),
    job_title_etc: other('jobTitle', 'jobTitleEtc'),
    job_rank: code('jobRank'),
  }
  const own: Record<MemberType, Shown> = {
    BSNS: {
      ...affiliation,
      ...job,
      affiliation_phone: digits(text('affiliationPhone')),
      affiliation_email: text('affiliationEmail'),
    },
    SOCIAL: { ...affiliation, ...job },
    FAMILY: {
      recommender_mbr_no: text('recommenderMbrNo'),
      relationship: code('relationship'),
      relationship_etc: other('relationship', 'relationshipEtc'),
      family_job: code('familyJob'),
      family_job_etc: other('familyJob', 'familyJobEtc'),
    },
    STUDENT: {
      ...affiliation,
      school_course: text('schoolCourse'),
      school_status: text('schoolStatus'),
      complete_semester: text('completeSemester'),
    },
  }
  const isGroup = kind === 'SK'
  const birthday = dayOf(text('birthday'))
  const ofGroup = { ...affiliation, emp_no: isInvited ? '' : text('empNo') }
  return {
    nickname: text('nickName'),
    password: text('password'),
    name: text('fullName'),
    birthdate: isGroup ? `${birthday}0000` : birthday,
    gender: text('gender'),
    belong_sk: isGroup,
    login_id,
    ...(!isGroup && { credential: { auth_code: 'proof', amr: 'SMS' } }),
    ...(isInvited && {
      emp_no: text('empNo'),
      national: text('nationalCode'),
      phone_number: isGroup ? '' : '01012345678',
    }),
    profile: {
      ...(type && { member_type_code: type }),
      ...given(type ? own[type] : ofGroup),
      ...(type && !isInvited && { national_code: text('nationalCode') }),
      ...(type === 'STUDENT' && { majors: [{ major_code: text('majors'), major_name: text('majorName') }] }),
    },
  }
}

test.each(Object.entries(WAYS))(
  'what %s sends is what its screens showed last, whatever changed on the way',
  async (_, way) => {
    const [numRuns, seed] = modelRuns(...way.runs)
    const companies: Record<MemberType | 'SK', Map<string, string>> = {
      BSNS: await codesOf('PARTNER_COM_GRP'),
      SOCIAL: await codesOf('SOCIAL_COM_GRP'),
      FAMILY: new Map(),
      STUDENT: await codesOf('SCH_GRP'),
      SK: await codesOf('SK_COM_GRP'),
    }
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        answerLate(plan.late)
        const before = calls(callOf(way)).length
        const { shown, type } = await walk(await begin(way), plan, way)
        await waitFor(() => expect(heading()).toBe(ENDING))
        const [first, ...more] = calls(callOf(way)).slice(before)
        expect(more).toEqual([])
        const sent = (await first?.body()) as { password: string; profile: object }
        const wanted = promised(shown, type, way, companies[type ?? 'SK'])
        expect({ ...sent, password: opened(sent.password) }).toMatchObject({ ...wanted, profile: {} })
        expect(sent.profile).toEqual(wanted.profile)
      }),
      // A run takes seconds, so the first failing one is reported as it is.
      { numRuns, seed, endOnFailure: true },
    )
  },
  // Half a minute for each of 40 sequences on a busy machine.
  1_200_000,
)
