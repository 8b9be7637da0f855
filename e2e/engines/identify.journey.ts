// Getting back in: a reset by SMS with a reload at each step, and searches for an ID that end in a reset.
import { app } from '../addresses.ts'
import type { Member } from '../fixtures.ts'
import { NAME, national, NEW_PASSWORD } from '../identifyStates.ts'
import type { Page } from './page.ts'
import { button, codeForm, link, recoveryPages } from './pages.ts'
import { accessible, arrive, code, isSignedIn, member, test } from './test.ts'

test('a password is reset by SMS, with reload and Back at each step, and the new one signs the member in @all', async ({
  tab: page,
}) => {
  const one = await member('member')
  const [is, form] = [recoveryPages(page), codeForm(page)]
  await arrive(page)
  await page.press(link('login.forgot'))
  await is.at('password')
  await page.enter(is.id, one.login_id)
  await page.reload()
  await page.is(is.id, { value: one.login_id })
  await accessible(page)
  await page.press(button('identify.next'))
  await is.at('password/verify')
  await page.back()
  await is.at('password')
  await page.is(is.id, { value: one.login_id })
  await page.forward()
  await is.at('password/verify')
  await page.is(is.byPhone, { checked: true })
  await accessible(page)
  await page.press(form.send)
  const digits = await code(one.phone)
  await page.is(form.field, { disabled: false })
  await page.reload()
  await form.enter(digits)
  await is.at('password/new')
  await accessible(page)
  await is.setPassword(NEW_PASSWORD)
  await isSignedIn(page, one)
})

/** Opens the search for an ID, and fills it in. */
async function fillSearch(page: Page, one: Pick<Member, 'phone'>): Promise<void> {
  const is = recoveryPages(page)
  await arrive(page)
  await page.go(`${app}/identify/myid`)
  await page.enter(is.name, NAME)
  await page.enter(is.phone, national(one.phone))
}

test('an ID is found and its password reset with one code by SMS @all', async ({ tab: page }) => {
  const one = await member('member')
  const [is, form] = [recoveryPages(page), codeForm(page)]
  await fillSearch(page, one)
  await page.press(form.send)
  await form.enter(await code(one.phone))
  await is.at('myid/done')
  await page.press(button('modal.findPassword'))
  await is.at('password/new')
  await page.back()
  await is.at('myid/done')
  await page.press(button('modal.findPassword'))
  await is.at('password/new')
  await is.setPassword(NEW_PASSWORD)
  await isSignedIn(page, one)
})

test('an ID is found with a code by SMS, and after a reload its password is reset by e-mail @all', async ({
  tab: page,
}) => {
  const one = await member('member')
  const [is, form] = [recoveryPages(page), codeForm(page)]
  await fillSearch(page, one)
  await page.reload()
  await page.is(is.name, { value: NAME })
  await accessible(page)
  await page.press(form.send)
  await form.enter(await code(one.phone))
  await is.at('myid/done')
  await page.is({ role: 'radio', name: { pattern: one.login_id } }, { checked: true })
  await page.reload()
  await page.is({ role: 'radio', name: { pattern: one.login_id } }, { checked: true })
  await accessible(page)
  await page.press(button('modal.findPassword'))
  await is.at('password/verify')
  await page.is(is.byEmail, { checked: true })
  await page.press(form.send)
  await form.enter(await code(one.login_id))
  await is.at('password/new')
  await is.setPassword(NEW_PASSWORD)
  await isSignedIn(page, one)
})
