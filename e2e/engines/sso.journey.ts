// One sign-in for all partner services: silent single sign-on, the account chooser, and a second tab.
import { signInUrl } from '../fixtures.ts'
import { button, dialog, heading, inMain, loginPage } from './pages.ts'
import { accessible, arrive, isSignedIn, member, test } from './test.ts'

test('a member of both services is signed in at service B without a form @all', async ({ tab: page }) => {
  const one = await member('sk')
  await arrive(page)
  await loginPage(page).signIn(one)
  await isSignedIn(page, one)
  await page.go(signInUrl({ service: 'b' }))
  await isSignedIn(page, one, 'b')
})

test('the account chooser lists two accounts, forgets one, and goes on as the other @all', async ({ tab: page }) => {
  const [first, second] = [await member('member'), await member('english-name')]
  for (const one of [first, second]) {
    await arrive(page, { prompt: 'login' })
    await loginPage(page).signIn(one)
    await isSignedIn(page, one)
  }
  await arrive(page, { prompt: 'select_account' })
  await page.see(heading('title.loginSso'))
  await accessible(page)
  await page.reload()
  await page.press({ role: 'button', name: { pattern: '^Maximiliana.*계정 로그아웃$' } })
  await page.see(dialog)
  await accessible(page)
  await page.press({ in: dialog, ...button('sso.forgetShort') })
  await page.gone({ role: 'button', name: { pattern: '^Maximiliana.*계정 로그아웃$' } })
  await page.press({ role: 'button', name: { pattern: '^김하늘.*계정으로 계속$' } })
  await isSignedIn(page, first)
})

test('a tab notices that another tab has signed in, and goes on without the password @firefox', async ({
  tab: page,
  newTab,
}) => {
  const one = await member('sk')
  await arrive(page, { service: 'a' })
  await page.enter(loginPage(page).email, 'half-typed@demo.test')
  const other = await newTab()
  await arrive(other, { service: 'b' })
  await loginPage(other).signIn(one)
  await isSignedIn(other, one, 'b')
  await other.close()
  await page.see(inMain('login.signedInElsewhere'))
  await page.is(loginPage(page).email, { value: 'half-typed@demo.test' })
  await page.press(button('login.continue'))
  await page.press({ role: 'button', name: { pattern: '계정으로 계속$' } })
  await isSignedIn(page, one, 'a')
})
