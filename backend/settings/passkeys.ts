// How passkeys are used here (docs/operators.md, "Passkeys").
import { isIP } from 'node:net'

/** `on`: a member may sign in with one. `recommended`: a member without one is also asked, now and then, to create one. */
export const PASSKEY_MODES = ['off', 'on', 'recommended'] as const
type PasskeyMode = (typeof PASSKEY_MODES)[number]

export type PasskeySettings = {
  /** Whether the step RECOMMENDED_PASSKEY may come. */
  recommends: boolean
  /** The domain of the passkeys, which members cannot take to another one. */
  rp_id: string
  /** The origins whose pages may use them: the app's, and the related ones. */
  origins: readonly string[]
}

export type PasskeyOptions = { mode?: PasskeyMode; rp_id?: string; related_origins?: readonly string[] }

/**
 * @param app_origin the origin of the app, whose host the RP ID is unless another one is given
 * @returns null where no passkey can be used: they are off, or the app has an address without a domain name
 */
export function passkeysOf(
  { mode = 'recommended', rp_id, related_origins = [] }: PasskeyOptions,
  app_origin: string,
): PasskeySettings | null {
  const host = new URL(app_origin).hostname
  const isNumber = isIP(host.replace(/^\[|\]$/g, '')) !== 0
  if (mode === 'off' || (rp_id === undefined && isNumber)) return null
  return {
    recommends: mode === 'recommended',
    rp_id: rp_id ?? host,
    origins: [...new Set([app_origin, ...related_origins])],
  }
}
