// The software token of Firefox, which all its windows share (nsIWebAuthnService).
import { type Authenticator, newCredential } from '../authenticator.ts'
import type { Marionette } from './marionette.ts'

/** The preferences that put the token in the place of the keys at the machine. The password manager offers its passkeys in a field. */
export const AUTHENTICATOR_PREFERENCES = {
  'security.webauth.webauthn_enable_softtoken': true,
  'security.webauth.webauthn_enable_usbtoken': false,
  'signon.rememberSignons': true,
}

const TOKEN = {
  protocol: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserConsenting: true,
  isUserVerified: true,
}

export async function addFirefoxAuthenticator({ send }: Marionette): Promise<Authenticator> {
  const { value: authenticatorId } = (await send('WebAuthn:AddVirtualAuthenticator', TOKEN)) as { value: string }
  return {
    async passkeys() {
      const { value } = (await send('WebAuthn:GetCredentials', { authenticatorId })) as {
        value: { credentialId: string }[]
      }
      return value.map(({ credentialId }) => credentialId)
    },
    async unlocks(isUserVerified) {
      await send('WebAuthn:SetUserVerified', { authenticatorId, isUserVerified })
    },
    async hold(rpId) {
      await send('WebAuthn:AddCredential', { authenticatorId, ...newCredential(rpId, 'base64url') })
    },
    async remove() {
      await send('WebAuthn:RemoveVirtualAuthenticator', { authenticatorId })
    },
  }
}
