// What the log warns of at a start: what is valid, but often a mistake or left from the demonstration.
import type { Ctx } from './context.ts'
import { demoTermsInForce } from './domain/terms/demoTerms.ts'
import type { BackendSettings } from './settings.ts'

/** Settings that are valid but often a mistake. */
const ofSettings = ({ disclose_unknown_user, url, proxy_hops, clients }: BackendSettings): string[] => [
  ...(disclose_unknown_user ? ['unknown login ids are disclosed'] : []),
  ...clients.filter(({ pkce }) => pkce === false).map(({ client_id }) => `client ${client_id} signs in without PKCE`),
  ...(url.startsWith('https:') && proxy_hops === 0
    ? ['BACKEND_URL has https, which a proxy speaks, and BACKEND_PROXY_HOPS is 0: every caller counts as that proxy']
    : []),
]

type Started = {
  /** Whether the start writes the demonstration's terms. */
  isDemo: boolean
  /** Services that are stored and no setting has. */
  abandoned: readonly string[]
  /** Code groups whose lists are the demonstration's. */
  demoLists: readonly string[]
}

/** A line for each warning. */
export async function startWarnings(ctx: Ctx, { isDemo, abandoned, demoLists }: Started): Promise<string[]> {
  const unlisted = abandoned.map(
    (id) => `service ${id} is stored, and no setting has it: npm run clients -- remove ${id}`,
  )
  const madeUp = demoLists.map((group) => `${group} is a made-up list: npm run codes`)
  const ofDemo = isDemo ? [] : [...madeUp, ...(await demoTermsInForce(ctx.db, ctx.now()))]
  return [...ofSettings(ctx.settings), ...unlisted, ...ofDemo]
}
