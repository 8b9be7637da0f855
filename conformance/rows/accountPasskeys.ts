// Contract, "Account": the member's passkeys. Where the account names none, the app shows none, and these rows are skipped.
import { PasskeyOptions, PasskeyRow, PasskeyRows, ProofOptions, Proved } from '../../contract/shapes/account.ts'
import { PasskeyAsked } from '../../contract/shapes/passkeys.ts'
import { done, ownMember, type Session, signedIn } from '../account.ts'
import { Authenticator } from '../authenticator.ts'
import { answered, holds, locationOf, refused } from '../expect.ts'
import type { Kit } from '../kit.ts'
import { type Exchange, need, Skipped } from '../mismatch.ts'
import type { Chapter } from '../row.ts'
import { proofNeeded } from './account.ts'

const STRANGE_CHALLENGE = 'bm9ib2R5'

const listed = (session: Session): Promise<PasskeyRow[]> => session.data('accountPasskeys', PasskeyRows)
const optionsFor = async (session: Session) => (await session.data('passkeyOptions', PasskeyOptions)).options

/** A member of this row alone. @throws Skipped where the backend has no passkeys */
async function memberOf(kit: Kit): Promise<{ session: Session; rp_id: string }> {
  const session = await signedIn(kit, await ownMember(kit))
  const { passkeys } = await session.read()
  if (!passkeys) throw new Skipped('GET /v1/account names no passkeys')
  return { session, rp_id: passkeys.rp_id }
}

/** The same with a passkey. */
async function ownerOf(kit: Kit) {
  const { session } = await memberOf(kit)
  const authenticator = new Authenticator(kit.file.app_origin)
  const credential = authenticator.create(await optionsFor(session))
  const { id } = await session.data('addPasskey', PasskeyRow, { body: { credential } })
  return { session, authenticator, values: { id } }
}

/** A sign-in by passkey in a new browser. */
async function signInBy(kit: Kit, authenticator: Authenticator): Promise<Exchange> {
  const visit = await need(kit.begin())
  const { options } = await visit.data('initPasskey', PasskeyAsked)
  return visit.call('verifyPasskey', { body: { credential: authenticator.get(options), stay_session: false } })
}

export const accountPasskeys: Chapter = {
  name: 'Passkeys of the account, where the backend has them',
  rows: [
    {
      id: 'account.passkeys.add',
      title: 'a passkey that answers its options is listed and signs in; one for another challenge is refused',
      screen: 'A passkey that opens nothing; or an account that gets the passkey of somebody else',
      async run(kit) {
        const { session, rp_id } = await memberOf(kit)
        const asked = await session.call('passkeyOptions')
        const { options } = answered(asked, 'passkeyOptions', PasskeyOptions)
        holds(options.rp.id === rp_id, rp_id, options.rp.id, asked)
        const authenticator = new Authenticator(kit.file.app_origin)
        const exchange = await session.call('addPasskey', { body: { credential: authenticator.create(options) } })
        const { id } = answered(exchange, 'addPasskey', PasskeyRow)
        const ids = (await listed(session)).map((row) => row.id).join()
        holds(ids === id, `the passkey ${id} alone`, ids, exchange)
        const strange = new Authenticator(kit.file.app_origin)
        const credential = strange.create({ ...(await optionsFor(session)), challenge: STRANGE_CHALLENGE })
        refused(await session.call('addPasskey', { body: { credential } }), 'passkeyFailed')
        locationOf(await signInBy(kit, authenticator))
      },
    },
    {
      id: 'account.passkeys.rename',
      title: 'another name of a passkey is kept; one without characters is refused',
      screen: 'A name that is the old one after a reload',
      async run(kit) {
        const { session, values } = await ownerOf(kit)
        const name = '집 열쇠'
        done(await session.call('renamePasskey', { values, body: { name } }))
        const kept = (await listed(session)).map((row) => row.name).join()
        holds(kept === name, name, kept, null)
        refused(await session.call('renamePasskey', { values, body: { name: '' } }), 'invalid')
      },
    },
    {
      id: 'account.passkeys.remove',
      title: 'a passkey that is removed is listed no more, and signs in no more',
      screen: 'A phone that was lost still opens the account',
      async run(kit) {
        const { session, authenticator, values } = await ownerOf(kit)
        done(await session.call('removePasskey', { values }))
        const left = await listed(session)
        holds(left.length === 0, 'no passkey', `${left.length} passkeys`, null)
        refused(await signInBy(kit, authenticator), 'passkeyUnknown')
      },
    },
    {
      id: 'account.passkeys.strange',
      title: 'a passkey of another member can neither be renamed nor removed',
      screen: 'Nothing; but any member can take the passkeys of any other',
      async run(kit) {
        const { session, values } = await ownerOf(kit)
        const stranger = await signedIn(kit, await ownMember(kit))
        refused(await stranger.call('renamePasskey', { values, body: { name: 'strange' } }), 'notFound')
        refused(await stranger.call('removePasskey', { values }), 'notFound')
        const names = (await listed(session)).map((row) => row.name)
        holds(names.length === 1 && names[0] !== 'strange', 'the passkey as it was', names.join() || 'none', null)
      },
    },
    {
      id: 'proof.passkey',
      title: 'a passkey is a proof for five minutes, and none for its own removal',
      screen: 'Nothing; but who holds the phone for a moment can lock its owner out',
      async run(kit) {
        const { session, authenticator, values } = await ownerOf(kit)
        await kit.later()
        const { options } = await session.data('proofPasskey', ProofOptions)
        const body = { method: 'PASSKEY', credential: authenticator.get(options) }
        answered(await session.call('proof', { body }), 'proof', Proved)
        const methods = proofNeeded(await session.call('removePasskey', { values }))
        holds(!methods.includes('PASSKEY'), 'methods other than PASSKEY', methods.join(), null)
      },
    },
  ],
}
