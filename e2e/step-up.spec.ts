// Contract, "Step-up": a partner that requires a proved phone is given no code before the proof, and learns of it.
import type { Page } from '@playwright/test'
import { agreement } from './agreement.ts'
import { app, partner } from './addresses.ts'
import {
  claim,
  expect,
  expectNotice,
  expectSignedIn,
  loginForm,
  type Member,
  signInUrl,
  test as base,
} from './fixtures.ts'
import { say } from './texts.ts'

const STEP_UP = { acr_values: 'phone' }

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const button = (page: Page, key: 'resolve.agree') => page.getByRole('button', { name: say(key), exact: true })

const test = base.extend<{ prove: (page: Page, one: Member, not?: string) => Promise<string> }>({
  prove: async ({ outbox }, provide) => {
    await provide(async (page, { phone }, not) => {
      await expect(title(page)).toHaveText(say('sms.title'))
      const field = page.getByLabel(say('sms.code'), { exact: true })
      await expect(field).toBeEnabled()
      const code = await outbox.code(phone, not)
      await field.fill(code)
      return code
    })
  },
})

/** What the partner learned of the proof. */
async function expectProved(page: Page, one: Member) {
  const card = await expectSignedIn(page, one)
  await expect(claim(card, 'acr')).toHaveText('phone')
  await expect(claim(card, 'amr')).toHaveText('["pwd","sms"]')
}

test('a fresh visit: password, phone, then new terms, through reloads and Back, and the partner shows acr', async ({
  page,
  member,
  prove,
}) => {
  const one = await member('step-up')
  await page.goto(partner)
  await page.getByRole('link', { name: 'Sign in with a proved phone', exact: true }).first().click()
  await expect(page).toHaveURL(`${app}/certification`)
  await page.reload()
  await expect(page).toHaveURL(`${app}/certification`)
  await loginForm(page).signIn(one)
  await expect(title(page)).toHaveText(say('sms.title'))
  // A reload sends no code, so the first one has to be on its way.
  await expect(page.getByLabel(say('sms.code'), { exact: true })).toBeEnabled()
  await page.reload()
  await page.goto(partner)
  await page.goBack()
  await prove(page, one)
  await expectNotice(page, say('terms.pleaseAgree'))
  await expect(page).toHaveURL((url) => url.pathname === '/resolve/terms')
  await page.reload()
  await agreement(page).check()
  await button(page, 'resolve.agree').click()
  await expectProved(page, one)
})

test('a session that exists is asked for the phone alone, and soon afterwards for nothing', async ({
  page,
  signedIn,
  prove,
}) => {
  const one = await signedIn('member')
  await page.goto(signInUrl({ ...STEP_UP, prompt: 'none' }))
  await expect(page.getByRole('alert')).toContainText('interaction_required')
  await page.getByRole('link', { name: 'Sign in with a proved phone', exact: true }).first().click()
  await expect(page).toHaveURL(`${app}/resolve/certification`)
  await expect(page.getByLabel(say('login.password'))).toHaveCount(0)
  await prove(page, one)
  await expectProved(page, one)
  await page.goto(signInUrl({ ...STEP_UP, prompt: 'none' }))
  await expectProved(page, one)
})
