// What the issuer says server to server: this session is over (OpenID Connect Back-Channel Logout 1.0, 2.6).
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as z from 'zod/mini'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Between its clock and ours. */
const APART_SECONDS = 30
const OLDEST_SECONDS = 120

/** An ID token of the same member, which has a nonce and no event, passes for none. */
const Claims = z.object({
  sub: z.string(),
  sid: z.optional(z.string()),
  jti: z.string(),
  exp: z.number(),
  events: z.object({ [EVENT]: z.object({}) }),
  nonce: z.optional(z.undefined()),
})

/** Without `sid`, every session of the member is over. */
export type EndedSession = Pick<z.infer<typeof Claims>, 'sub' | 'sid'>

/** @param jwks_uri where the issuer's keys are; fetched when they are first needed, and again for a key that is new */
export function logoutTokens(issuer: string, jwks_uri: string, client_id: string) {
  const keys = createRemoteJWKSet(new URL(jwks_uri))
  const used = new Map<string, number>()

  /** Each token counts once. */
  function takeOnce(jti: string, exp: number): void {
    const now = Date.now() / 1000
    for (const [old, end] of used) if (end + APART_SECONDS < now) used.delete(old)
    if (used.has(jti)) throw new Error('this logout token was used before')
    used.set(jti, exp)
  }

  return {
    /**
     * @returns the member, and the session that is over; every session if there is no `sid`
     * @throws when it is not a logout token of this issuer for this client, in time and for the first time
     */
    async read(token: string): Promise<EndedSession> {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: client_id,
        typ: 'logout+jwt',
        algorithms: ['RS256'],
        maxTokenAge: OLDEST_SECONDS,
        clockTolerance: APART_SECONDS,
      })
      const { sub, sid, jti, exp } = Claims.parse(payload)
      takeOnce(jti, exp)
      return { sub, sid }
    },
  }
}
