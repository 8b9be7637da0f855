// Security B5, O7, E6: signing out at the issuer. Nothing ends before the member confirms, except what a service proves to mean.
import type { KoaContextWithOIDC } from 'oidc-provider'
import { HTML_LANG, type Locale } from '../../contract/locale.ts'
import { pageLocale } from '../../server/page.ts'
import type { Ctx } from '../context.ts'
import { forgetBrowser, liveAccounts } from '../domain/signIn/accounts.ts'
import { record } from '../domain/audit/events.ts'
import { hasOpenVisit, leaveVisits } from '../domain/sessions/sessions.ts'
import { browserCookieName, secretsIn, sessionCookieName } from '../http/cookies.ts'
import { revokeGrantsOf } from './adapter.ts'
import { CONFIRMED, show, signOutAnswered, signOutNow, signOutQuestion } from './pages.ts'
import { addressOfKoa } from './policy.ts'
import { ROUTES } from './routes.ts'

const browserOf = (ctx: Ctx, koa: KoaContextWithOIDC) => koa.cookies.get(browserCookieName(ctx), { signed: false })
const visitsOf = (ctx: Ctx, koa: KoaContextWithOIDC) => secretsIn(ctx, koa.get('cookie'))

const targetsOf = ({ post_logout_redirect_uri }: NonNullable<KoaContextWithOIDC['oidc']['params']>) =>
  typeof post_logout_redirect_uri === 'string' ? [new URL(post_logout_redirect_uri).origin] : []

const ask = (ctx: Ctx, koa: KoaContextWithOIDC, form: string) =>
  show(ctx, koa, (locale, product) =>
    signOutQuestion(locale, answeredIn(locale, form), targetsOf(koa.oidc.params ?? {}), product),
  )

const CONFIRM = `${ROUTES.end_session}/confirm`
const SUCCESS = `${ROUTES.end_session}/success`

/** The form of a page in this language. Its answer is in the same one, which its address names. */
const answeredIn = (locale: Locale, form: string): string =>
  form.replace(`${CONFIRM}"`, `${CONFIRM}?ui_locales=${HTML_LANG[locale]}"`)

/** Leads to another page of the issuer, in the same language. */
function goTo(koa: KoaContextWithOIDC, path: string): void {
  const locale = pageLocale(koa.url, koa.headers['accept-language'])
  koa.status = 303
  koa.redirect(`${path}?ui_locales=${HTML_LANG[locale]}`)
}

/**
 * The library refuses a button whose question is not the browser's last one: another tab has asked since, or the session has ended. A member who
 * means to sign out is asked once more, or reads that it is done. Who cancels stays signed in.
 */
function answerLate(koa: KoaContextWithOIDC): void {
  const { logout } = koa.oidc.params ?? {}
  if (logout === CONFIRMED) goTo(koa, ROUTES.end_session)
  else if (logout === undefined) goTo(koa, SUCCESS)
}

/** Whether a sign-out would end anything besides the issuer's session. */
const hasOpen = async (ctx: Ctx, koa: KoaContextWithOIDC): Promise<boolean> =>
  (await liveAccounts(ctx, browserOf(ctx, koa))).length > 0 || hasOpenVisit(ctx, visitsOf(ctx, koa))

export const signOutPages = (ctx: Ctx) => ({
  /** Signs out at once if the service sends an ID token of this member. Otherwise the member is asked. */
  async logoutSource(koa: KoaContextWithOIDC, form: string) {
    const { session, entities, params } = koa.oidc
    const sub = entities.IdTokenHint?.payload.sub
    if (sub !== undefined && sub === session?.accountId)
      return show(ctx, koa, (locale, product) =>
        signOutNow(locale, answeredIn(locale, form), targetsOf(params ?? {}), product),
      )
    // NOTE: after a "no" the library ends the session at the service that it finds here, also if only a link of a stranger names the service.
    if (session?.state) session.state.clientId = undefined
    return ask(ctx, koa, form)
  },
  async postLogoutSuccessSource(koa: KoaContextWithOIDC) {
    const id = koa.cookies.get(sessionCookieName(ctx), { signed: false })
    const session = id ? await koa.oidc.provider.Session.find(id) : undefined
    const isSignedIn = session?.accountId !== undefined || (await hasOpen(ctx, koa))
    show(ctx, koa, (locale, product) => signOutAnswered(locale, isSignedIn, product))
  },
})

/**
 * Without a session the library signs out without a question. This asks if the browser has accounts or visits that would end.
 * NOTE: a browser that has nothing goes straight back to the service, by the library's page that submits itself.
 */
async function askWithoutSession(ctx: Ctx, koa: KoaContextWithOIDC): Promise<void> {
  const { session, provider } = koa.oidc
  if (session?.accountId || koa.status !== 200 || !(await hasOpen(ctx, koa))) return
  const action = provider.urlFor('end_session_confirm')
  ask(
    ctx,
    koa,
    `<form id="op.logoutForm" method="post" action="${action}"><input type="hidden" name="xsrf" value="${String(session?.state?.secret)}"/></form>`,
  )
}

/** The next person at a shared computer must find no account, no half-finished sign-in and no token of this session. */
async function endHere(ctx: Ctx, koa: KoaContextWithOIDC): Promise<void> {
  const { session, client } = koa.oidc
  const browser = browserOf(ctx, koa)
  if (browser) await forgetBrowser(ctx, browser)
  // The library keeps the tokens of services with `offline_access`. A member who signs out everywhere means these too.
  await revokeGrantsOf(ctx, session)
  await leaveVisits(ctx, visitsOf(ctx, koa))
  const member_id = session?.accountId ?? null
  await record(ctx, 'session.signed_out', {
    member_id,
    client_id: client?.clientId ?? null,
    ip: addressOfKoa(ctx, koa),
  })
}

export const signOuts =
  (ctx: Ctx) =>
  async (koa: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    // A browser that restores its tabs loads the address of a form without the form.
    if (koa.path === CONFIRM && koa.method === 'GET') return goTo(koa, ROUTES.end_session)
    await next()
    // Undefined at an address that the issuer does not have.
    const { oidc }: { oidc?: KoaContextWithOIDC['oidc'] } = koa
    if (oidc?.route === 'end_session') await askWithoutSession(ctx, koa)
    if (oidc?.route !== 'end_session_confirm') return
    if (koa.status === 400) return answerLate(koa)
    if (koa.status === 303 && oidc.params?.logout === CONFIRMED) await endHere(ctx, koa)
    if (koa.response.get('Location') === oidc.urlFor('end_session_success')) goTo(koa, SUCCESS)
  }
