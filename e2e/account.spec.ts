// Screens, "Account": the member's own pages, on the real backend.
import type { Page } from '@playwright/test'
import { type Path, paths } from '../src/rules/visit/paths.ts'
import { app, backend } from './addresses.ts'
import { enterCode } from './codes.ts'
import { axe, expect, loginForm, main, type Member, signInUrl, test } from './fixtures.ts'
import { NEW_PASSWORD } from './identifyStates.ts'
import { say } from './texts.ts'

type Key = Parameters<typeof say>[0]
const button = (page: Page, text: Key) => page.getByRole('button', { name: say(text), exact: true })
const heading = (page: Page, text: Key) => page.getByRole('heading', { level: 1, name: say(text), exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const said = (page: Page, text: Key) => expect(page.getByText(say(text)).first()).toBeVisible()

/** Opens a page of the account, and signs in on the way. */
async function enter(page: Page, one: Member, path: Path = paths.account): Promise<void> {
  await page.goto(app + path)
  await loginForm(page).signIn(one)
  await expect(page).toHaveURL(app + path)
}

/** Proves the address in the dialog. */
async function proveByEmail(page: Page, one: Member, outbox: { code: (to: string) => Promise<string> }): Promise<void> {
  const asked = dialog(page)
  await expect(asked.getByRole('heading', { name: say('account.proofTitle') })).toBeVisible()
  const way = asked.getByRole('button', { name: say('account.proofEmail') })
  if (await way.isVisible()) await way.click()
  await asked.getByRole('button', { name: say('sms.send'), exact: true }).click()
  const code = asked.getByLabel(say('sms.code'), { exact: true })
  await expect(code).toBeEnabled()
  await enterCode(
    code,
    asked.getByRole('button', { name: say('sms.verify'), exact: true }),
    await outbox.code(one.login_id),
  )
}

test('a new password asks for a proof that is not the password and signs the other browsers out, and so does a press', async ({
  page,
  member,
  outbox,
  browser,
  watch,
}) => {
  watch.keepSecret(NEW_PASSWORD)
  const one = await member('member')
  const other = await browser.newContext()
  const elsewhere = await other.newPage()
  await enter(elsewhere, one)
  await enter(page, one, paths.accountSecurity)
  await page.reload()
  await page.getByRole('button', { name: `${say('account.change')} ${say('login.password')}` }).click()
  await page.getByLabel(say('password.new'), { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel(say('password.again'), { exact: true }).fill(NEW_PASSWORD)
  await button(page, 'resolve.changePassword').click()
  await proveByEmail(page, one, outbox)
  await said(page, 'account.passwordChanged')
  await elsewhere.bringToFront()
  await elsewhere.reload()
  await expect(loginForm(elsewhere).email).toBeVisible()
  await loginForm(elsewhere).signIn({ ...one, password: NEW_PASSWORD })
  await expect(elsewhere).toHaveURL(app + paths.account)

  await page.bringToFront()
  await page.goto(app + paths.accountDevices)
  await said(page, 'account.thisBrowser')
  await button(page, 'account.endOthers').click()
  await dialog(page).getByRole('button').last().click()
  await said(page, 'account.othersEnded')
  await elsewhere.bringToFront()
  await elsewhere
    .getByRole('link', { name: say('title.accountDevices') })
    .first()
    .click()
  await expect(heading(elsewhere, 'account.signedOut')).toBeVisible()
  await other.close()
})

test('another phone is proved, the old one is told, and its link undoes the change', async ({
  page,
  member,
  outbox,
}) => {
  const one = await member('member')
  await enter(page, one, paths.accountSecurity)
  await page.getByRole('button', { name: `${say('account.change')} ${say('sms.phone')}` }).click()
  const form = main(page)
  await form.getByRole('textbox', { name: say('account.newPhone'), exact: true }).fill('01099887766')
  await form.getByRole('button', { name: say('sms.send'), exact: true }).click()
  const code = form.getByLabel(say('sms.code'), { exact: true })
  await expect(code).toBeEnabled()
  await enterCode(
    code,
    form.getByRole('button', { name: say('sms.verify'), exact: true }),
    await outbox.code('+821099887766'),
  )
  await said(page, 'account.phoneChanged')

  // What the old phone is told leads to a page outside the app, which asks before it acts.
  let link = ''
  await expect(async () => {
    const messages = await fetch(`${backend}/outbox.json?to=${encodeURIComponent(one.phone)}`)
    link = /http\S+\/change-undo\/[\w-]+/.exec(await messages.text())?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()
  await page.goto(link)
  await axe(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  const asked = await page.getByRole('heading', { level: 1 }).innerText()
  await page.getByRole('button').click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(asked)
  await expect(page.getByRole('button')).toHaveCount(0)
  await axe(page)
  await page.goto(link)
  await expect(page.getByRole('button')).toHaveCount(0)
})

test('news are chosen, the data is shown and saved, leaving is taken back, a consent withdrawn, and "this was not me" ends everything', async ({
  page,
  signedIn,
}) => {
  const one = await signedIn('sk', { service: 'b' })
  await page.goto(app + paths.accountPrivacy)
  await expect(button(page, 'account.exportSave')).toBeVisible()
  await axe(page)
  const saved = page.waitForEvent('download')
  await button(page, 'account.exportSave').click()
  expect((await saved).suggestedFilename()).toMatch(/\.json$/)
  await button(page, 'account.exportShow').click()
  await expect(main(page).getByText(one.login_id).first()).toBeVisible()
  await axe(page)

  const news = page.getByRole('checkbox', { name: say('account.newsBySms'), exact: true })
  const was = await news.isChecked()
  await news.click()
  await said(page, was ? 'account.newsOff' : 'account.newsOn')

  await button(page, 'account.leaveOpen').click()
  await axe(page)
  await button(page, 'account.leaveGo').click()
  await said(page, 'account.leavingBegun')
  await page.goto(app + paths.account)
  await button(page, 'account.stay').click()
  await said(page, 'account.stayed')
  await page.reload()
  await expect(heading(page, 'title.account')).toBeVisible()
  await expect(button(page, 'account.stay')).toBeHidden()
  // The state of a section is one line where it has room.
  const facts = page.getByRole('link', { name: say('title.accountSecurity') }).locator('.fact')
  await expect(facts.nth(1)).toBeVisible()
  const tops = await facts.evaluateAll((all) => all.map((fact) => Math.round(fact.getBoundingClientRect().top)))
  expect(new Set(tops).size).toBe(1)

  await page.goto(app + paths.accountServices)
  const service = page.getByRole('listitem').filter({ hasText: '구성원 아카데미' })
  await expect(service.getByText(say('account.reads'), { exact: true })).toBeVisible()
  await axe(page)
  await service.getByRole('button').first().click()
  await dialog(page).getByRole('button').last().click()
  await said(page, 'account.withdrawn')
  await expect(service).toBeHidden()
  await page.goto(signInUrl({ service: 'b' }))
  await expect(page).toHaveURL(app + paths.resolveServiceNickname)

  await page.goto(app + paths.accountActivity)
  const notMe = page.getByRole('button', { name: say('account.notMe') }).first()
  await expect(notMe).toBeVisible()
  await axe(page)
  await notMe.click()
  await dialog(page).getByRole('button').last().click()
  await expect(heading(page, 'account.reported')).toBeVisible()
  await axe(page)
  await button(page, 'account.resetPassword').click()
  await expect(page).toHaveURL(app + paths.identifyPassword)
  await page.goto(signInUrl())
  await loginForm(page).signIn(one)
  await expect(heading(page, 'state.protected')).toBeVisible()
})
