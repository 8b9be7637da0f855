// The demonstration's own setting. Those of the backend are in backend/settings.ts.
import * as z from 'zod/mini'
import { ORIGIN, origin } from '../backend/settings/addresses.ts'
import { StartProblem } from '../backend/startProblem.ts'

/** @returns the origin of the partner @throws StartProblem for anything else */
export function partnerUrlOf(env: Record<string, string | undefined>): string {
  const parsed = z.safeParse(origin, env.PARTNER_URL || 'http://localhost:3002')
  if (!parsed.success) throw new StartProblem(`PARTNER_URL: ${ORIGIN}`)
  return new URL(parsed.data).origin
}
