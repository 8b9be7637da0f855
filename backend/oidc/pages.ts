// The few pages that the issuer shows itself: an error, the question before signing out, and "signed out".
import { HTML_LANG, type Locale } from '../../contract/locale.ts'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { raw } from 'hono/html'
import { html, pageLocale, plainPage, type Page } from '../../server/page.ts'
import { say } from '../../server/texts.ts'
import type { Ctx } from '../context.ts'
import { ROUTES } from './routes.ts'

const SUBMIT = `document.getElementById('op.logoutForm').submit()`

/** Answers with a page in the browser's language, which names the platform. */
export function show(ctx: Ctx, koa: KoaContextWithOIDC, page: (locale: Locale, product: string) => Page): void {
  const locale = pageLocale(koa.url, koa.headers['accept-language'])
  const { html, policy } = page(locale, ctx.settings.platform[locale])
  koa.set('Content-Security-Policy', policy)
  koa.type = 'html'
  koa.body = html
}

/** Advice for the developer of a service, for errors whose text from the library is not enough. */
const HINTS: Record<string, string> = {
  invalid_redirect_uri:
    'Register this redirect_uri exactly as it was sent: the scheme, the name (localhost is not 127.0.0.1), the port, the path and a slash at its end all count.',
  invalid_client: 'Register this client_id at the issuer.',
}

type Problem = { error: string; description: string; id: string; isSignOut?: boolean }

/** The service that the request names, once the issuer knows it. `home` comes from the settings, never from the request. */
type Service = { name: string; home: string | null }

const wayBack = (locale: Locale, { name, home }: Service) =>
  home === null ? '' : html`<a class="button" href="${home}">${say(locale, 'issuer.toService', { service: name })}</a>`

/** A member whose service has asked for a sign-out wrongly can still sign out. */
const wayOut = (locale: Locale) =>
  html`<p><a href="${ROUTES.end_session}?ui_locales=${HTML_LANG[locale]}">${say(locale, 'issuer.signOut')}</a></p>`

/** @param problem.id finds the same event in the log */
export function errorPage(
  locale: Locale,
  { error, description, id, isSignOut }: Problem,
  service?: Service,
  product?: string,
): Page {
  const isOurs = error === 'server_error'
  const refused = isSignOut ? 'issuer.notSignedOut' : 'issuer.refused'
  const goBack = service ? say(locale, 'issuer.goBackTo', { service: service.name }) : say(locale, 'issuer.goBack')
  const told = isOurs ? error : `${error}: ${description}. ${HINTS[error] ?? ''}`
  return plainPage(
    locale,
    say(locale, isOurs ? 'issuer.failed' : refused),
    html`<p>${isOurs ? say(locale, 'issuer.tryAgain') : goBack}</p>
      ${service && !isOurs ? wayBack(locale, service) : ''} ${isSignOut && !isOurs ? wayOut(locale) : ''}
      <p class="soft"><span lang="en">${told}</span><br />${id}</p>`,
    { product },
  )
}

/** The value of `logout` with which the member confirms. The library's own pages send `yes` without asking, and that ends nothing here. */
export const CONFIRMED = 'confirmed'

/** Asks before signing out; `form` is the provider's own form with its protection inside. */
export const signOutQuestion = (locale: Locale, form: string, targets: readonly string[], product: string): Page =>
  plainPage(
    locale,
    say(locale, 'issuer.question'),
    html`${raw(form)}
      <button form="op.logoutForm" name="logout" value="${CONFIRMED}">${say(locale, 'issuer.signOut')}</button>
      <button form="op.logoutForm">${say(locale, 'issuer.cancel')}</button>`,
    { form: targets, product },
  )

/** Signs out at once, because the partner has proved with its ID token that it means this member. */
export const signOutNow = (locale: Locale, form: string, targets: readonly string[], product: string): Page =>
  plainPage(
    locale,
    say(locale, 'issuer.signingOut'),
    html`${raw(form.replace('</form>', `<input type="hidden" name="logout" value="${CONFIRMED}"></form>`))}
      <noscript><button form="op.logoutForm" value="">${say(locale, 'issuer.signOut')}</button></noscript>`,
    { form: targets, script: SUBMIT, product },
  )

/** The page after the question. */
export const signOutAnswered = (locale: Locale, isSignedIn: boolean, product: string): Page =>
  plainPage(
    locale,
    say(locale, isSignedIn ? 'issuer.stillIn' : 'issuer.signedOut'),
    html`<p>${say(locale, 'issuer.close')}</p>`,
    { product },
  )
