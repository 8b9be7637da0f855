// What `npm run smoke` does, step by step.
import * as client from 'openid-client'
import * as z from 'zod/mini'
import { isLoopback } from '../../contract/url.ts'
import type { SmokeSettings } from './settings.ts'
import { begin, verify } from './signIn.ts'
import { newVisitor } from './visitor.ts'

/** Runs one step of the given name, and returns what it returns. */
export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>

const PageSettings = z.object({ VITE_AUTH_API_URL: z.string() })

/** The address of the auth API, from the settings in the app's page. */
function apiIn(html: string): string {
  const [, block] = /<script type="application\/json" id="settings">(.*?)<\/script>/s.exec(html) ?? []
  if (!block) throw new Error('the page has no settings')
  return PageSettings.parse(JSON.parse(block)).VITE_AUTH_API_URL.replace(/\/$/, '')
}

const startsWith = (address: string) => (url: URL) => `${url.origin}${url.pathname}` === address.replace(/[?#].*$/, '')

/**
 * Signs the test member in at the partner service, and out again.
 * @throws what the failed step throws
 */
export async function smoke(settings: SmokeSettings, step: Step): Promise<void> {
  const { app, SMOKE_CLIENT_ID, SMOKE_CLIENT_SECRET, SMOKE_REDIRECT_URI: redirect_uri } = settings
  const post_logout_redirect_uri = settings.SMOKE_POST_LOGOUT_URI
  const visitor = newVisitor()
  const page = async (url: URL): Promise<string> => {
    const { status, text } = await visitor.send(url)
    if (status !== 200) throw new Error(`${status} at ${url.pathname}`)
    return text
  }

  await step('the app is ready', () => page(new URL('/readyz', app)))
  const api = await step('the app serves its page and names the backend', async () => apiIn(await page(new URL(app))))
  const issuer = new URL(settings.SMOKE_ISSUER ?? new URL(api).origin)
  await step('the backend is ready', () => page(new URL('/readyz', api)))

  const config = await step('the issuer describes itself', () =>
    client.discovery(
      issuer,
      SMOKE_CLIENT_ID,
      SMOKE_CLIENT_SECRET || undefined,
      SMOKE_CLIENT_SECRET ? undefined : client.None(),
      {
        timeout: 10,
        execute: isLoopback(issuer.hostname) ? [client.allowInsecureRequests] : [],
      },
    ),
  )

  const visit = async (more: Record<string, string> = {}) => {
    const pkceCodeVerifier = client.randomPKCECodeVerifier()
    const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()]
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri,
      scope: 'openid',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
      ...more,
    })
    return { url, checks: { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true } }
  }
  const isEntry = ({ origin, pathname }: URL) => origin === app && pathname.startsWith('/init')

  const asked = await visit()
  const entry = await step('the issuer sends the browser to the app', () => visitor.go(asked.url, isEntry))
  await step('the app shows its form', () => page(entry))
  const key = await step('the backend knows the visit', () => begin(visitor, api, settings, entry))
  const onwards = await step('the backend takes the password', () => verify(visitor, api, settings, entry, key))
  const callback = await step('the issuer sends the browser back', () => visitor.go(onwards, startsWith(redirect_uri)))
  const tokens = await step('the issuer gives tokens for the code', () =>
    client.authorizationCodeGrant(config, callback, asked.checks),
  )
  await step('the issuer tells who signed in', () =>
    client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? ''),
  )
  const end = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri }
  await step('the member signs out', () =>
    visitor.go(client.buildEndSessionUrl(config, end), startsWith(post_logout_redirect_uri)),
  )
  await step('the session is over', async () => {
    const { url } = await visit({ prompt: 'none' })
    const { searchParams } = await visitor.go(url, startsWith(redirect_uri))
    if (searchParams.get('error') !== 'login_required') throw new Error('the issuer still knows the session')
  })
}
