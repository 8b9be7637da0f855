// Walks through forms as a member does, by labels and buttons: fills what is visible and empty, and presses what leads on. It knows no layout and no
// order of fields, so a form may be one page or several.
import { expect, type Locator, type Page } from '@playwright/test'
import { agreement } from '../agreement.ts'
import type { MessageKey } from '../../src/rules/texts/messages.ts'
import { LOGIN_ID } from '../../conformance/scripted/answers.ts'
import { mainButton } from '../fixtures.ts'
import { pattern, say } from '../texts.ts'
import { NEW_PASSWORD, PASSWORD } from './stage.ts'

/** What a member types, by the label of the field. */
const TYPED = {
  'login.email': LOGIN_ID,
  'login.password': PASSWORD,
  'join.loginId': LOGIN_ID,
  'join.passwordAgain': PASSWORD,
  'join.nickname': '새별',
  'join.fullName': '김하늘',
  'join.birthday': '19990131',
  'join.birthYear': '1990',
  'join.empNo': 'E12345',
  'join.companyEtc': '우리 회사',
  'join.organisationEtc': '우리 회사',
  'join.jobTitleEtc': '연구원',
  'join.officePhone': '0212345678',
  'join.officeEmail': 'office@company.test',
  'join.recommender': 'M0000001',
  'join.relationshipEtc': '사촌',
  'join.familyJobEtc': '작가',
  'join.majorNameShort': '컴퓨터공학',
  'sms.phone': '01012345678',
  'identify.name': '김하늘',
  'password.new': NEW_PASSWORD,
  'password.again': NEW_PASSWORD,
  'resolve.currentPassword': PASSWORD,
} as const satisfies Partial<Record<MessageKey, string>>
const values = new Map(Object.entries(TYPED).map(([key, value]) => [say(key as MessageKey), value]))

/** What leads on, whatever the page. */
const ONWARD: readonly MessageKey[] = [
  'login.submit',
  'login.continue',
  'join.next',
  'join.infoNext',
  'join.finish',
  'resolve.next',
  'resolve.agree',
  'resolve.changePassword',
  'identify.next',
  'identify.findId',
  'identify.change',
]

type Seen = { label: string; kind: string; isEmpty: boolean; isOpen: boolean; name: string }

const FIELDS = 'main :is(input, select)'

/** The fields of the page in their order: their labels, and whether they wait for an answer. */
const seen = (page: Page): Promise<Seen[]> =>
  page.evaluate(
    (fields) =>
      Array.from(document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(fields), (field) => ({
        label: (field.labels?.[0]?.innerText ?? field.getAttribute('aria-label') ?? '').trim(),
        kind:
          field instanceof HTMLSelectElement
            ? 'list'
            : field.getAttribute('role') === 'combobox'
              ? 'search'
              : field.type,
        isEmpty: field.value === '',
        isOpen:
          field.checkVisibility({ visibilityProperty: true }) &&
          !field.disabled &&
          !('readOnly' in field && field.readOnly),
        name: field.name,
      })),
    FIELDS,
  )

