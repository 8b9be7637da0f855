// Where a visit could end: a member who joins again, an address opened directly, an old start, too many starts. Each leads on, in every engine.
import type { MessageKey } from '../../src/rules/texts/messages.ts'
import { app, partner } from '../addresses.ts'
import { signInUrl } from '../fixtures.ts'
import { NAME, national } from '../identifyStates.ts'
import { visitor } from '../joining.ts'
import { say } from '../texts.ts'
import type { Target } from './hands.ts'
import type { Page } from './page.ts'
import { button, codeForm, dialog, field, heading, inMain, joinPages, link, loginPage } from './pages.ts'
import { accessible, arrive, code, expect, isSignedIn, member, test } from './test.ts'

/** The service of the demo in the lists of the app. */
const SERVICE: Target = { in: { css: 'main' }, role: 'link', name: '한걸음 러닝' }
const inDialog = (key: MessageKey): Target => ({ in: dialog, ...button(key) })

/** Presses a listed service and signs in there. */
async function startAtService(page: Page): Promise<void> {
  const one = await member('member')
  await page.press(SERVICE)
  await page.at(`${app}/login`)
  await loginPage(page).signIn(one)
  await isSignedIn(page, one)
}

test('a phone of another account shows an error where it is proved, and another phone is accepted @all', async ({
  tab: page,
}) => {
  const known = await member('member')
  const [someone, other] = [visitor('SOCIAL'), visitor('SOCIAL').phone]
  const join = joinPages(page)
  await join.begin()
  await join.chooseType('SOCIAL')
  await join.agree()
  await join.next()
  await join.account(someone)
  await page.enter(field('join.fullName'), NAME)
  await join.birth('1993-04-17')
  await join.next()
  await page.enter(field('sms.phone'), national(known.phone))
  await join.enterCode('join.phoneCode', known.phone)
  await page.see({ in: dialog, text: say('refused.samePerson') })
  await accessible(page)
  await page.press(inDialog('join.anotherPhone'))
  await page.is(field('sms.phone'), { focused: true })
  await page.enter(field('sms.phone'), other)
  await join.prove('join.phoneCode', other)
  await page.see({ role: 'combobox', name: say('join.organisation') })
})

/** Proves the address of a member on the first screen of a join. */
async function proveKnown(page: Page, login_id: string): Promise<void> {
  await page.enter(field('join.loginId'), login_id)
  await joinPages(page).enterCode('join.emailCode', login_id)
  await page.see({ in: dialog, text: say('refused.idTaken', 'ko', { login_id }) })
}

async function beginJoin(page: Page): Promise<void> {
  const join = joinPages(page)
  await join.begin()
  await join.chooseType('SOCIAL')
  await join.agree()
  await join.next()
  await page.see(heading('join.screenEmail'))
}

test('a visitor who is a member already takes another address, or signs in with this one @firefox', async ({
  tab: page,
}) => {
  const one = await member('member')
  await beginJoin(page)
  await proveKnown(page, one.login_id)
  await page.see({ in: dialog, ...heading('modal.member') })
  await accessible(page)
  await page.press(inDialog('join.anotherEmail'))
  await page.is(field('join.loginId'), { focused: true })
  await page.see(inMain('join.loginIdTaken'))
  // It is proved no longer, so the form asks for a code and does not go on.
  await page.see(button('sms.send'))
  await proveKnown(page, one.login_id)
  await page.press(inDialog('join.signInAs'))
  await page.at(`${app}/login`)
  await page.is(loginPage(page).email, { value: one.login_id })
  await page.enter(loginPage(page).password, one.password)
  await page.press(loginPage(page).button)
  await isSignedIn(page, one)
})

test('a visitor who is a member already resets the password, or goes back to the service @all', async ({
  tab: page,
}) => {
  const { login_id } = await member('member')
  await beginJoin(page)
  await proveKnown(page, login_id)
  await page.press(inDialog('modal.findPassword'))
  await page.at(`${app}/identify/password`)
  await page.is(field('login.email'), { value: login_id })
  await beginJoin(page)
  await proveKnown(page, login_id)
  await page.press(inDialog('info.backToService'))
  await page.at(`${partner}/`)
})

