// Signing in, in every engine: by mouse, by keyboard, with a wrong password, with a code by SMS.
import { app, partner } from '../addresses'
import { say } from '../texts'
import { loginPage } from './pages'
import { accessible, arrive, code, expect, isSignedIn, member, test } from './test'

test('a member signs in with the keyboard alone, from the partner’s page to its tokens', async ({ tab: page }) => {
  const one = await member('member')
  await page.go(partner)
  await page.tabTo({ role: 'link', name: 'Sign in', nth: 0 })
  await page.keys('Enter')
  await page.at(`${app}/login`)
  await page.see({ role: 'heading', name: say('login.title') })
  await accessible(page)
  const login = loginPage(page)
  await page.tabTo(login.email)
  await page.type(one.login_id)
  await page.keys('Tab')
  await page.is(login.password, { focused: true })
  await page.type(one.password)
  expect(await page.storage()).not.toContain(one.password)
  await page.keys('Enter')
  await isSignedIn(page, one)
})

test('a wrong password is told, empties its field, and the right one signs in', async ({ tab: page }) => {
  const one = await member('member')
  await arrive(page)
  const login = loginPage(page)
  await login.signIn({ ...one, password: 'not-the-0ne!' })
  await page.see({ in: { css: 'form [role=alert]' }, text: say('refused.wrongPassword') })
  await page.is(login.password, { value: '' })
  await page.is(login.email, { value: one.login_id })
  await accessible(page)
  await login.signIn(one)
  await isSignedIn(page, one)
})

test('a member with a second factor types the code that came by SMS', async ({ tab: page }) => {
  const one = await member('sms')
  await arrive(page)
  await loginPage(page).signIn(one)
  await page.see({ role: 'heading', name: say('sms.title') })
  await page.press({ role: 'button', name: say('sms.send') })
  const field = { label: say('sms.code') }
  await page.is(field, { disabled: false, focused: true })
  await page.see({ role: 'timer' })
  await accessible(page)
  await page.enter(field, await code(one.phone))
  await page.keys('Enter')
  await isSignedIn(page, one)
})