export const button = (page: Page | Locator, key: MessageKey) => page.getByRole('button', { name: pattern(key) })
const CODE = '123456'
const LETTER = {
  name: 'letter.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}
/** Whether a walk has come to its end. Asked just before each press: the page may have moved on since it was looked at. */
type IsThere = () => boolean | Promise<boolean>

const isPressable = async (one: Locator) =>
  (await one.isVisible()) && (await one.isEnabled()) && (await one.getAttribute('aria-disabled')) !== 'true'

/** Fills each visible field that is empty. @returns whether there was one */
export async function fill(page: Page): Promise<boolean> {
  let hasFilled = false
  const fields = await seen(page)
  // Two lists may have the same label in two groups, so a field is filled where it was found.
  const handles = await page.locator(FIELDS).elementHandles()
  for (const [at, { label, kind, isEmpty, isOpen }] of fields.entries()) {
    const field = handles[at]
    if (!isEmpty || !isOpen || !field) continue
    const value = values.get(label)
    if (kind === 'file') continue
    if (kind === 'search') {
      await field.click()
      const choice = page.getByRole('listbox').getByRole('option').first()
      const none = page.locator('.MuiAutocomplete-noOptions, .MuiAutocomplete-loading')
      const failed = page.getByText(say('profile.listFirst'))
      await choice.or(none).or(failed).first().waitFor()
      // A list that did not come, or is empty, is left for the button that loads it again.
      if (!(await choice.isVisible())) {
        await field.press('Escape')
        continue
      }
      await choice.click()
    } else if (kind === 'list') {
      // A list whose codes are still on their way has one row.
      if ((await field.$$('option')).length < 2) continue
      await field.selectOption({ index: 1 })
    } else if (value === undefined) continue
    else await field.fill(value)
    hasFilled = true
  }
  const groups = new Set(fields.filter(({ kind, isOpen }) => kind === 'radio' && isOpen).map(({ name }) => name))
  for (const name of groups) {
    const choices = page.locator(`main input[type=radio][name="${name}"]`)
    if ((await choices.and(page.locator(':checked')).count()) > 0) continue
    await choices.first().check({ force: true })
    hasFilled = true
  }
  const all = agreement(page)
  if ((await all.isVisible()) && (await all.isEnabled()) && !(await all.isChecked())) {
    await all.check()
    hasFilled = true
  }
  const letter = page.locator('main input[type=file]')
  if ((await letter.count()) === 1 && (await page.locator('main').getByText(LETTER.name).count()) === 0) {
    await letter.setInputFiles(LETTER)
    hasFilled = true
  }
  return hasFilled
}

/** Sends a code, types it and has it verified, where a page asks for one. @returns whether something was done */
export async function prove(page: Page, isThere: IsThere = () => false): Promise<boolean> {
  // In Korean the button of a notice has the same word.
  const verify = button(page.locator('main'), 'sms.verify').first()
  const codes = page.getByLabel(say('sms.code'), { exact: true })
  for (const code of await codes.all()) {
    if (!(await code.isVisible()) || !(await code.isEnabled())) continue
    if ((await code.inputValue()) === '') await code.fill(CODE)
    if (!(await isPressable(verify)) || (await isThere())) return false
    await verify.click()
    return true
  }
  const send = button(page, 'sms.send').first()
  if (!(await isPressable(send)) || (await isThere())) return false
  await send.click()
  return true
}

/** What a test does between two steps of a walk. */
type Between = {
  /** Before anything is done: the page as the last press left it. */
  look: () => Promise<void>
  /** Just before the next press: the page as it was filled. */
  note: () => Promise<void>
  /** Buttons and links that lead on besides the usual ones. */
  press: readonly MessageKey[]
  /** Whether there is something new to look at. Asked just before each press: an answer may have come since the last look. */
  isDue: () => boolean
  /** Whether every walk ends here, wherever it should lead. */
  isOver: () => boolean
}
const NOTHING: Between = {
  look: async () => {},
  note: async () => {},
  press: [],
  isDue: () => false,
  isOver: () => false,
}
const betweens = new WeakMap<Page, Between>()
/** From now on each walk of this page does this between its steps. */
export const between = (page: Page, what: Partial<Between>): void => void betweens.set(page, { ...NOTHING, ...what })

/** What a walk of this page does between two steps, done now. */
export const lookNow = (page: Page): Promise<void> => (betweens.get(page) ?? NOTHING).look()

/** Notes the page as it is filled now, without a press. */
export const noteNow = (page: Page): Promise<void> => (betweens.get(page) ?? NOTHING).note()

/** Presses what leads on from this page. @returns whether there was something to press */
export async function onward(
  page: Page,
  others: readonly MessageKey[] = [],
  isThere: IsThere = () => false,
): Promise<boolean> {
  for (const key of [...others, ...ONWARD]) {
    // A join has a link with the words of the login button, which leads out of the join.
    const link = page.locator('main').getByRole('link', { name: pattern(key) })
    const one = (key === 'login.submit' ? button(page, key) : button(page, key).or(link)).first()
    if (!(await isPressable(one)) || (await isThere())) continue
    await one.click()
    return true
  }
  return false
}

/** Nothing on the page waits. */
export const isSettled = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      document.querySelector('#title') !== null &&
      document.querySelector('main [aria-busy=true], main .spinner, .coming') === null,
  )

/** Closes a notice. @returns what it said */
export async function closeNotice(page: Page): Promise<string | null> {
  const dialog = page.getByRole('dialog')
  if (!(await dialog.isVisible())) return null
  const text = await dialog.innerText()
  await mainButton(dialog).click()
  await expect(dialog).toBeHidden()
  return text
}

/** 60 s: a walk meets up to eight forbidden answers, and a loaded machine needs about 4 s for each. */
const WALK_MS = 60_000

/**
 * Goes on, page after page, until `isThere`. Notices on the way are closed.
 * @param press buttons that lead on besides the usual ones
 */
export async function walk(page: Page, isAtEnd: IsThere, ...press: MessageKey[]): Promise<void> {
  const { isOver } = betweens.get(page) ?? NOTHING
  const isThere = async () => isOver() || (await isAtEnd())
  await expect(async () => {
    if (await isThere()) return
    const hasMoved = await stepOn(page, press, isThere).catch((error: unknown) => String(error))
    expect(await isThere(), `at ${page.url()}: ${hasMoved}`).toBe(true)
  }).toPass({ intervals: [30], timeout: WALK_MS })
}

async function stepOn(page: Page, press: readonly MessageKey[], isThere: IsThere): Promise<string> {
  page.setDefaultTimeout(3000)
  const { look, note, press: others, isDue } = betweens.get(page) ?? NOTHING
  await look()
  // The form below a notice waits until the notice is closed. The notice may have come since the last look.
  if (await page.getByRole('dialog').isVisible()) {
    await look()
    await closeNotice(page)
    return 'a notice was closed'
  }
  if (!(await isSettled(page))) return 'it waits'
  // The sixth digit of a code submits it, so filling a page can already leave it.
  if (await isThere()) return 'there'
  const hasFilled = await fill(page)
  await note()
  const stops = async () => isDue() || (await isThere())
  if (await prove(page, stops)) return 'a code'
  if (await onward(page, [...others, ...press], stops)) return `pressed${hasFilled ? ' after filling' : ''}`
  return hasFilled ? 'filled' : `nothing to do: ${(await page.locator('main').innerText()).slice(0, 400)}`
}
