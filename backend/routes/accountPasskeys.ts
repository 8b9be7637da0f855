// Contract, "Account": the member's passkeys, and a proof by one of them.
import { Hono, type Context } from 'hono'
import type { Provider } from 'oidc-provider'
import * as rows from '../../contract/calls/accountPasskeys.ts'
import type { PasskeyRow } from '../../contract/shapes/account.ts'
import { normalizeText } from '../../contract/names.ts'
import { isUuid, type Ctx } from '../context.ts'
import { accountVisit, visitOfChallenge } from '../domain/account/accountVisit.ts'
import { record } from '../domain/audit/events.ts'
import { badField } from '../domain/join/joinVisit.ts'
import { creationOptions, createPasskey } from '../domain/passkeys/createPasskey.ts'
import { providerOf } from '../domain/passkeys/names.ts'
import { removePasskey } from '../domain/passkeys/removePasskey.ts'
import { passkeysOfMember } from '../domain/passkeys/rows.ts'
import { askForPasskey } from '../domain/passkeys/verifyPasskey.ts'
import { refuse } from '../domain/refusal.ts'
import { servingAccount, sessionOf } from '../http/accountSession.ts'
import { clientIp } from '../http/clientIp.ts'
import { printable } from '../printable.ts'

type Stored = Awaited<ReturnType<typeof passkeysOfMember>>[number]

function shown({ id, name, created_at, last_used_at, backed_up, credential_id, aaguid }: Stored): PasskeyRow {
  const provider = providerOf(aaguid)
  return {
    id,
    name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    synced: backed_up,
    credential_id,
    ...(provider !== undefined && { provider }),
  }
}

export function accountPasskeyRoutes(ctx: Ctx, provider: Provider): Hono {
  const app = new Hono()
  const serve = servingAccount(app, ctx, provider)
  const notFound = () => refuse(404, 'NOT_FOUND')

  function settings() {
    if (!ctx.settings.passkeys) throw notFound()
    return ctx.settings.passkeys
  }
  const ofSession = (c: Context) => {
    const { uid, member } = sessionOf(c)
    return { uid, member_id: member.id }
  }
  const passkeysOf = (c: Context) => passkeysOfMember(ctx, sessionOf(c).member.id)

  serve(rows.proofPasskey, async ({ c }) => ({
    options: await askForPasskey(ctx, settings(), await accountVisit(ctx, ofSession(c))),
  }))

  serve(rows.accountPasskeys, async ({ c }) => {
    settings()
    return (await passkeysOf(c)).map(shown)
  })

  serve(rows.passkeyOptions, async ({ c }) => {
    const visit = await accountVisit(ctx, ofSession(c))
    return { options: await creationOptions(ctx, settings(), visit, sessionOf(c).member) }
  })

  serve(rows.addPasskey, async ({ c, body: { credential } }) => {
    const visit = await visitOfChallenge(ctx, ofSession(c), credential.response.clientDataJSON)
    await createPasskey(ctx, settings(), visit, sessionOf(c).member, { passkey: credential, conditional: false })
    const added = (await passkeysOf(c)).find(({ credential_id }) => credential_id === credential.id)
    if (!added) throw notFound()
    return shown(added)
  })

  serve(rows.renamePasskey, async ({ c, values: { id }, body }) => {
    settings()
    const name = normalizeText(body.name)
    if (name === '' || name !== printable(name)) throw badField('name')
    const member_id = sessionOf(c).member.id
    const renamed =
      isUuid(id) &&
      (await ctx.db
        .updateTable('passkeys')
        .set({ name })
        .where('id', '=', id)
        .where('member_id', '=', member_id)
        .returning('id')
        .executeTakeFirst())
    if (!renamed) throw notFound()
    await record(ctx, 'passkey.renamed', { member_id, ip: clientIp(c, ctx) })
  })

  serve(rows.removePasskey, async ({ c, values: { id } }) => {
    settings()
    if (!isUuid(id) || !(await removePasskey(ctx, sessionOf(c).member, id, null))) throw notFound()
  })
  return app
}
