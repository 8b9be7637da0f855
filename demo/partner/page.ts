// The partner's one page: two services to sign in at, who is signed in there, and the demo members to try.
import { html, type Markup } from '../../server/page.ts'
import { memberList } from './memberList.ts'
import { serviceCard } from './serviceCard.ts'
import type { View } from './view.ts'
import { HTML_LANG, LANGUAGE_NAMES, LOCALES } from '../../contract/locale.ts'

const LANGUAGES: readonly (readonly [ui_locales: string, name: string, lang: string])[] = [
  ['', 'Default', 'en'],
  ...LOCALES.map((locale) => [locale, LANGUAGE_NAMES[locale], HTML_LANG[locale]] as const),
]

const TROUBLES: Record<string, string> = {
  login_required: 'Nobody is signed in in this browser.',
  interaction_required: 'A step is pending that needs the member.',
}

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
              to a member meanwhile stands beside whoever is signed in. To join as a group member, use an address of the
              group, such as <code>new@group.test</code>. What you do stays until you make all as new:
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