/** A tab with this address and a copy of the session storage, as "duplicate" in the menu of a browser makes it. */
async function duplicate(page: Page, newTab: () => Promise<Page>): Promise<Page> {
  // Hiding a tab stores pending changes at once.
  await page.evaluate(`void document.dispatchEvent(new Event('visibilitychange'))`)
  await expect.poll(() => page.storage()).toContain('daemun.welcome')
  const [url, stored] = [await page.url(), await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')]
  const copy = await newTab()
  // A page of the same origin that runs no script.
  await copy.go(`${app}/policies/support.ko.html`)
  await copy.evaluate(`void Object.assign(sessionStorage, ${stored})`)
  await copy.go(url)
  return copy
}

test('a duplicated tab says that the sign-in is done, also where it waits for a code @all', async ({
  tab: page,
  newTab,
}) => {
  const one = await member('sms')
  await arrive(page)
  const form = await duplicate(page, newTab)
  await form.see(loginPage(form).email)
  await loginPage(page).signIn(one)
  await page.is(codeForm(page).field, { disabled: false })
  const second = await duplicate(page, newTab)
  await second.is(codeForm(second).field, { disabled: false })
  await codeForm(page).enter(await code(one.phone))
  await isSignedIn(page, one)
  for (const copy of [form, second]) {
    await copy.see(heading('error.ended'))
    await copy.press(link('info.backToService'))
    await copy.at(`${partner}/`)
  }
})

test('a page that is opened directly shows whose it is, and leads to a service and to support @all', async ({
  tab: page,
}) => {
  await page.go(`${app}/join/service`)
  await page.at(`${app}/error?code=403`)
  await page.see(heading('error.403'))
  await page.see({ in: { css: 'header' }, text: say('shell.product') })
  await page.see({ in: { css: 'main' }, role: 'link', name: { pattern: `^${say('shell.support')}` } })
  await page.reload()
  await page.see(heading('error.403'))
  await accessible(page)
  await startAtService(page)
})

/** The start address of a visit that another browser has begun. */
async function foreignStart(): Promise<string> {
  let at = signInUrl()
  while (!at.startsWith(app)) {
    const { headers } = await fetch(at, { redirect: 'manual' })
    at = new URL(headers.get('location') ?? '', at).href
  }
  return at
}

test('a copied start address says where to start again, with and without a visit of its own @all', async ({
  tab: page,
  allow,
}) => {
  // The answer to the entry's call, in the console of Chromium.
  allow(/status of 403/)
  const address = await foreignStart()
  const wrong = async (title: MessageKey) => {
    await page.go(address)
    await page.see(heading(title))
    await page.see({ in: { css: 'main' }, text: { pattern: '다시 시작해 주세요' } })
    expect(await page.url()).not.toContain('transaction_id')
    await accessible(page)
  }
  await wrong('error.cookies')
  await page.press(SERVICE)
  await page.at(`${app}/login`)
  await wrong('error.stale')
  await page.press(link('info.backToService'))
  await page.at(`${partner}/`)
})

test('of eleven starts the newest signs in, and the oldest says that it is over @all', async ({
  tab: page,
  newTab,
  allow,
}) => {
  allow(/status of 403/)
  const oldest = page
  await arrive(oldest)
  const newest = await newTab()
  for (let starts = 0; starts < 10; starts += 1) await arrive(newest)
  const one = await member('member')
  await loginPage(oldest).signIn(one)
  await oldest.see(heading('error.ended'))
  await oldest.see(link('info.backToService'))
  await loginPage(newest).signIn(one)
  await isSignedIn(newest, one)
})

test('with more cookies than a header holds, a page in every language says what to do @firefox', async ({
  tab: page,
  allow,
}) => {
  allow(/status of 431/)
  const cookies = (age: number) =>
    page.evaluate(`void [1, 2, 3, 4, 5, 6, 7, 8, 9].forEach((each) =>
      (document.cookie = 'full' + each + '=' + 'x'.repeat(3000) + '; path=/; max-age=' + ${age}))`)
  await page.go(`${app}/policies/support.ko.html`)
  await cookies(60)
  await page.go(`${app}/login`)
  for (const language of ['ko', 'en', 'zh-Hans', 'ja']) await page.see({ css: `section[lang="${language}"] p` })
  await accessible(page)
  await cookies(0)
  await page.go(`${app}/about`)
  await page.see(heading('title.about'))
})
