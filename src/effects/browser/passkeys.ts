// Contract, "Passkeys": what the browser does. One question runs at a time; the next one ends it.
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import {
  AuthenticationResponse,
  type CreationOptions,
  RegistrationResponse,
  type RequestOptions,
} from '../../../contract/shapes/passkeys.ts'
import type { Ability } from '../../rules/visit/passkey.ts'

export const canUsePasskeys = browserSupportsWebAuthn

/** What this browser has. A browser extension can break the question itself, which then counts as "no". */
export async function ability(): Promise<Ability> {
  const webauthn = browserSupportsWebAuthn()
  const autofill = webauthn && (await browserSupportsWebAuthnAutofill().catch(() => false))
  return { webauthn, autofill, userAgent: navigator.userAgent }
}

/** Whether the browser can create a passkey without a question, beside the password that it has just filled in. */
export async function canCreateSilently(): Promise<boolean> {
  if (!browserSupportsWebAuthn() || !PublicKeyCredential.getClientCapabilities) return false
  const able = await PublicKeyCredential.getClientCapabilities().catch(() => null)
  return able?.conditionalCreate ?? false
}

/**
 * @param quietly true: the field of the e-mail offers the passkeys, and nothing appears before the member chooses one
 * @throws the error of the browser, with its name: `NotAllowedError` after a cancellation or a timeout
 */
export const askPasskey = async (options: RequestOptions, quietly: boolean): Promise<AuthenticationResponse> =>
  AuthenticationResponse.parse(
    await startAuthentication({
      optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill: quietly,
    }),
  )

/** @throws as `askPasskey`; `InvalidStateError` if the device has one of the member's passkeys already */
export const createPasskey = async (options: CreationOptions, silently: boolean): Promise<RegistrationResponse> =>
  RegistrationResponse.parse(
    await startRegistration({
      optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
      useAutoRegister: silently,
    }),
  )

/** Ends the question that runs. Its promise rejects with an `AbortError`. */
export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony()

/** Tells the browser that the server does not know this passkey, so that it offers the passkey no more. Not every browser listens. */
export const forgetPasskey = (rpID: string, credentialID: string): void =>
  void sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => {})
