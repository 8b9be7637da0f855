// Screens, "Account": each section in three engines, and what a page says when its session has ended elsewhere.
import type { MessageKey } from '../../src/rules/texts/messages.ts'
import { type Path, paths } from '../../src/rules/visit/paths.ts'
import { app, backend } from '../addresses.ts'
import type { Member } from '../fixtures.ts'
import { NEW_PASSWORD } from '../identifyStates.ts'
import { visitor } from '../joining.ts'
import { say } from '../texts.ts'
import type { Target } from './hands.ts'
import { type Page, until } from './page.ts'
import { button, codeForm, dialog, field, heading, inMain, loginPage } from './pages.ts'
import { accessible, arrive, code, expect, isSignedIn, member, test } from './test.ts'

const named = (text: MessageKey, of: MessageKey) => ({ role: 'button', name: `${say(text)} ${say(of)}` })

/** The link that undoes a change, in the newest messages to a former phone. */
async function undoLink(to: string): Promise<string> {
  let link = ''
  await until('a link that undoes the change', async () => {
    const messages = await fetch(`${backend}/outbox.json?to=${encodeURIComponent(to)}`)
    link = /http\S+\/change-undo\/[\w-]+/.exec(await messages.text())?.[0] ?? ''
    return link === '' ? 'none came' : null
  })
  return link
}

/** What may stay when a member has signed out: languages, looks of services, that the sign-in of the tab has ended, and an empty list of codes. */
const STAYS = [
  'daemun-language',
  'daemun.themes',
  'daemun.welcome',
  'daemun.screen',
  'daemun_locale',
  'daemun_visit_locale',
]
const expectForgotten = (page: Page) =>
  expect
    .poll(async () => (await page.kept()).filter((name) => !STAYS.includes(name)), 'what stays in the browser')
    .toEqual([])

/** Opens a page of the account, and signs in on the way. */
async function enter(page: Page, one: Member, path: Path): Promise<void> {
  await page.go(app + path)
  await page.see(heading('title.login'))
  await loginPage(page).signIn(one)
  await page.at(app + path)
}

test('each section of the account shows what it says @firefox', async ({ tab: page }) => {
  const one = await member('member')
  await enter(page, one, paths.account)
  await page.see(heading('title.account'))
  await accessible(page)
  for (const [path, title] of [
    [paths.accountSecurity, 'title.accountSecurity'],
    [paths.accountDevices, 'title.accountDevices'],
    [paths.accountServices, 'title.accountServices'],
    [paths.accountActivity, 'title.accountActivity'],
    [paths.accountPrivacy, 'title.accountPrivacy'],
  ] as const) {
    await page.go(app + path)
    await page.see(heading(title))
    await accessible(page)
  }
  await page.press(button('account.leaveOpen'))
  await page.press(button('account.leaveGo'))
  await page.press(button('account.stay'))
  await page.see(button('account.leaveOpen'))
})

test('a new password is proved by a code, and the page of another tab goes on in the same session @all', async ({
  tab: page,
  newTab,
}) => {
  const one = await member('member')
  await enter(page, one, paths.accountSecurity)
  await page.press(named('account.change', 'login.password'))
  await page.enter(field('password.new'), NEW_PASSWORD)
  await page.enter(field('password.again'), NEW_PASSWORD)
  await page.press(button('resolve.changePassword'))
  await page.see(dialog)
  await page.press({ in: dialog, ...button('account.proofEmail') })
  await page.press({ in: dialog, ...button('sms.send') })
  await codeForm(page).enter(await code(one.login_id))
  await page.gone(dialog)
  await page.gone(field('password.new'))
  const other = await newTab()
  await other.go(app + paths.accountDevices)
  await other.see(inMain('account.thisBrowser'))
})

