// The page object of a join: fills it field by field.
import { expect, type Page } from '@playwright/test'
import { agreement } from './agreement.ts'
import { app, partner, backend } from './addresses.ts'
import { type Language, say as sayIn } from './texts.ts'
import type { MemberType } from '../src/rules/visit/facts.ts'
import { memberTypes } from '../src/rules/join/memberTypes.ts'
import type { MessageKey } from '../src/rules/texts/messages.ts'

export type Type = MemberType | 'SK'
export type Visitor = { login_id: string; password: string; nickname: string; name: string; phone: string }

export const PASSWORD = 'kT7!mz2R'

let count = 0

/** A new visitor. Only the group's members receive mail at the group's domain. */
export function visitor(type: Type): Visitor {
  // The workers of a run have no two places alike. Two process IDs can end in the same digit.
  const place = process.env.TEST_PARALLEL_INDEX ?? '0'
  const mark = `${Date.now().toString().slice(-7)}${(count += 1).toString().padStart(2, '0')}${place}`
  return {
    login_id: `new${mark}@${type === 'SK' ? 'group.test' : 'member.test'}`,
    password: PASSWORD,
    nickname: `새별${mark}`,
    name: '김하늘',
    phone: `010${mark.slice(-8)}`,
  }
}

/** The pages of a join, by their labels. */
export function joining(
  page: Page,
  code: (to: string) => Promise<string>,
  language: Language = 'ko',
  /** Waits until the page has focused a field that it focuses itself, as a member does who looks where the caret is. */
  waits = false,
) {
  const say = (key: MessageKey, values = {}) => sayIn(key, language, values)
  const label = (key: MessageKey) => page.getByLabel(say(key), { exact: true })
  const button = (key: MessageKey) => page.getByRole('button', { name: say(key), exact: true })
  /** Fills a field that the page focuses itself. */
  const typeInto = async (key: MessageKey, text: string) => {
    if (waits) await expect(label(key)).toBeFocused()
    await label(key).fill(text)
  }
  const next = () => button('join.next').click()
  /** Of a list that is searched by typing: the first match of a text, or the choice at this place; -1 is the last one. */
  const pick = async (key: MessageKey, which: string | number) => {
    const field = page.getByRole('combobox', { name: say(key), exact: true })
    if (waits) await expect(field).toBeFocused()
    await (typeof which === 'string' ? field.fill(which) : field.click())
    const options = page.getByRole('listbox').getByRole('option')
    await options.nth(typeof which === 'string' ? 0 : which).click()
  }
  const option = (key: MessageKey, index: number) =>
    page
      .getByRole('group', { name: say(key), exact: true })
      .getByRole('radio')
      .nth(index)
  /** The last choice of a short list, which is 'other'. */
  const last = (key: MessageKey) => option(key, -1)

  const steps = {
    label,
    button,
    next,
    pick,
    option,
    last,
    async arrive(query: Record<string, string> = {}) {
      await page.goto(`${partner}/sign-in?${new URLSearchParams({ service: 'a', prompt: 'create', ...query })}`)
      await page.waitForURL((url) => url.origin === app && !url.pathname.startsWith('/init'))
    },
    async type(type: Type) {
      if (type === 'SK') await page.getByRole('link', { name: say('join.skLink') }).click()
      else {
        // A press on the card goes on.
        await page.getByRole('button', { name: say(memberTypes[type].card.title), exact: true }).click()
      }
    },
    read: (name: MessageKey) => page.getByRole('link', { name: say('terms.readOne', { name: say(name) }) }),
    async terms() {
      await agreement(page).check()
      await next()
    },
    /** Sends a code for the section with this legend. @returns the field of the code */
    async send(legend: MessageKey) {
      await button('sms.send').click()
      const field = page.getByRole('group', { name: say(legend) }).getByLabel(say('sms.code'))
      await (waits ? expect(field).toBeFocused() : expect(field).toBeEnabled())
      return field
    },
    /** Proves the address or phone of the section with this legend, with the newest code. `isFree`: checks that the section then shows no error. */
    async prove(legend: MessageKey, to: string, isFree = true) {
      const field = await steps.send(legend)
      await field.fill(await code(to))
      if (isFree) await expect(page.getByRole('group', { name: say(legend) })).toBeHidden()
    },
    async password(password = PASSWORD) {
      await typeInto('login.password', password)
      await label('join.passwordAgain').fill(password)
    },
    async account({ login_id, nickname }: Visitor) {
      await typeInto('join.loginId', login_id)
      await steps.prove('join.emailCode', login_id)
      await steps.password()
      await label('join.nickname').fill(nickname)
      await next()
    },
    /** The screen of the person, as far as the number on the next one. */
    async about({ name, phone }: Visitor, birthday = '19990131') {
      await typeInto('join.fullName', name)
      await steps.born(birthday)
      if (waits) await expect(label('sms.phone')).toBeFocused()
      await label('sms.phone').pressSequentially(phone)
    },
    /** Birthday, gender and nationality, the last one as it stands. */
    async born(birthday = '19990131') {
      await label('join.birthday').pressSequentially(birthday)
      await option('join.gender', 1).check()
      await expect(label('join.national')).toHaveValue('KR')
      await next()
    },
    async person(someone: Visitor, birthday?: string) {
      await steps.about(someone, birthday)
      await steps.prove('join.phoneCode', someone.phone)
    },
    async group({ name }: Visitor) {
      await typeInto('join.fullName', name)
      await label('join.birthYear').fill('1990')
      await next()
      await steps.employment()
    },
    async employment() {
      await pick('join.skCompany', 1)
      await label('join.empNo').fill('E12345')
    },
    /** `ranksLast`: the rank is the last answer. On the screen of an organisation that press goes on; a typed answer does not. */
    async company(company: MessageKey = 'join.company', companyEtc: MessageKey = 'join.companyEtc', ranksLast = false) {
      const rank = () => option('join.jobRank', 1).click()
      await pick(company, -1)
      await typeInto(companyEtc, '우리 회사')
      if (!ranksLast) await rank()
      await last('join.jobTitle').check()
      await typeInto('join.jobTitleEtc', '연구원')
      if (ranksLast) await rank()
    },
    async office() {
      await label('join.officePhone').pressSequentially('02-1234-5678')
      await label('join.officeEmail').fill('office@company.test')
    },
    async family(recommender: string) {
      await typeInto('join.recommender', recommender)
      await option('join.relationship', 0).check()
      await last('join.familyJob').check()
      await typeInto('join.familyJobEtc', '작가')
    },
    async school() {
      await pick('join.school', language === 'ko' ? 'ㄱㅂㄷ' : 2)
      await option('join.course', 1).check()
      await option('join.status', 0).check()
      // The press that makes the last choice goes on.
      await option('join.semester', 4).click()
      await expect(page.getByRole('heading', { level: 1, name: say('join.screenMajors') })).toBeVisible()
    },
    async majors() {
      await button('join.majorsAdd').click()
      const modal = page.getByRole('dialog', { name: say('join.majorsTitle') })
      await modal.getByRole('button', { name: say('join.majorsRegister') }).click()
      await expect(modal).toBeVisible()
      const main = modal.getByRole('group', { name: say('join.majorOf'), exact: true })
      await main.getByLabel(say('join.majorField', { number: 1 })).selectOption('03')
      await main.getByLabel(say('join.majorName', { number: 1 })).fill('컴퓨터공학')
      await modal.getByRole('button', { name: say('join.majorsRegister') }).click()
      await expect(modal).toBeHidden()
    },
    /** The one major that the page itself asks for. */
    async major() {
      await option('join.majorFieldShort', 3).check()
      await typeInto('join.majorNameShort', '컴퓨터공학')
    },
    async studies() {
      await steps.school()
      await steps.major()
    },
    /** The screens that only this kind of member sees. The join of a family member names a member of the group. */
    async own(type: Type, recommender = '') {
      const fill: Record<Type, () => Promise<void>> = {
        BSNS: async () => (await steps.company(), await steps.office()),
        SOCIAL: () => steps.company('join.organisation', 'join.organisationEtc'),
        FAMILY: () => steps.family(recommender),
        STUDENT: () => steps.studies(),
        SK: () => steps.employment(),
      }
      await fill[type]()
    },
    async service() {
      await expect(page).toHaveURL(`${app}/join/service`)
      await agreement(page).check()
      await button('join.finish').click()
    },
    async joined() {
      await expect(page).toHaveURL(new RegExp(`^${app}/join/completed`))
    },
    async toService() {
      await button('join.toService').click()
    },
    /** A service that was left for later asks for its terms when the member begins to use it. */
    async agreeAtService() {
      await expect(page.getByRole('heading', { level: 1, name: say('resolve.serviceTerms') })).toBeVisible()
      await agreement(page).check()
      await button('resolve.agree').click()
    },
  }
  return steps
}
export type Joining = ReturnType<typeof joining>

/** The newest code that was sent there, by the backend at this address. */
export async function codeFor(to: string, at = backend): Promise<string> {
  let code = ''
  await expect(async () => {
    const response = await fetch(`${at}/outbox.json?to=${encodeURIComponent(to)}`)
    const [newest] = (await response.json()) as { text: string }[]
    code = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0] ?? ''
    expect(code).toMatch(/^\d{6}$/)
  }).toPass()
  return code
}

/** The join of a new visitor who has chosen this member type. */
export async function joinAs(page: Page, type: Type) {
  const join = joining(page, codeFor)
  await join.arrive()
  await join.type(type)
  return join
}
