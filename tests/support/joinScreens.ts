// The screens of a join as a member meets them: what stands in their fields, and how the fields are filled.
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** The heading of each screen. */
export const HEADINGS = {
  types: 'Which best describes you?',
  terms: 'Please read the terms',
  email: 'Verify your email',
  account: 'Choose a password and a nickname',
  person: 'Tell us about you',
  phone: 'Verify your phone',
  bsns: 'Tell us about your company',
  social: 'Tell us about your organisation',
  family: 'Tell us about your family member',
  student: 'Tell us about your studies',
  majors: 'What do you study?',
  service: 'Start using Learning Hall',
} as const
type ScreenShown = keyof typeof HEADINGS

/** Without the marks around the service's name. */
export const heading = (): string => (document.querySelector('h1')?.textContent ?? '').replace(/[\u2066-\u2069]/g, '')
const screenShown = (): ScreenShown | undefined =>
  (Object.keys(HEADINGS) as ScreenShown[]).find((name) => HEADINGS[name] === heading())

/** What a member may type in each text field. */
const TYPED: Record<string, readonly string[]> = {
  nickName: ['하늘', ' 별빛', 'Mina7', '바다빛'],
  fullName: ['김하늘', '남궁 민수', 'Aung Min', 'Mary-Jane O’Neil '],
  birthday: ['19900131', '2001-02-03', '1988.7.9'],
  affiliationName: ['다온', 'Moon & Co', ' 해솔'],
  affiliationPhone: ['0212345678', '031-987-6543'],
  affiliationEmail: ['office@daon.test', ' team@moon.test'],
  jobTitleEtc: ['품질 담당', 'Adviser '],
  recommenderMbrNo: ['M1024001', ' M77'],
  relationshipEtc: ['사촌', 'Aunt'],
  familyJobEtc: ['목수', 'Pilot '],
  password: ['mR7$kwd2Tq', 'pV4!xze9Lh'],
  majorName: ['전기공학', 'Philosophy '],
  empNo: ['SK1024', ' K 77'],
}

type Field = HTMLInputElement | HTMLSelectElement
const IGNORED = new Set(['file', 'checkbox', 'hidden'])
const fields = (): Field[] =>
  [...document.querySelectorAll<Field>('form input, form select')].filter(
    (field) => field.name !== '' && field.name !== 'memberTypeCode' && !IGNORED.has(field.type) && !isFixed(field),
  )
const isFixed = (field: Field) => field instanceof HTMLInputElement && field.readOnly

const chosenOf = ({ name }: Field) =>
  document.querySelector<HTMLInputElement>(`input[name="${name}"]:checked`)?.value ?? ''
const valueOf = (field: Field) => (field.type === 'radio' ? chosenOf(field) : field.value)

/** What the fields of this screen show: the text, or the value of what is chosen. */
export const readFields = (): Record<string, string> =>
  Object.fromEntries(fields().map((field) => [field.name, valueOf(field)]))

const isInvalid = (field: Field) => field.getAttribute('aria-invalid') === 'true'
/** This screen has an error at a field. */
export const isRefused = (): boolean => fields().some(isInvalid)

/** Waits for a screen whose lists have come. @returns the screen */
export async function settled(): Promise<ScreenShown> {
  return waitFor(() => {
    const shown = screenShown()
    const isComing =
      document.body.textContent.includes('Getting the list') ||
      document.querySelector('form select:disabled, form input[role="combobox"]:disabled')
    // On the page of the service, a job waits for its group.
    if (!shown || (isComing && shown !== 'service')) throw new Error(`“${heading()}” is not ready`)
    return shown
  })
}

/**
 * Fills the fields of this screen, each with the choice that `pick` makes, and leaves some that are filled already. What another screen
 * has taken away meanwhile is left out.
 */
export async function fill(user: UserEvent, pick: (count: number) => number): Promise<void> {
  const done = new Set<string>()
  // A choice can open one more field.
  for (let next = fields()[0]; next; next = fields().find(({ name }) => !done.has(name))) {
    done.add(next.name)
    if (next.name === 'passwordComparison') await repeatPassword(user)
    else if (valueOf(next) !== '' && !isInvalid(next) && pick(3) > 0) continue
    else await enter(user, next, pick)
  }
}

/** A field is replaced when its screen is, so it is looked for anew. */
async function repeatPassword(user: UserEvent): Promise<void> {
  const inputs = document.querySelectorAll<HTMLInputElement>('form input[name^="password"]')
  const [first, again] = inputs
  if (!first || !again) return
  await user.clear(again)
  await user.type(again, first.value)
}

async function enter(user: UserEvent, field: Field, pick: (count: number) => number): Promise<void> {
  if (field instanceof HTMLSelectElement) {
    const value = field.options[1 + pick(field.options.length - 1)]?.value
    return value === undefined ? undefined : user.selectOptions(field, value)
  }
  if (field.type === 'radio') {
    const all = [...document.querySelectorAll<HTMLInputElement>(`input[name="${field.name}"]`)]
    return user.click(all[pick(all.length)] as HTMLInputElement)
  }
  if (field.getAttribute('role') === 'combobox') {
    await user.click(field)
    const list = screen.queryByRole('listbox')
    const options = list ? within(list).getAllByRole('option') : []
    const option = options[pick(Math.min(options.length, 4)) - (pick(3) === 0 ? 1 : 0)] ?? options.at(-1)
    return option && user.click(option)
  }
  const typed = TYPED[field.name]
  if (!typed) throw new Error(`nothing to type in ${field.name}`)
  await user.clear(field)
  await user.type(field, typed[pick(typed.length)] as string)
}
