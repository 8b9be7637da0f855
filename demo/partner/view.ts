// What the partner's page shows, and where its links to a sign-in lead.
import type { DemoMember } from './members.ts'
import type { PartnerService } from './services.ts'
import type { Session, Trouble } from './signIn.ts'
import type { Received } from './webhooks.ts'

export type View = {
  services: { service: PartnerService; session: Session | null; webhooks: readonly Received[] }[]
  members: DemoMember[] | null
  backend_url: string
  account_url: string
  /** The language that sign-ins ask for; empty: the provider's choice. */
  ui_locales: string
  /** The change that was just made to the signed-in member, and the service. */
  changed: { name: string; service: string | undefined } | null
  trouble: (Trouble & { service: string }) | null
}

export const signInUrl = (view: View, query: Record<string, string>) =>
  `/sign-in?${new URLSearchParams({ ...query, ...(view.ui_locales && { ui_locales: view.ui_locales }) }).toString()}`
