// The partner's one page: two services to sign in at, who is signed in there, and the demo members to try.
import { html, type Markup } from '../../server/page.ts'
import { CHANGES } from './changes.ts'
import type { DemoMember } from './members.ts'
import type { PartnerService } from './services.ts'
import type { Session, Trouble } from './signIn.ts'
import { webhookList } from './webhookList.ts'
import type { Received } from './webhooks.ts'
import { HTML_LANG, LANGUAGE_NAMES, LOCALES } from '../../contract/locale.ts'

export type View = {
  services: { service: PartnerService; session: Session | null; webhooks: readonly Received[] }[]
  members: DemoMember[] | null
  backend_url: string
  /** The language that sign-ins ask for; empty: the provider's choice. */
  ui_locales: string
  /** The change that was just made to the signed-in member, and the service. */
  changed: { name: string; service: string | undefined } | null
  trouble: (Trouble & { service: string }) | null
}

const LANGUAGES: readonly (readonly [ui_locales: string, name: string, lang: string])[] = [
  ['', 'Default', 'en'],
  ...LOCALES.map((locale) => [locale, LANGUAGE_NAMES[locale], HTML_LANG[locale]] as const),
]

const TROUBLES: Record<string, string> = {
  login_required: 'Nobody is signed in in this browser.',
  interaction_required: 'A step is pending that needs the member.',
  consent_required: 'The member has not agreed to this service yet.',
  access_denied: 'The sign-in was cancelled or refused.',
}

const signInUrl = (view: View, query: Record<string, string>) =>
  `/sign-in?${new URLSearchParams({ ...query, ...(view.ui_locales && { ui_locales: view.ui_locales }) }).toString()}`

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

const signedIn = (view: View, service: PartnerService, session: Session): Markup => {
  const { claims, userinfo } = session
  const isDemo = view.members?.some(({ login_id }) => login_id === userinfo.email) === true
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
    </div>
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

const serviceCard = (view: View, { service, session, webhooks }: View['services'][number]): Markup => {
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

const value = (name: string, content: string): Markup => html`
  <div>
    <dt>${name}</dt>
    <dd>
      <code>${content}</code>
      <button class="small" type="button" data-copy="${content}">Copy</button>
    </dd>
  </div>
`

const memberRow = (view: View, member: DemoMember): Markup => html`
  <li>
    <div>
      <strong>${member.key}</strong>
      <p class="soft">${member.shows}</p>
    </div>
    <div class="bar">
      ${view.services.map(
        ({ service }) => html`
          <a
            href="${signInUrl(view, { service: service.key, prompt: 'login', login_hint: member.login_id })}"
            aria-label="${service.name_en}: sign in as ${member.key}"
            >${service.name_en}</a
          >
        `,
      )}
      ${
        member.invitation === undefined
          ? ''
          : html`<a
              href="${signInUrl(view, { service: 'a', invitation: member.invitation })}"
              aria-label="Accept the invitation of ${member.key}"
              >Accept the invitation</a
            >`
      }
      ${
        member.acr_values === undefined
          ? ''
          : html`<a
              href="${signInUrl(view, { service: 'a', login_hint: member.login_id, prompt: 'login', acr_values: member.acr_values })}"
              aria-label="Sign in with a proved phone as ${member.key}"
              >With a proved phone</a
            >`
      }
      ${
        member.phone === null
          ? ''
          : html`<a
              href="${view.backend_url}/outbox?to=${encodeURIComponent(member.phone)}"
              target="_blank"
              rel="noopener noreferrer"
              aria-label="Outbox of ${member.key}"
              >Outbox</a
            >`
      }
    </div>
    <dl class="values">
      ${value('ID', member.login_id)} ${value('Password', member.password)}
      ${member.phone === null ? '' : value('Phone', member.phone)}
      ${member.mbr_no === undefined ? '' : value('Member number', member.mbr_no)}
    </dl>
  </li>
`

const memberList = (view: View): Markup =>
  view.members === null
    ? html`<p class="soft">The backend does not list demo members now. Is it running as the demo?</p>`
    : html`
        <ul class="members">
          ${view.members.map((member) => memberRow(view, member))}
        </ul>
      `

const troubleNote = ({ error, description, service }: NonNullable<View['trouble']>): Markup => html`
  <div class="trouble" role="alert">
    <strong>${service ? `${service}: not signed in (${error})` : `Not signed in (${error})`}</strong>
    <p>${TROUBLES[error] ?? description}</p>
    ${TROUBLES[error] && description ? html`<p class="soft">${description}</p>` : ''}
  </div>
`

export const partnerPage = (view: View): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Partner services</title>
        <link rel="icon" href="/brand/service-a.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/partner.css" />
        <script src="/copy.js" defer></script>
      </head>
      <body>
        <main class="page">
          <h1>Two services, one account</h1>
          <p>A demonstration of partner services that sign their members in through the platform.</p>
          <nav class="bar" aria-label="Language of the sign-in">
            <span class="soft">Language of the sign-in:</span>
            ${LANGUAGES.map(([code, name, lang]) =>
              code === view.ui_locales
                ? html`<strong lang="${lang}" aria-current="true">${name}</strong>`
                : html`<a href="/?ui_locales=${code}" lang="${lang}">${name}</a>`,
            )}
          </nav>
          ${view.trouble ? troubleNote(view.trouble) : ''}
          <div class="services">${view.services.map((one) => serviceCard(view, one))}</div>
          <section aria-labelledby="members">
            <h2 id="members">Demo members</h2>
            <p class="soft">
              Each shows one thing: begin at a service by its name, or type the ID yourself. Codes and mails that they
              are sent stand in the
              <a href="${view.backend_url}/outbox" target="_blank" rel="noopener noreferrer">outbox</a>. What may happen
              to a member meanwhile stands beside whoever is signed in. What you do stays until you make all as new:
            </p>
            <form class="bar" method="post" action="/reset">
              <button class="small">Make the demo as new, and sign everyone out</button>
            </form>
            ${memberList(view)}
          </section>
          <footer class="soft">
            For scripts: <a href="/members.json">members.json</a>, <a href="/sign-in?service=a">/sign-in?service=a</a>,
            <a href="${view.backend_url}/outbox.json">outbox.json</a>. For a platform’s own backends:
            <a href="${view.backend_url}/api-docs">the APIs that the app needs</a>
          </footer>
        </main>
      </body>
    </html>`
