// Security A16: the link of a security e-mail, for a member who did not sign in.
import { partner, backend } from './addresses.ts'
import { expect, test } from './fixtures.ts'
import { say } from './texts.ts'

test('"this was not me" in the e-mail ends the session, and leads to a reset', async ({ page, context, signedIn }) => {
  const someone = await signedIn()
  const mails = async () => (await fetch(`${backend}/outbox.json?to=${encodeURIComponent(someone.login_id)}`)).text()
  await expect.poll(mails).toContain('/not-me/')
  const link = /\/not-me\/[\w-]+/.exec(await mails())?.[0] ?? ''
  const other = await context.newPage()
  await other.goto(backend + link)
  await other.getByRole('button').click()
  await other.getByRole('link').click()
  await expect(other).toHaveURL(/\/identify\/password$/)
  await expect(other.getByLabel(say('login.email', 'en'), { exact: true })).toBeVisible()
  await page.goto(`${partner}/sign-in?service=a&prompt=none`)
  await expect(page.getByRole('alert')).toContainText('login_required')
})
