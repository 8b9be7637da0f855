// The demo members on the partner's page, each with its links to a sign-in.
import { html, type Markup } from '../../server/page.ts'
import type { DemoMember } from './members.ts'
import { signInUrl, type View } from './view.ts'

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

export const memberList = (view: View): Markup =>
  view.members === null
    ? html`<p class="soft">The backend does not list demo members now. Is it running as the demo?</p>`
    : html`
        <ul class="members">
          ${view.members.map((member) => memberRow(view, member))}
        </ul>
      `
