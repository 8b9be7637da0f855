// What an operator does with the key pairs, each with an entry in the record of security events.
import type { Ctx } from '../context.ts'
import { retireKey, rotateNow, type KeyPairs } from '../db/keyRotation.ts'
import { rotateSecrets, type Secrets } from '../db/secrets.ts'
import { record } from './audit/events.ts'

/** How long after this the next pair is used, in seconds. A visit asks for the sealing key each time, so it needs less. */
const BEGINS: Record<keyof KeyPairs, number> = { signing: 15 * 60, sealing: 60 }

/** Lets the next pair begin soon. @returns all pairs */
export async function rotatePair(ctx: Ctx, which: keyof KeyPairs, by: string): Promise<KeyPairs> {
  const pairs = await rotateNow(ctx.db, ctx.now(), ctx.keys.encryption, which, BEGINS[which])
  await record(ctx, 'operator.key_rotated', {}, { by, which })
  return pairs
}

/** Lets other secrets of cookies, visits, browsers and codes begin. @returns all of them @throws StartProblem while a release before may serve */
export async function rotateAllSecrets(ctx: Ctx, by: string): Promise<Secrets> {
  const secrets = await rotateSecrets(ctx.db, ctx.now(), ctx.keys.encryption)
  await record(ctx, 'operator.key_rotated', {}, { by, which: 'secrets' })
  return secrets
}

/** Takes a signing key out of use. @returns all pairs; null if no signing key has this ID */
export async function retireSigningKey(ctx: Ctx, kid: string, by: string): Promise<KeyPairs | null> {
  const pairs = await retireKey(ctx.db, ctx.now(), ctx.keys.encryption, kid)
  if (pairs) await record(ctx, 'operator.key_retired', {}, { by, kid })
  return pairs
}
