// What a program may add to the backend. The demonstration adds its members, services and pages (demo/plugIn.ts).
import type { Hono } from 'hono'
import type { Ctx } from './context.ts'
import type { BackendKeys } from './db/keys.ts'
import type { Hashing } from './domain/passwords/hashing.ts'
import type { ClientSettings } from './settings/clients.ts'

export type PlugIn = {
  /** @throws StartProblem if the backend must not start at this address */
  check: (at: { host: string; url: string | undefined }) => void
  /** Partner services besides those of the settings. */
  clients: (keys: BackendKeys) => ClientSettings[]
  /** Called before a start writes any of its rows. @throws StartProblem if the database is not for this plug-in */
  admit: (ctx: Ctx) => Promise<void>
  /** Each start writes these rows after the backend's own. */
  seed: (ctx: Ctx, hashing: Hashing) => Promise<void>
  routes: (ctx: Ctx, hashing: Hashing) => Hono
  /** The first parts of paths that people open and scripts call. All other paths are for the app only. */
  openPaths: readonly string[]
  /** Whether the outbox keeps a copy of each message that an SMTP relay or an SMS gateway receives. */
  copiesMessages: boolean
  /** Networks that webhooks may reach, unless the settings name some. */
  webhookNetworks: readonly string[]
}
