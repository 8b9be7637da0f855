// Contract, "Step-up", in every engine: a service that requires a proved phone, with a step in between and with a session that exists.
import { AGREEMENT } from '../agreement.ts'
import { app, partner } from '../addresses.ts'
import { button, closeNotice, codeForm, field, heading, loginPage } from './pages.ts'
import { accessible, arrive, code, isSignedIn, member, test } from './test.ts'
import type { Page } from './page.ts'

const PARTNER_LINK = { role: 'link', name: 'Sign in with a proved phone', nth: 0 }

async function prove(page: Page, phone: string) {
  await page.see(heading('sms.title'))
  const form = codeForm(page)
  await page.is(form.field, { disabled: false })
  await form.enter(await code(phone))
}

async function isProved(page: Page, one: { login_id: string }) {
  await isSignedIn(page, one)
  const card = { role: 'region', name: 'Step Learning' }
  await page.see({ in: card, text: 'phone', nth: 0 })
  await page.see({ in: card, text: '["pwd","sms"]', nth: 0 })
}

test('a fresh visit: the phone after the password, the new terms after the phone @all', async ({ tab: page }) => {
  const one = await member('step-up')
  await page.go(partner)
  await page.press(PARTNER_LINK)
  await page.at(`${app}/certification`)
  await page.reload()
  await loginPage(page).signIn(one)
  await page.see(heading('sms.title'))
  await page.is(codeForm(page).field, { disabled: false })
  await accessible(page)
  await page.reload()
  await prove(page, one.phone)
  await closeNotice(page, 'terms.pleaseAgree')
  await page.at(`${app}/resolve/terms`, { start: true })
  await page.tick(AGREEMENT)
  await page.press(button('resolve.agree'))
  await isProved(page, one)
})

test('a session that exists: the phone alone @all', async ({ tab: page }) => {
  const one = await member('member')
  await arrive(page)
  await loginPage(page).signIn(one)
  await isSignedIn(page, one)
  await page.press(PARTNER_LINK)
  await page.at(`${app}/resolve/certification`)
  await page.gone(field('login.password'))
  await accessible(page)
  await prove(page, one.phone)
  await isProved(page, one)
})
