// A browser with WebAuthn, which jsdom is not. A test decides how each question to the member ends.
import { vi } from 'vitest'

/** How a question ends: with the ID of a passkey, or with the name of the browser's error. */
type End = { id: string } | { error: string }
export type Question = {
  kind: 'get' | 'create'
  mediation: string | undefined
  challenge: string
  end: (how: End) => void
  isOver: () => boolean
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer
const base64url = (text: string) => btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')

const answerOf = (id: string) => ({
  id: base64url(id),
  rawId: bytes(id),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes('{}'),
    authenticatorData: bytes('data'),
    attestationObject: bytes('attestation'),
    signature: bytes('signature'),
    userHandle: bytes('user'),
    getTransports: () => ['internal'],
  },
})

const named = (name: string) => Object.assign(new Error(name), { name })

type Asked = { mediation?: string; signal?: AbortSignal; publicKey: { challenge: ArrayBuffer } }
type Given = { autofill?: boolean; createsSilently?: boolean }

/** @returns the questions so far, and the passkeys that the app reported as unknown */
export function stubAuthenticator({ autofill = false, createsSilently = false }: Given = {}) {
  const questions: Question[] = []
  const forgotten: { rpId: string; credentialId: string }[] = []
  const ask =
    (kind: Question['kind']) =>
    ({ mediation, signal, publicKey }: Asked) => {
      let resolve: (answer: object) => void = () => {}
      let reject: (error: Error) => void = () => {}
      const answer = new Promise<object>((fulfil, fail) => ([resolve, reject] = [fulfil, fail]))
      let over = false
      const finish = (how: () => void) => {
        over = true
        how()
      }
      signal?.addEventListener('abort', () => finish(() => reject(named('AbortError'))))
      questions.push({
        kind,
        mediation,
        challenge: new TextDecoder().decode(publicKey.challenge),
        isOver: () => over,
        end: (how) => finish(() => ('id' in how ? resolve(answerOf(how.id)) : reject(named(how.error)))),
      })
      return answer
    }
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(function PublicKeyCredential() {}, {
      isConditionalMediationAvailable: () => Promise.resolve(autofill),
      getClientCapabilities: () => Promise.resolve({ conditionalCreate: createsSilently, conditionalGet: autofill }),
      signalUnknownCredential: (told: (typeof forgotten)[number]) => Promise.resolve(void forgotten.push(told)),
    }),
  )
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, {
      get: (real, name) =>
        name === 'credentials'
          ? { get: ask('get'), create: ask('create') }
          : bound(Reflect.get(real, name, real) as unknown, real),
    }),
  )
  return { questions, forgotten }
}

const bound = (value: unknown, owner: object) => (typeof value === 'function' ? (value.bind(owner) as unknown) : value)
