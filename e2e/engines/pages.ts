// The pages of the app as a member finds them, by label and role.
import { basename } from 'node:path'
import { AGREEMENT } from '../agreement.ts'
import { memberTypes } from '../../src/rules/join/memberTypes.ts'
import type { MessageKey } from '../../src/rules/texts/messages.ts'
import { app, partner } from '../addresses.ts'
import type { Member } from '../fixtures.ts'
import { PASSWORD, type Type, type Visitor } from '../joining.ts'
import { type Language, say } from '../texts.ts'
import type { Target } from './hands.ts'
import type { Page } from './page.ts'
import { code } from './test.ts'

export const field = (key: MessageKey, language: Language = 'ko'): Target => ({ label: say(key, language) })
export const button = (key: MessageKey, language: Language = 'ko'): Target => ({
  role: 'button',
  name: say(key, language),
})
export const link = (key: MessageKey, language: Language = 'ko'): Target => ({ role: 'link', name: say(key, language) })
export const heading = (key: MessageKey, language: Language = 'ko', values = {}): Target => ({
  role: 'heading',
  name: say(key, language, values),
})
const group = (key: MessageKey): Target => ({ role: 'group', name: say(key) })
/** A choice of a short list; -1 is the last one. */
const choice = (key: MessageKey, nth: number): Target => ({ in: group(key), role: 'radio', nth })
export const dialog: Target = { role: 'dialog' }
/** Another one than that of all journeys. */
export type Site = { app: string; partner: string; code: (to: string) => Promise<string> }
/** A message inside the page; readers also hear some messages from a live region outside `main`. */
export const inMain = (key: MessageKey, values = {}): Target => ({
  in: { css: 'main' },
  text: say(key, 'ko', values),
  nth: 0,
})

/** Waits for a dialog with this text and closes it with its last button. */
export async function closeNotice(page: Page, key: MessageKey): Promise<void> {
  await page.see({ in: dialog, text: say(key) })
  await page.press({ in: dialog, role: 'button', nth: -1 })
  await page.gone(dialog)
}

export function loginPage(page: Page, language: Language = 'ko') {
  const parts = {
    email: field('login.email', language),
    password: field('login.password', language),
    button: button('login.submit', language),
    error: (key: MessageKey): Target => ({ in: { css: 'form [role=alert]' }, text: say(key, language) }),
    async signIn({ login_id, password }: Pick<Member, 'login_id' | 'password'>) {
      await page.enter(parts.email, login_id)
      await page.enter(parts.password, password)
      await page.press(parts.button)
    },
  }
  return parts
}

/** The form of a one-time code. */
export function codeForm(page: Page) {
  const parts = {
    send: button('sms.send'),
    field: field('sms.code'),
    async enter(digits: string) {
      await page.is(parts.field, { disabled: false })
      // The sixth digit submits.
      await page.enterCode(parts.field, digits)
    },
  }
  return parts
}

export function recoveryPages(page: Page) {
  return {
    at: (path: string) => page.at(`${app}/identify/${path}`),
    name: field('identify.name'),
    phone: field('sms.phone'),
    id: field('login.email'),
    byPhone: { role: 'radio', name: { pattern: `^${say('identify.byPhone')}` } } satisfies Target,
    byEmail: { role: 'radio', name: { pattern: `^${say('identify.byEmail')}` } } satisfies Target,
    password: field('password.new'),
    async setPassword(password: string) {
      await page.enter(field('password.new'), password)
      await page.enter(field('password.again'), password)
      await page.press(button('identify.change'))
      await page.see(heading('modal.passwordChanged'))
      await page.see({ in: dialog, text: say('identify.changedHere') })
      await page.press(button('join.toService'))
    },
  }
}

