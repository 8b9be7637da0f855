// Rotates the key pairs every few minutes if one is due; see db/keyRotation.ts.
import type { Ctx } from './context.ts'
import { rotateKeys } from './db/keyRotation.ts'

const EVERY_SECONDS = 300

const published = ({ keys }: Ctx): string => keys.jwks.map(({ kid }) => kid).join()

/**
 * @param renew called when other keys are published, or another one signs
 * @returns stops it
 */
export function rotateKeysRegularly(ctx: Ctx, renew: () => void): () => void {
  async function look(): Promise<void> {
    const before = published(ctx)
    Object.assign(ctx.keys, await rotateKeys(ctx.db, ctx.now()))
    if (published(ctx) === before) return
    renew()
    ctx.log('keys.turned', { published: ctx.keys.jwks.length })
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => ctx.log('keys.failed', { message: String(error) }))
  }, EVERY_SECONDS * 1000)
  timer.unref()
  return () => clearInterval(timer)
}
