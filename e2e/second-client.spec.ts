// The sign-in with a second client that was written from the standard alone, so the partner depends on no private agreement.
import { secondClient } from './addresses.ts'
import { startClient } from './client.ts'
import { expect, loginForm, test } from './fixtures.ts'
import { say } from './texts.ts'

test.describe.configure({ mode: 'serial' })

const client = startClient()
test.beforeAll(() => client.listen())
test.afterAll(() => client.close())
test.beforeEach(({ watch }) => watch.allowOrigin(secondClient.base))

const start = (wishes: Record<string, string> = {}) =>
  `${secondClient.base}/start?${new URLSearchParams(wishes).toString()}`

test('an independent client signs a member in once, with a code for one use, a signed ID token, user info and a refresh', async ({
  page,
  member,
}) => {
  const someone = await member('member')
  await page.goto(start({ scope: 'openid profile email offline_access', prompt: 'consent', ui_locales: 'ko' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('login.title'))
  await expect(page.getByRole('banner')).toContainText(secondClient.client_id)
  const back = page.waitForRequest((request) => request.url().startsWith(secondClient.callback))
  await loginForm(page).signIn(someone)
  const code = new URL((await back).url()).searchParams.get('code') ?? ''
  await expect(page.getByRole('heading')).toHaveText('signed in')

  const { header, claims, userinfo, tokens } = client.received()
  expect(header).toMatchObject({ alg: 'RS256', kid: expect.any(String) })
  expect(claims).toMatchObject({ amr: ['pwd'], auth_time: expect.any(Number) })
  expect(userinfo).toMatchObject({ sub: claims.sub, email: someone.login_id, email_verified: true })
  expect(Object.keys(userinfo)).not.toContain('phone_number')

  const refreshed = await client.token({ grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) })
  expect(refreshed.status).toBe(200)
  const again = (await refreshed.json()) as Record<string, unknown>
  expect(again).toMatchObject({ token_type: 'Bearer', id_token: expect.any(String) })
  expect(again.refresh_token).not.toBe(tokens.refresh_token)
  const reused = await client.token({ grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) })
  expect(reused.status, 'a refresh token is good for one use').toBe(400)
  const grant = { grant_type: 'authorization_code', code, redirect_uri: secondClient.callback }
  const stolen = await client.token({ ...grant, code_verifier: 'x'.repeat(43) })
  expect(stolen.status).toBe(400)
  expect(await stolen.json()).toMatchObject({ error: 'invalid_grant' })

  await page.goto(start({ prompt: 'none' }))
  await expect(page.getByRole('heading')).toHaveText('signed in')
  expect(client.received().claims.sub).toBe(claims.sub)
})
