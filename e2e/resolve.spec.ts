// Spec §4, pending steps: what no address, tab or way back can avoid, repeat or confuse. tests/pages/resolve goes through each step.
import { app } from './addresses.ts'
import { answerWith, expect, expectNotice, expectSignedIn, loginForm, main, signInUrl, test } from './fixtures.ts'
import { agreeToAll, fillNickname, fillPasswords, heading, NEW_PASSWORD } from './resolving.ts'
import { say } from './texts.ts'

test.describe('in the middle of a step', () => {
  test('the required change cannot be avoided by an address or a second tab, and after it the old password opens nothing', async ({
    page,
    context,
    arrive,
    member,
    watch,
  }) => {
    watch.keepSecret(NEW_PASSWORD)
    const one = await member('required-password')
    await arrive()
    await loginForm(page).signIn(one)
    await heading(page, 'resolve.requiredPassword')
    for (const path of ['/resolve/password', '/resolve/service', '/resolve', '/resolve/service/info']) {
      await page.goto(app + path)
      await expect(page).toHaveURL(`${app}/resolve/required/password`)
    }
    const second = await context.newPage()
    await second.goto(`${app}/resolve/password`)
    await expect(second).toHaveURL(/\/error/)
    await second.goto(signInUrl({ prompt: 'none' }))
    await expect(second.getByRole('main')).not.toContainText(one.login_id)

    await expect(page.getByRole('button', { name: say('resolve.later') })).toHaveCount(0)
    await fillPasswords(page, one, one.password)
    await expect(main(page).getByText(say('refused.passwordSameAsBefore')).first()).toBeVisible()
    await fillPasswords(page, { ...one, password: 'wrong!7Pw2x' })
    await expect(main(page).getByText(say('resolve.currentWrong')).first()).toBeVisible()
    await fillPasswords(page, one)
    await expectSignedIn(page, one)
    await arrive({ prompt: 'login' })
    const form = loginForm(page)
    await form.signIn(one)
    await expect(form.error).toContainText(say('refused.wrongPassword'))
  })

  test('two tabs at two partners keep each its own service, also where an entry is tried again @all', async ({
    page,
    context,
    arrive,
    member,
  }) => {
    const [one, other] = [await member('new-terms'), await member('new-service')]
    await answerWith(page, '/v1/init/login', { status: 500, body: {} }, 1)
    await page.goto(signInUrl({ service: 'a' }))
    await expect(page.getByText(say('error.up'))).toBeVisible()
    const second = await context.newPage()
    await arrive({ service: 'b' }, second)
    await page.getByRole('button', { name: say('error.retry') }).click()
    await page.waitForURL(`${app}/login`)
    await expect(page.getByRole('banner')).toContainText('한걸음 러닝')

    // The newest tab is not the last used one. The server must not confuse them.
    await loginForm(second).signIn(other)
    await fillNickname(second, other)
    await heading(second, 'resolve.service')
    await loginForm(page).signIn(one)
    await expectNotice(page, say('terms.pleaseAgree'))
    for (const [tab, name] of [
      [page, '한걸음 러닝'],
      [second, '구성원 아카데미'],
    ] as const) {
      await tab.reload()
      await expect(tab.getByRole('banner')).toContainText(name)
    }
    await expect(page.locator('a[href*="/terms/PRIVACY"]')).toBeVisible()
    await expect(second.locator('#SK_RP_PRIVACY')).toBeVisible()
    await agreeToAll(second)
    await expectSignedIn(second, other, 'b')
    await agreeToAll(page)
    await expectSignedIn(page, one)
  })
})