test('another phone is proved, and the link that the old one gets brings it back @all', async ({ tab: page }) => {
  const one = await member('member')
  const { phone } = visitor('SOCIAL')
  const internationally = `+82${phone.slice(1)}`
  await enter(page, one, paths.accountSecurity)
  await page.press(named('account.change', 'sms.phone'))
  await page.enter({ role: 'textbox', name: say('account.newPhone') }, phone)
  await page.press(button('sms.send'))
  await codeForm(page).enter(await code(internationally))
  await page.see({ text: say('account.phoneChanged'), nth: 0 })
  await page.go(await undoLink(one.phone))
  await accessible(page)
  await page.press({ role: 'button' })
  await page.gone({ role: 'button' })
  await page.see({ css: 'h1' })
  // Whoever changed it is signed out, and the account is protected until a reset.
  await page.go(app + paths.accountSecurity)
  await page.see(heading('title.login'))
  await loginPage(page).signIn(one)
  await page.see(heading('state.protected'))
})

test('a consent is withdrawn, news are chosen, one kind of activity is listed, and "this was not me" ends everything @all', async ({
  tab: page,
}) => {
  const one = await member('sk')
  await arrive(page, { service: 'b' })
  await loginPage(page).signIn(one)
  await isSignedIn(page, one, 'b')

  await page.go(app + paths.accountServices)
  const withdraw = {
    role: 'button',
    name: { pattern: `^${say('account.withdraw')} 구성원 아카데미` },
  } satisfies Target
  await page.press(withdraw)
  await page.press({ in: dialog, role: 'button', nth: -1 })
  await page.gone(dialog)
  await page.gone(withdraw)

  await page.go(app + paths.accountPrivacy)
  const news = { role: 'checkbox', name: say('account.newsBySms') } satisfies Target
  await page.see(news)
  const { checked } = await page.state(news)
  await page.press(news)
  await page.is(news, { checked: !checked })
  await page.see({ text: say(checked ? 'account.newsOff' : 'account.newsOn'), nth: 0 })

  await page.go(app + paths.accountActivity)
  await page.choose({ label: say('account.filter') }, 'CONSENT_WITHDRAWN')
  await page.see(inMain('account.didWithdraw'))
  await page.is({ css: '.day .item' }, { count: 1 })
  const notMe = { role: 'button', name: { pattern: `^${say('account.notMe')}` }, nth: 0 } satisfies Target
  await page.press(notMe)
  await page.press({ in: dialog, role: 'button', nth: -1 })
  await page.see(heading('account.reported'))
  await accessible(page)
})

test('a page says that its session has ended, and shows nothing of the member @all', async ({
  tab: page,
  newTab,
  allow,
}) => {
  allow(/401/)
  const one = await member('member')
  await enter(page, one, paths.account)
  const other = await newTab()
  await other.go(app + paths.accountDevices)
  await other.press({ role: 'button', name: { pattern: `^${say('account.signOut')} ` } })
  await other.see(heading('account.signedOut'))
  await page.press({ role: 'link', name: { pattern: `^${say('title.accountDevices')}` } })
  await page.see(heading('account.signedOut'))
  await page.gone({ text: { pattern: `^${one.login_id.slice(0, 2)}\\*` } })
  await expectForgotten(page)
  await accessible(page)
})

test('Back to a page of the account shows nothing of a member who has signed out in another tab', async ({
  tab: page,
  newTab,
  allow,
}) => {
  allow(/401/)
  const one = await member('member')
  await enter(page, one, paths.account)
  await page.see(heading('title.account'))
  await page.go(`${app}/policies/support.ko.html`)
  const other = await newTab()
  await other.go(app + paths.accountDevices)
  await other.press({ role: 'button', name: { pattern: `^${say('account.signOut')} ` } })
  await other.see(heading('account.signedOut'))
  await expectForgotten(other)
  await page.back()
  // A page of the back-forward cache says that its session has ended. A page that is loaded again begins a sign-in.
  await page.see({
    role: 'heading',
    name: { pattern: `^(${say('account.signedOut')}|${say('title.login')})$` },
  })
  await page.gone({ text: { pattern: `^${one.login_id.slice(0, 2)}\\*` } })
  await page.gone({ role: 'link', name: { pattern: `^${say('title.accountDevices')}` } })
})
