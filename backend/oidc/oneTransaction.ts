// Each call of a sign-in at the issuer is one transaction, which is committed before the browser or the service has its answer.
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Ctx } from '../context.ts'
import { together } from '../db/oneTransaction.ts'
import { writeGathered } from './payloads.ts'
import { ROUTES } from './routes.ts'

/** NOTE: a sign-out ends what belongs to several members, which no transaction can take in one order. */
const CALLS = new RegExp(`^(?:${ROUTES.authorization}(?:/[\\w-]+)?|${ROUTES.token}|${ROUTES.userinfo})$`)

/** A call that the caller is to repeat leaves nothing behind. */
const isToRepeat = (status: number): boolean => status >= 500 || status === 429

export async function inOneTransaction(koa: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  if (!CALLS.test(koa.path)) return next()
  await together(next, (error) => error === undefined && !isToRepeat(koa.status))
}

const LAST = 'last of the call'
type Work = () => Promise<unknown>

/** Lets the answer wait for this work, which runs when the library has written what it has to. */
export function beforeAnswer(koa: KoaContextWithOIDC, work: Work): void {
  const works = (koa.state[LAST] ??= []) as Work[]
  works.push(work)
}

export const untilWritten =
  (ctx: Ctx) =>
  async (koa: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next()
    if (isToRepeat(koa.status)) return
    const works = (koa.state[LAST] ?? []) as Work[]
    if (works.length > 0) await writeGathered(ctx)
    for (const work of works) await work()
  }
