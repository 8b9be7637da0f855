// Contract, "Account": which browser makes a call, by the names alone that a maintained list knows. The `User-Agent` itself is stored nowhere.
import Bowser from 'bowser'
import { currentCall } from '../../call.ts'
import type { Ctx } from '../../context.ts'

/** Names such as "Firefox" and "Windows". No versions: browsers freeze them, or send wrong ones. Null: unknown. */
type BrowserNames = { browser: string | null; system: string | null }

/** NOTE: for a browser that it does not know, the parser returns the beginning of the `User-Agent`, which anybody writes. Its map lacks two of its names. */
const BROWSERS = new Set([...Object.values(Bowser.BROWSER_MAP), 'Miui', 'Opera Touch'])
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP))
/** A `User-Agent` is shorter. A longer one is not parsed. */
const MOST_AGENT = 1000

const known = (name: string | undefined, names: ReadonlySet<string>): string | null =>
  name !== undefined && names.has(name) ? name : null

/** @param agent a `User-Agent` of any content */
function namesIn(agent: string): BrowserNames {
  if (agent === '' || agent.length > MOST_AGENT) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(agent)
  return { browser: known(browser.name, BROWSERS), system: known(os.name, SYSTEMS) }
}

export type Device = BrowserNames & { country: string | null; city: string | null }

/** The browser of the current call, and roughly where it is; null outside a call. */
export function deviceNow(ctx: Pick<Ctx, 'placeOf'>): Device | null {
  const call = currentCall()
  if (!call) return null
  const { country = null, city = null } = ctx.placeOf(call.ip) ?? {}
  return { ...namesIn(call.agent), country, city }
}
