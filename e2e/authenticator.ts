// A virtual authenticator: a phone's screen lock that is always unlocked, or a member who cancels. This one is Chromium's.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'

export type Authenticator = {
  /** The IDs of the passkeys that it has, in base64 or base64url. */
  passkeys: () => Promise<string[]>
  /** Whether the member unlocks the screen when the browser asks. */
  unlocks: (does: boolean) => Promise<void>
  /** A passkey that the authenticator has from elsewhere. */
  hold: (rpId: string) => Promise<void>
  remove: () => Promise<void>
}

/** A passkey of nobody here, with a new key. @param encoding of its bytes, which the drivers write differently */
export function newCredential(rpId: string, encoding: 'base64' | 'base64url') {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  })
  return {
    credentialId: randomBytes(16).toString(encoding),
    isResidentCredential: true,
    rpId,
    privateKey: privateKey.toString(encoding),
    userHandle: randomBytes(16).toString(encoding),
    signCount: 0,
  }
}

/** Gives the page's browser an authenticator. It answers a question in the field of the e-mail at once, too. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  })
  return {
    async passkeys() {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.map(({ credentialId }) => credentialId)
    },
    async unlocks(isUserVerified) {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    async hold(rpId) {
      await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: newCredential(rpId, 'base64') })
    },
    async remove() {
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}

/** The browser offers no passkeys in a field, so that only the button asks. */
export const withoutAutofill = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
