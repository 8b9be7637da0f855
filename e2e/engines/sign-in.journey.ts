// Signing in, in every engine: by keyboard, with a wrong password, with a code by SMS, and in another language.
import { app, partner } from '../addresses.ts'
import { HTML_LANG, say } from '../texts.ts'
import { until } from './page.ts'
import { codeForm, heading, loginPage } from './pages.ts'
import { signInUrl } from '../fixtures.ts'
import { accessible, arrive, code, expect, isSignedIn, member, test } from './test.ts'

test('a member signs in with the keyboard alone, from the partner’s page to its tokens', async ({ tab: page }) => {
  const one = await member('member')
  await page.go(partner)
  await page.tabTo({ role: 'link', name: 'Sign in', nth: 0 })
  await page.keys('Enter')
  await page.at(`${app}/login`)
  await page.see(heading('login.title'))
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

test('what a password manager sends at once signs in, and so does a service that only asks for the session', async ({
  tab: page,
}) => {
  const one = await member('sk')
  await page.go(signInUrl())
  await page.evaluate(`(() => {
    for (const [name, value] of Object.entries(${JSON.stringify({ login_id: one.login_id, password: one.password })}))
      document.querySelector('[name=' + name + ']').value = value
    document.querySelector('form').requestSubmit()
  })()`)
  await isSignedIn(page, one)
  await page.go(signInUrl({ service: 'b', prompt: 'session' }))
  await isSignedIn(page, one, 'b')
})

test('a wrong password shows an error and empties its field, and the right one signs in @all', async ({
  tab: page,
}) => {
  const one = await member('member')
  await arrive(page)
  const login = loginPage(page)
  await login.signIn({ ...one, password: 'not-the-0ne!' })
  await page.see(login.error('refused.wrongPassword'))
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
  await page.see(heading('sms.title'))
  const form = codeForm(page)
  await page.is(form.field, { disabled: false, focused: true })
  await page.see({ role: 'timer' })
  await accessible(page)
  await page.reload()
  await page.is(form.field, { disabled: false })
  const field = `document.querySelector('[autocomplete="one-time-code"]')`
  await page.evaluate(`void (${field}.isOld = true)`)
  await page.go(partner)
  await page.back()
  // A page that comes back from the back-forward cache is built anew, which loses digits that were typed before.
  await until('the page is built anew', async () =>
    (await page.evaluate<boolean>(`(${field}?.isOld ?? !${field}) === true`)) ? 'it is the old one' : null,
  )
  await page.is(form.field, { disabled: false })
  await form.enter(await code(one.phone))
  await isSignedIn(page, one)
})

test('a change of language keeps what is typed, and holds after a reload @all', async ({ tab: page }) => {
  const one = await member('member')
  await arrive(page)
  await page.enter(loginPage(page).email, one.login_id)
  await page.enter(loginPage(page).password, one.password)
  for (const [from, to] of [
    ['ko', 'en'],
    ['en', 'zh'],
    ['zh', 'ja'],
  ] as const) {
    await page.choose({ label: say('shell.language', from) }, to)
    await page.see(heading('login.title', to))
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe(HTML_LANG[to])
    await page.is(loginPage(page, to).email, { value: one.login_id })
    await page.is(loginPage(page, to).password, { value: one.password })
    await accessible(page)
  }
  await page.reload()
  await page.see(heading('login.title', 'ja'))
  await page.is(loginPage(page, 'ja').email, { value: one.login_id })
  await page.is(loginPage(page, 'ja').password, { value: '' })
  await loginPage(page, 'ja').signIn(one)
  await isSignedIn(page, one)
})

test('Back from the partner to the form: it can be used, in the colour of the service', async ({ tab: page }) => {
  const one = await member('member')
  const colour = () => page.evaluate<string>("getComputedStyle(document.documentElement).getPropertyValue('--action')")
  await arrive(page)
  const login = loginPage(page)
  await page.see(login.button)
  // Neutral until the service is known.
  await expect.poll(colour).toMatch(/^#(?!2b2f36)/)
  const before = await colour()
  await page.enter(login.email, one.login_id)
  await page.reload()
  await page.see(login.button)
  // The engine may keep the page as it was, or load it again.
  await page.go(partner)
  await page.back()
  await page.see(login.button)
  await expect.poll(colour).toBe(before)
  await page.is(login.email, { value: one.login_id })
  await accessible(page)
  await login.signIn(one)
  await isSignedIn(page, one)
})
