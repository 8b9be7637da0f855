// A join that a real visit has begun: the partner's entry, a member type, the terms, and the privacy page of the general join.
import { act, screen, waitFor, within } from '@testing-library/react'
import { enter, saveService } from '../../src/effects/session/session.ts'
import type { ScreenName } from '../../src/rules/join/memberTypes.ts'
import { platformTerms } from '../../src/rules/terms/terms.ts'
import { toggleAllTerms } from '../../src/rules/terms/termsList.ts'
import type { SignUpState } from '../../src/stores/shapes.ts'
import { saveSignUp } from '../../src/stores/signUp.ts'
import { newEmail, newNickname, newPhone } from '../backend/joiner.ts'
import { serviceInfo, welcomeData } from './builders.ts'
import { goTo, renderAt } from './render.tsx'
import { codeSentTo, beginVisit } from './visit.ts'

type Rendered = Awaited<ReturnType<typeof renderAt>>
type Begun = { type?: RegExp | null; query?: string; given?: Parameters<typeof renderAt>[1] }

/** Opens the privacy page of a general join. `type` is the name of the member type's card; null where the entry's address names the join. */
export async function joinToPrivacy({ type = /Social/, query, given }: Begun = {}): Promise<Rendered> {
  const rendered = await renderAt(`/init/join${query ?? (await beginVisit({ prompt: 'create' }))}`, given)
  const { user } = rendered
  if (type) {
    await user.click(await screen.findByRole('button', { name: type }))
  }
  await user.click(await screen.findByRole('checkbox', { name: /Agree to all/ }))
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await atScreen(type ? 'Verify your email' : 'Which best describes you?')
  return rendered
}

// What the stores hold when a screen of the general privacy page opens.
export const toEmail = { consentedTerms: toggleAllTerms(platformTerms('GEN'), []), memberTypeCode: 'SOCIAL' } as const
export const toAccount = { ...toEmail, login_id: 'hana@mail.test', emailVerified: true }
export const toPerson = { ...toAccount, password: 'sealed', nickName: '하늘' }
export const toPhone = { ...toPerson, fullName: '김하늘', birthday: '1999-01-31', gender: 'F' }
export const toOwn = { ...toPhone, mobileNumber: '01012345678', mobileVerified: true }

/** Opens a page of a join with the stores of that progress. */
export async function renderJoin(
  path: string,
  kept: Partial<SignUpState> = {},
  given: Parameters<typeof renderAt>[1] = {},
): Promise<Rendered> {
  const rendered = await renderAt('/about', given)
  enter(welcomeData())
  saveService(serviceInfo(given.service ?? {}))
  saveSignUp(kept)
  goTo(path)
  return rendered
}

/** Waits for the screen with this heading. */
export const atScreen = (name: string) => screen.findByRole('heading', { level: 1, name })

/** Opens a screen of the privacy page, as its entry in the history would. */
export const openScreen = (name: ScreenName) =>
  act(() => {
    history.pushState({ usr: { screen: name }, key: name }, '', location.pathname)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
  })

/** Proves the login id by the code that the backend has sent to it. */
export async function proveEmail({ user }: Pick<Rendered, 'user'>, login_id: string): Promise<void> {
  const field = screen.getByLabelText('Email (your ID)')
  await user.clear(field)
  await user.type(field, login_id)
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await enterCode({ user }, 'emailVeriCode', login_id)
}

/** Proves the phone; `phone` in digits, as typed in Korea. */
async function provePhone({ user }: Pick<Rendered, 'user'>, phone: string): Promise<void> {
  await user.type(screen.getByLabelText('Mobile number'), phone)
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await enterCode({ user }, 'mobileVeriCode', phone)
}

/** Types the code that the backend has sent to this target. */
export async function enterCode({ user }: Pick<Rendered, 'user'>, name: string, to: string): Promise<void> {
  const field = () => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  const input = await waitFor(() => {
    const found = field()
    if (!found || found.disabled) throw new Error(`no code can be typed into ${name}`)
    return found
  })
  await user.type(input, `${await codeSentTo(to)}{Enter}`)
  await waitFor(() => {
    if (field()) throw new Error(`${name} is not verified`)
  })
}

/** Fills the screens of account and person, and stops at the screen of the phone. */
export async function passPerson({ user }: Pick<Rendered, 'user'>, login_id = newEmail()): Promise<string> {
  await proveEmail({ user }, login_id)
  await atScreen('Choose a password and a nickname')
  await user.type(screen.getByLabelText('Password'), 'mR7$kwd2Tq')
  await user.type(screen.getByLabelText('Repeat the password'), 'mR7$kwd2Tq')
  await user.type(screen.getByLabelText('Nickname'), newNickname())
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await atScreen('Tell us about you')
  await user.type(screen.getByLabelText('Name'), 'Kim Haneul')
  await user.type(screen.getByLabelText('Date of birth'), '19900131')
  await user.click((await screen.findAllByRole('radio'))[0] as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await atScreen('Verify your phone')
  return login_id
}

/** Fills the privacy page of a social entertainer whole, and goes on to the service page. */
export async function finishPrivacy({ user }: Pick<Rendered, 'user'>, login_id = newEmail()): Promise<string> {
  await passPerson({ user }, login_id)
  await provePhone({ user }, newPhone())
  await atScreen('Tell us about your organisation')
  await search(user, 'Organisation')
  // The last choice goes on.
  for (const label of ['Position', 'Rank']) await choose(user, label)
  await screen.findByRole('button', { name: 'Skip and create account' })
  return login_id
}

/** Takes the first choice of a list that is searched by typing. */
export async function search(user: Rendered['user'], label: string, name?: string): Promise<void> {
  const field = await waitFor(() => {
    const found = screen.getByRole('combobox', { name: label })
    if ((found as HTMLInputElement).disabled) throw new Error(`${label} has no list yet`)
    return found
  })
  await user.click(field)
  const list = within(await screen.findByRole('listbox'))
  const option = await waitFor(() => {
    const options = list.getAllByRole('option', name === undefined ? {} : { name })
    const [choice] = options
    if (!choice) throw new Error(`${label} has no list yet`)
    return choice
  })
  await user.click(option)
}

/** Takes the first choice of a short list. */
export async function choose(user: Rendered['user'], label: string): Promise<void> {
  const list = within(await screen.findByRole('group', { name: label }))
  const [choice] = await list.findAllByRole('radio')
  await user.click(choice as HTMLElement)
}
