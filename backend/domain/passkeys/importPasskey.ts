// Operations: one passkey of another system, as a row of an import names it (docs/operators.md, "Import of passkeys").
import { randomUUID } from 'node:crypto'
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import type { Transaction as SqlTransaction } from 'kysely'
import * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import type { Schema } from '../../db/schema.ts'
import type { SecurityEvent } from '../audit/eventNames.ts'
import { timeIn } from '../members/days.ts'
import { loginIdKey } from '../members/loginId.ts'
import { ALGORITHMS } from './createPasskey.ts'
import { passkeyName } from './names.ts'
import { MOST_PASSKEYS, passkeysOfMember } from './rows.ts'

const BASE64URL = 'bytes in base64url'
const bytes = (most: number) => z.string(BASE64URL).check(z.maxLength(most), z.regex(/^[\w-]+$/, BASE64URL))
const NO_AAGUID = '00000000-0000-0000-0000-000000000000'

/** Whether these bytes are a COSE key of an algorithm that a sign-in accepts. */
function isPublicKey(text: string): boolean {
  try {
    const alg = decodeCredentialPublicKey(Uint8Array.from(Buffer.from(text, 'base64url'))).get(cose.COSEKEYS.alg)
    return alg !== undefined && (ALGORITHMS as number[]).includes(alg)
  } catch {
    return false
  }
}

const time = z.pipe(
  z.string().check(z.refine((text) => timeIn(text) !== null, 'a time such as 2024-05-01T09:00:00+09:00')),
  z.transform((text) => timeIn(text) ?? new Date(0)),
)
const Row = z.strictObject({
  login_id: z.string().check(z.minLength(1), z.maxLength(256)),
  credential_id: bytes(1364),
  public_key: bytes(4096).check(z.refine(isPublicKey, 'a COSE key of ES256, EdDSA or RS256')),
  user_handle: bytes(86),
  counter: z._default(z.int().check(z.nonnegative(), z.maximum(0xff_ff_ff_ff)), 0),
  transports: z._default(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10)), []),
  /** Null: the first use says. */
  backup_eligible: z._default(z.nullable(z.boolean()), null),
  backed_up: z._default(z.boolean(), false),
  aaguid: z._default(z.guid(), NO_AAGUID),
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  created_at: z.optional(time),
  last_used_at: z.optional(time),
})

/** `known`: the passkey is there already. A text: what is wrong, without a value of the row. */
type PasskeyImported = 'imported' | 'known' | { problem: string }

/** Whether a passkey of the member was removed here. It may be the one of the row, whose device was stolen. */
async function hasRemoved(db: SqlTransaction<Schema>, member_id: string): Promise<boolean> {
  const removals = ['passkey.removed', 'operator.passkey_removed'] as const satisfies SecurityEvent[]
  const removal = db
    .selectFrom('audit_events')
    .select('id')
    .where('member_id', '=', member_id)
    .where('event', 'in', removals)
    .limit(1)
  return (await removal.executeTakeFirst()) !== undefined
}

/** Keeps the passkey of one row. Nobody is told of it: the member has it already. @param isDryRun only looks */
export async function importPasskey(ctx: Ctx, value: unknown, isDryRun: boolean): Promise<PasskeyImported> {
  const parsed = Row.safeParse(value)
  if (!parsed.success)
    return { problem: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') }
  const { login_id, public_key, name, created_at, ...row } = parsed.data
  return ctx.db.transaction().execute(async (db): Promise<PasskeyImported> => {
    const member = await db
      .selectFrom('members')
      .select('id')
      .where('login_id_key', '=', loginIdKey(login_id))
      .where('joined', '=', true)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!member) return { problem: 'login_id: no member has it' }
    const others = await passkeysOfMember({ db }, member.id)
    if (others.some(({ credential_id }) => credential_id === row.credential_id)) return 'known'
    if (await hasRemoved(db, member.id))
      return { problem: 'the member has removed a passkey since, and none comes back by a file' }
    if (others.length >= MOST_PASSKEYS) return { problem: `the member has ${MOST_PASSKEYS} passkeys` }
    if (isDryRun) return 'imported'
    const added = await db
      .insertInto('passkeys')
      .values({
        ...row,
        id: randomUUID(),
        member_id: member.id,
        public_key: Buffer.from(public_key, 'base64url'),
        name: name ?? passkeyName(row.aaguid),
        created_at: created_at ?? ctx.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return added ? 'imported' : { problem: 'credential_id: another member has it' }
  })
}
