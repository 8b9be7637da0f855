// Security A16: what a message of a notice needs from the database, and the row of its link.
import { sql } from 'kysely'
import { hashOf, secondsFrom, type Ctx } from '../../context.ts'
import { hmac, secretAt } from '../../db/secrets.ts'
import type { Service } from '../../db/schema.ts'
import type { Payload } from '../../jobs/kinds.ts'
import type { Job } from '../../jobs/queue.ts'
import { nameOf } from '../sessions/serviceName.ts'
import { howOf } from './noticeKinds.ts'

/** What a message of a notice needs to know. `to`: an address, or a number in E.164. */
export type ToldNotice = Payload<'notice.mail'>

/** Seven days: a member on a journey still reads the e-mail in time. */
export const NOTICE_SECONDS = 7 * 86_400

const DAY_SECONDS = 86_400

const noticePath = (secret: string): string => `/not-me/${secret}`

/** Each try of a job sends the same link, and no row of the database contains its secret. */
const secretOf = ({ keys }: Ctx, { id, created_at }: Job): string =>
  hmac(secretAt(keys.secrets.codes, created_at), `notice ${id}`).toString('base64url')

/** @property leaving when the member is erased, for the notice that says so. @property link its address, if the mail has one */
type Prepared = { leaving: Date | null; service?: string; link?: string }
type Row = { effective_at: Date | null } & {
  [column in 'rp_name' | 'display_name' | 'display_name_en' | 'display_name_cn']: Service[column] | null
}

/**
 * Reads whom the message reaches, and stores its link. The time of the notice is that of its cause, however late the mail leaves.
 * NOTE: it is one statement, which is committed before the mail leaves: a link that a member has counts. It is no part of the statement that takes the job. That one
 * holds jobs, and a link waits for the member's row, whose erasure waits for the jobs.
 * @returns null if there is nothing to tell: the member is erased, has come back before the message left, or was told within a day
 */
export async function prepareNotice(
  ctx: Ctx,
  by: 'mail' | 'sms',
  { notice, member_id, client_id, locale, passkey_id, change_id }: ToldNotice,
  job: Job,
): Promise<Prepared | null> {
  const how = howOf(notice)
  const hasLink = by === 'mail' && how.link === true && change_id === undefined
  const secret = secretOf(ctx, job)
  const hash = hashOf(secret)
  const at = job.created_at
  const { rows } = await sql<Row>`
    with due as (
      select m.id, l.effective_at, s.rp_name, s.display_name, s.display_name_en, s.display_name_cn
      from members m left join member_leavings l on l.member_id = m.id left join services s on s.client_id = ${client_id}
      where m.id = ${member_id} and (l.member_id is not null or ${notice !== 'leaving'}::boolean)
        and not (${how.daily === true}::boolean and exists (
          select from notices where member_id = m.id and kind = ${notice}
            and at > ${secondsFrom(ctx.now(), -DAY_SECONDS)} and secret_hash <> ${hash}))
    ), added as (
      insert into notices (secret_hash, member_id, client_id, expires_at, kind, at)
      select ${hash}::text, id, ${client_id}::text, ${secondsFrom(at, NOTICE_SECONDS)}::timestamptz, ${notice}::text, ${at}::timestamptz
      from due where ${hasLink}::boolean on conflict do nothing
    ), noted as (
      insert into passkey_notices (secret_hash, passkey_id)
      select ${hash}::text, p.id from passkeys p, due where p.id = ${passkey_id ?? null}::uuid and ${hasLink}::boolean
      on conflict do nothing
    )
    select effective_at, rp_name, display_name, display_name_en, display_name_cn from due`.execute(ctx.db)
  const [row] = rows
  if (!row) return null
  const { effective_at, rp_name, ...names } = row
  const service = rp_name === null ? client_id : nameOf({ rp_name, ...names }, locale)
  return {
    leaving: notice === 'leaving' ? effective_at : null,
    ...(how.service && service !== null && { service }),
    ...(hasLink && { link: ctx.settings.url + noticePath(secret) }),
  }
}
