// A service on the partner's page: its buttons, who is signed in there, and the webhooks that it has received.
import { html, type Markup } from '../../server/page.ts'
import { CHANGES } from './changes.ts'
import type { PartnerService } from './services.ts'
import type { Session } from './signIn.ts'
import { signInUrl, type View } from './view.ts'
import type { Received } from './webhooks.ts'

/** The newest first; nothing before the first one. */
const webhookList = (name: string, received: readonly Received[]): Markup | string =>
  received.length === 0
    ? ''
    : html`
        <details>
          <summary>Webhooks (${String(received.length)})</summary>
          <table class="facts" aria-label="Webhooks of ${name}">
            ${received.map(
              ({ id, type, timestamp, data }) => html`
                <tr>
                  <th scope="row">${type}<br /><span class="soft">${timestamp}</span></th>
                  <td><code>${JSON.stringify(data)}</code><br /><span class="soft">${id}, signature checked</span></td>
                </tr>
              `,
            )}
          </table>
        </details>
      `

/** Step-up: the provider asks for the phone, besides the sign-in or in a session that exists. */
const STEP_UP = { acr_values: 'phone' }

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Claims that hold a time are shown as one, too. */
const claim = (name: string, value: unknown): string =>
  typeof value === 'number' && ['iat', 'exp', 'auth_time', 'nbf'].includes(name)
    ? `${value} (${new Date(value * 1000).toISOString()})`
    : text(value)

const facts = (caption: string, rows: [string, string][]): Markup => html`
  <h3>${caption}</h3>
  <table class="facts" aria-label="${caption}">
    ${rows.map(
      ([name, value]) => html`
        <tr>
          <th scope="row">${name}</th>
          <td>${value}</td>
        </tr>
      `,
    )}
  </table>
`

/** For a demo member who is signed in: what happens elsewhere, and which button shows it. */
const changes = (view: View, service: PartnerService): Markup => html`
  <h3>What may happen meanwhile</h3>
  <p class="soft">
    Press one of these, and then <em>Check session</em>: the member is shown how the account stands now.
  </p>
  ${view.changed?.service === service.key ? html`<p class="state" role="status">✓ ${view.changed.name}: done. Now press Check session.</p>` : ''}
  <div class="bar">
    ${CHANGES.map(
      ({ like, name }) => html`
        <form method="post" action="/change?service=${service.key}&amp;like=${like}">
          <button class="small">${name}</button>
        </form>
      `,
    )}
  </div>
`

/** Who is signed in, and the ways out. */
const member = (view: View, service: PartnerService, { claims, userinfo }: Session): Markup => {
  const who = text(userinfo.nickname ?? userinfo.name ?? claims.name ?? userinfo.email ?? claims.email ?? claims.sub)
  return html`
    <p class="state" role="status">✓ Signed in at ${service.name_en} as ${who}</p>
    <div class="actions">
      <form method="post" action="/sign-out?service=${service.key}">
        <button class="button">Sign out everywhere</button>
      </form>
      <form method="post" action="/sign-out/local?service=${service.key}">
        <button class="button">Sign out here only</button>
      </form>
      <a class="button" href="${view.account_url}">My account</a>
    </div>
  `
}

/** What the service has learnt of the member. */
const signedIn = (view: View, service: PartnerService, session: Session): Markup => {
  const { claims, userinfo } = session
  const isDemo = view.members?.some(({ login_id }) => login_id === userinfo.email) === true
  return html`
    ${isDemo ? changes(view, service) : ''}
    ${facts(
      'ID token',
      Object.entries(claims).map(([name, value]) => [name, claim(name, value)]),
    )}
    ${facts(
      'User info',
      Object.entries(userinfo).map(([name, value]) => [name, claim(name, value)]),
    )}
    ${facts('Tokens', [
      ['scope', session.scope],
      ['token type', session.token_type],
      ['expires in', session.expires_in === null ? '–' : `${session.expires_in} s`],
      ['refresh token', session.refresh_token ? 'yes' : 'no'],
      ['received', session.signed_in_at],
    ])}
  `
}

export const serviceCard = (view: View, { service, session, webhooks }: View['services'][number]): Markup => {
  const to = (prompt?: string) => signInUrl(view, { service: service.key, ...(prompt && { prompt }) })
  return html`
    <section class="card" aria-labelledby="service-${service.key}">
      <div class="head">
        <img src="/brand/service-${service.key}.svg" alt="" width="56" height="56" />
        <div>
          <h2 id="service-${service.key}">${service.name_en}</h2>
          <p class="soft">
            <span lang="ko">${service.name}</span> · <span lang="zh-Hans">${service.name_cn}</span> ·
            ${service.client_id}
          </p>
        </div>
      </div>
      <p>${service.about}</p>
      ${session ? member(view, service, session) : ''}
      <div class="actions">
        <a class="button primary" href="${to()}">Sign in</a>
        <a class="button" href="${to('login')}">Sign in again</a>
        <a class="button" href="${to('session')}">Check session</a>
        <a class="button" href="${to('none')}">Sign in silently</a>
        <a class="button" href="${signInUrl(view, { service: service.key, ...STEP_UP })}"
          >Sign in with a proved phone</a
        >
        <a class="button" href="${to('create')}">Join</a>
        <a class="button" href="${to('password')}">Reset password</a>
      </div>
      ${session ? signedIn(view, service, session) : ''} ${webhookList(service.name_en, webhooks)}
    </section>
  `
}