/** The pages of a join, in the order in which a visitor fills them in. `site`: where the app and the partner are, and who sends the codes. */
export function joinPages(page: Page, site: Site = { app, partner, code }) {
  const next = () => page.press(button('join.next'))

  /** Sends a code to an address or a phone and enters it. */
  async function enterCode(legend: MessageKey, to: string) {
    await page.enterCode(await send(legend), await site.code(to))
  }

  /** Sends a code, and returns its field once it can be typed. */
  async function send(legend: MessageKey): Promise<Target> {
    await page.press(button('sms.send'))
    const digits = { in: group(legend), ...field('sms.code') }
    await page.is(digits, { disabled: false })
    return digits
  }

  /** As `enterCode`. The section of this legend disappears when the code is right. */
  async function prove(legend: MessageKey, to: string) {
    await enterCode(legend, to)
    await page.gone(group(legend))
  }

  /** Takes the first match of a list that is searched by typing. */
  async function pick(name: MessageKey, typed: string) {
    const search = () => page.enter({ role: 'combobox', name: say(name) }, typed)
    await search()
    await page.press({ in: { role: 'listbox' }, role: 'option', nth: 0 }, search)
  }

  async function password() {
    await page.enter(field('login.password'), PASSWORD)
    await page.enter(field('join.passwordAgain'), PASSWORD)
  }

  async function birth(birthday = '1999-01-31') {
    await page.enter(field('join.birthday'), birthday.replaceAll('-', ''))
    await page.is(field('join.birthday'), { value: birthday })
    await page.tick(choice('join.gender', -1))
  }

  /** Nationality as it stands, and the phone with its proof on the next screen. */
  async function residence({ phone }: Visitor) {
    await page.is(field('join.national'), { value: 'KR' })
    await next()
    await page.enter(field('sms.phone'), phone)
    await prove('join.phoneCode', phone)
  }

  async function company(name: MessageKey, other: MessageKey) {
    await pick(name, '기타')
    await page.enter(field(other), '우리 회사')
    // Typed last: the press that makes the last choice of an organisation's screen goes on.
    await page.tick(choice('join.jobRank', 1))
    await page.tick(choice('join.jobTitle', -1))
    await page.enter(field('join.jobTitleEtc'), '연구원')
  }

  return {
    next,
    send,
    enterCode,
    prove,
    begin: (more: Record<string, string> = {}) =>
      page.go(`${site.partner}/sign-in?${new URLSearchParams({ service: 'a', prompt: 'create', ...more })}`),
    async chooseType(type: Type) {
      await page.at(`${site.app}/join`)
      if (type === 'SK') return page.press(link('join.skLink'))
      // A press on the card goes on.
      return page.press(button(memberTypes[type].card.title))
    },
    async agree() {
      await page.see(heading('join.termsTitle'))
      await page.tick(AGREEMENT)
    },
    password,
    birth,
    residence,
    async account({ login_id, nickname }: Visitor) {
      await page.see(heading('join.screenEmail'))
      await page.enter(field('join.loginId'), login_id)
      await prove('join.emailCode', login_id)
      await password()
      await page.enter(field('join.nickname'), nickname)
      await next()
    },
    async person(someone: Visitor) {
      await page.enter(field('join.fullName'), someone.name)
      await birth()
      await residence(someone)
    },
    businessPartner: async () => {
      await company('join.company', 'join.companyEtc')
      await page.enter(field('join.officePhone'), '02-1234-5678')
      await page.enter(field('join.officeEmail'), 'office@company.test')
    },
    socialEntrepreneur: () => company('join.organisation', 'join.organisationEtc'),
    async family(recommender: string) {
      await page.enter(field('join.recommender'), recommender)
      await page.tick(choice('join.relationship', 0))
      await page.tick(choice('join.familyJob', -1))
      await page.enter(field('join.familyJobEtc'), '작가')
    },
    async studies() {
      await pick('join.school', 'ㄱㅂㄷ')
      await page.is(field('join.school'), { value: '경북대학교' })
      await page.tick(choice('join.course', 1))
      await page.tick(choice('join.status', 0))
      // The press that makes the last choice goes on.
      await page.press(choice('join.semester', 4))
      await page.see(heading('join.screenMajors'))
      await page.press(button('join.majorsAdd'))
      const majors = { role: 'dialog', name: say('join.majorsTitle') }
      const main = { in: majors, role: 'group', name: say('join.majorOf'), nth: 0 }
      await page.see(majors)
      await page.choose({ in: main, label: say('join.majorField', 'ko', { number: 1 }) }, '03')
      await page.enter({ in: main, label: say('join.majorName', 'ko', { number: 1 }) }, '컴퓨터공학')
      await page.press({ in: majors, ...button('join.majorsRegister') })
      await page.gone(majors)
    },
    async letter(file: string) {
      await page.upload('input[type=file]', file)
      await page.see({ in: { css: 'main .chosen' }, text: basename(file) })
    },
    async group({ name }: Visitor) {
      await page.enter(field('join.fullName'), name)
      await page.enter(field('join.birthYear'), '1990')
      await next()
      await pick('join.skCompany', '그룹 에너지')
      await page.enter(field('join.empNo'), 'E12345')
    },
    async finish() {
      await page.at(`${site.app}/join/service`)
      await page.tick(AGREEMENT)
      await page.press(button('join.finish'))
      await page.at(`${site.app}/join/completed`, { start: true })
    },
  }
}
