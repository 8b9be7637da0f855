// Contract, "Passkeys": additive. Where the welcome data name none, the app makes none of these calls, and the rows are skipped.
import { PasskeyAsked } from '../../contract/shapes/passkeys.ts'
import { answered, holds, refused } from '../expect.ts'
import type { Visit } from '../kit.ts'
import { need, Skipped } from '../mismatch.ts'
import type { Chapter } from '../row.ts'

/** The answer of an authenticator that nobody has, for a challenge that was not asked. */
const STRANGE = {
  id: 'bm9ib2R5',
  rawId: 'bm9ib2R5',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'bm9ib2R5' },
  clientExtensionResults: {},
}

/** The domain of the passkeys. @throws Skipped where the backend has none */
async function domainOf(visit: Visit): Promise<string> {
  const { passkey } = await visit.welcome()
  if (!passkey) throw new Skipped('the welcome data name no passkey')
  return passkey.rp_id
}

export const passkeys: Chapter = {
  name: 'Passkeys, where the backend has them',
  rows: [
    {
      id: 'passkeys.options',
      title: 'POST /v1/init/passkey answers with options of the domain that the welcome data name, new ones each time',
      screen: 'The button “sign in with a passkey” does nothing',
      async run(kit) {
        const visit = await need(kit.begin())
        const rp_id = await domainOf(visit)
        const exchange = await visit.call('initPasskey')
        const { options } = answered(exchange, 'initPasskey', PasskeyAsked)
        holds(options.rpId === rp_id, rp_id, options.rpId, exchange)
        const again = answered(await visit.call('initPasskey'), 'initPasskey', PasskeyAsked)
        holds(again.options.challenge !== options.challenge, 'another challenge', 'the same one', exchange)
      },
    },
    {
      id: 'passkeys.strange',
      title: 'POST /v1/verify/passkey refuses an answer to a challenge that was not asked',
      screen: '“Service unavailable” where the member should read how to go on; or an account that anybody can open',
      async run(kit) {
        const visit = await need(kit.begin())
        await domainOf(visit)
        const body = { credential: STRANGE, stay_session: false }
        refused(await visit.call('verifyPasskey', { body }), 'passkeyFailed')
      },
    },
  ],
}
