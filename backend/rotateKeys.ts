// Looks for new key pairs every few seconds, and creates the next one if it is due; see db/keyRotation.ts.
import { regularly } from './background.ts'
import type { Ctx } from './context.ts'
import { encryptKeys } from './db/keys.ts'
import { rotateKeys } from './db/keyRotation.ts'
import { cookieKeys, readSecrets } from './db/secrets.ts'

/** What a new provider needs: the published pairs, and the secrets of cookies. */
const published = (ctx: Ctx): string =>
  [...ctx.keys.jwks.map(({ kid }) => kid), ...cookieKeys(ctx.keys.secrets, ctx.now())].join()

/**
 * @param every_seconds between two looks
 * @param renew called when other keys are published, or another one signs
 * @returns stops it
 */
export function rotateKeysRegularly(ctx: Ctx, every_seconds: number, renew: () => void): () => void {
  let served = published(ctx)
  async function look(): Promise<void> {
    ctx.keys.secrets = await readSecrets(ctx.db, ctx.now(), ctx.keys.encryption, ctx.keys)
    Object.assign(ctx.keys, await rotateKeys(ctx.db, ctx.now(), ctx.keys))
    const found = published(ctx)
    if (found !== served) {
      renew()
      served = found
      ctx.log('keys.turned', { published: ctx.keys.jwks.length })
    }
    await encryptKeys(ctx.db, ctx.keys.encryption)
  }
  return regularly(ctx.background, 'keys.failed', every_seconds * 1000, look)
}
