// Contract, "Passkeys": additive. A backend whose welcome data name none passes, because the app then makes none of these calls.
import { PasskeyAsked } from '../../contract/shapes/passkeys.ts'
import { answered, holds, refused } from '../expect.ts'
import { need } from '../mismatch.ts'
import type { Chapter } from '../row.ts'

/** The answer of an authenticator that nobody has, for a challenge that was not asked. */
const STRANGE = {
  id: 'bm9ib2R5',
  rawId: 'bm9ib2R5',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'bm9ib2R5' },
  clientExtensionResults: {},
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
        const { passkey } = await visit.welcome()
        if (!passkey) return
        const exchange = await visit.call('initPasskey')
        const { options } = answered(exchange, 'initPasskey', PasskeyAsked)
        holds(options.rpId === passkey.rp_id, passkey.rp_id, options.rpId, exchange)
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
        const { passkey } = await visit.welcome()
        if (!passkey) return
        const body = { credential: STRANGE, stay_session: false }
        refused(await visit.call('verifyPasskey', { body }), 'passkeyFailed')
      },
    },
  ],
}
