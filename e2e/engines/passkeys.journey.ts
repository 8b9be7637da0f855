// Contract, "Passkeys", in the engines that have a virtual authenticator, and a sign-in by password in those without WebAuthn.
import { setTimeout } from 'node:timers/promises'
import { paths } from '../../src/rules/visit/paths.ts'
import { app } from '../addresses.ts'
import type { Authenticator } from '../authenticator.ts'
import type { Member } from '../fixtures.ts'
import { say } from '../texts.ts'
import { type Page, until } from './page.ts'
import { button, codeForm, dialog, field, heading, inMain, loginPage } from './pages.ts'
import { accessible, arrive, code, expect, isSignedIn, member, messagesTo, test as base } from './test.ts'

// The backend of the other journeys asks nobody to create a passkey: the question would stand in their way.
base.skip(process.env.JOURNEYS_PASSKEYS !== 'recommended', 'JOURNEYS_PASSKEYS=recommended runs these journeys')

const test = base.extend<{ authenticator: Authenticator }>({
  // Firefox has one authenticator for all visits.
  async authenticator({ tab }, provide) {
    const { addAuthenticator } = tab
    if (!addAuthenticator) return base.skip(true, 'this engine has no virtual authenticator')
    const authenticator = await addAuthenticator()
    await provide(authenticator)
    await authenticator.remove()
  },
})

const byPasskey = button('passkey.signIn')
/** The form once more, for a member who is signed in. */
const arriveAgain = async (page: Page) => {
  await arrive(page, { prompt: 'login' })
  await page.see(byPasskey)
}

/** Signs in by password in a browser that is the member's own. */
async function signInAtHome(page: Page, one: Member): Promise<void> {
  await arrive(page)
  await page.tick(field('login.stay'))
  await loginPage(page).signIn(one)
}

/** Answers the question with a passkey. */
async function create(page: Page, one: Member): Promise<void> {
  await page.at(app + paths.resolvePasskey)
  await page.press(button('passkey.create'))
  await isSignedIn(page, one)
}

test('a first passkey by question, and the next sign-in is one press', async ({ tab: page, authenticator }) => {
  const one = await member('member')
  await signInAtHome(page, one)
  await page.see(heading('passkey.title'))
  await accessible(page)
  await create(page, one)
  expect(await authenticator.passkeys()).toHaveLength(1)
  await arriveAgain(page)
  await page.press(byPasskey)
  await isSignedIn(page, one)
})

test('the field of the e-mail offers the passkey to a member at the keyboard @firefox', async ({
  tab: page,
  authenticator,
}) => {
  const one = await member('member')
  await signInAtHome(page, one)
  await create(page, one)
  expect(await authenticator.passkeys()).toHaveLength(1)
  await arriveAgain(page)
  await until('the question is there', async () =>
    (await page.evaluate<boolean>(`performance.getEntriesByType('resource').some(({ name, responseEnd }) =>
      name.endsWith('/init/passkey') && responseEnd > 0)`))
      ? null
      : 'not asked',
  )
  // NOTE: Firefox lists the passkeys for a field that gets the focus after the question, so the focus leaves the field and comes back.
  // No page can see that the list has opened, which takes a while. Its first row is taken; without a list, the keys only move the focus.
  async function take(pause_ms: number): Promise<void> {
    await page.press(loginPage(page).password)
    await page.press(loginPage(page).email)
    await setTimeout(pause_ms)
    await page.pressKeys('ArrowDown', 'Tab')
    await isSignedIn(page, one)
  }
  await take(500).catch(() => take(3_000))
})

test('"later" leads on, and is not asked again @all', async ({ tab: page, authenticator }) => {
  const one = await member('member')
  await signInAtHome(page, one)
  await page.press(button('passkey.later'))
  await isSignedIn(page, one)
  await arriveAgain(page)
  await loginPage(page).signIn(one)
  await isSignedIn(page, one)
  expect(await authenticator.passkeys()).toEqual([])
})

test('a member who does not unlock the screen reads how to go on, here and at the question @all', async ({
  tab: page,
  authenticator,
}) => {
  await authenticator.unlocks(false)
  const one = await member('member')
  await arrive(page)
  await page.press(byPasskey)
  await page.see({ in: { css: 'main' }, text: say('passkey.cancelled') })
  await accessible(page)
  await page.tick(field('login.stay'))
  await loginPage(page).signIn(one)
  await page.at(app + paths.resolvePasskey)
  await page.press(button('passkey.create'))
  await page.see(inMain('passkey.notCreated'))
  await accessible(page)
  await authenticator.unlocks(true)
  await create(page, one)
})

test('a passkey asks for no code of a member with a second factor @all', async ({ tab: page, authenticator }) => {
  const one = await member('sms')
  await signInAtHome(page, one)
  await page.see(heading('sms.title'))
  await codeForm(page).enter(await code(one.phone))
  await create(page, one)
  expect(await authenticator.passkeys()).toHaveLength(1)
  // The code, and the notice of the new passkey.
  await expect.poll(() => messagesTo(one.phone)).toBe(2)
  await arriveAgain(page)
  await page.press(byPasskey)
  await isSignedIn(page, one)
  expect(await messagesTo(one.phone)).toBe(2)
})

test('a passkey that was removed in the account is refused with the way on @firefox', async ({
  tab: page,
  authenticator,
  allow,
}) => {
  // The refusal of the removed passkey.
  allow(/400/)
  const one = await member('member')
  await signInAtHome(page, one)
  await create(page, one)
  await page.go(app + paths.accountSecurity)
  await page.press({ role: 'button', name: { pattern: `^${say('account.remove')} ` } })
  await page.press({ in: dialog, ...button('account.remove') })
  await page.see(inMain('account.passkeysNone'))
  await accessible(page)
  // Firefox does not take a passkey out of the authenticator when the page says that nobody knows it.
  expect(await authenticator.passkeys()).toHaveLength(1)
  await arriveAgain(page)
  await page.press(byPasskey)
  await page.see(inMain('passkey.unknown'))
  await accessible(page)
  await loginPage(page).signIn(one)
  await page.see(heading('passkey.title'))
})

test('a browser without WebAuthn signs in by password: nothing moves, and nothing is asked @firefox', async ({
  tab: page,
}) => {
  base.skip(page.addAuthenticator !== null, 'this engine has WebAuthn')
  const one = await member('member')
  await arrive(page)
  const login = loginPage(page)
  await page.see(login.button)
  const place = () =>
    page.evaluate<number[]>(`[...document.querySelectorAll('main a, main button, main input')]
      .map((each) => each.getBoundingClientRect().top)`)
  const before = await place()
  // The code for passkeys has come, and has found out that the browser has none.
  await until('the code for passkeys', async () =>
    (await page.evaluate<boolean>(`document.querySelector('.if-passkey [role=status]') !== null`)) ? null : 'not there',
  )
  expect(await page.evaluate('typeof PublicKeyCredential')).toBe('undefined')
  expect(await place()).toEqual(before)
  await page.is(byPasskey, { count: 0 })
  await accessible(page)
  await page.tick(field('login.stay'))
  await login.signIn(one)
  await isSignedIn(page, one)
  // The account says that this browser creates none.
  await page.go(app + paths.accountSecurity)
  await page.see(inMain('account.passkeyNotHere'))
  await accessible(page)
})
