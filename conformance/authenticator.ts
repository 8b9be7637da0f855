// A passkey provider without a device, written from WebAuthn Level 3 and RFC 8949 alone: it shares no code with the product. Each field of an answer can be
// replaced before it is signed.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { CreationOptions, RegistrationResponse, RequestOptions } from '../contract/shapes/passkeys.ts'

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  if (count < 256) return Buffer.from([(major << 5) | 24, count])
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255])
}

/** RFC 8949, as far as a COSE key and an attestation object need it. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
  return Buffer.concat([head(2, value.length), value])
}

const fromBase64url = (text = '') => Buffer.from(text, 'base64url')
const toBase64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

type Algorithm = 'ES256' | 'EdDSA' | 'RS256' | 'ES384'
type Key = { privateKey: KeyObject; cose: Map<number | string, Cbor>; sign: (bytes: Buffer) => Buffer }

const KEYS: Record<Algorithm, () => Key> = {
  ES256: () => onCurve('prime256v1', 'sha256', -7, 1),
  ES384: () => onCurve('secp384r1', 'sha384', -35, 2),
  EdDSA() {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const { x } = publicKey.export({ format: 'jwk' })
    return {
      privateKey,
      cose: new Map<number, Cbor>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, fromBase64url(x)],
      ]),
      sign: (bytes) => sign(null, bytes, privateKey),
    }
  },
  RS256() {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const { n, e } = publicKey.export({ format: 'jwk' })
    return {
      privateKey,
      cose: new Map<number, Cbor>([
        [1, 3],
        [3, -257],
        [-1, fromBase64url(n)],
        [-2, fromBase64url(e)],
      ]),
      sign: (bytes) => sign('sha256', bytes, privateKey),
    }
  },
}

function onCurve(namedCurve: string, hash: string, alg: number, curve: number): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve })
  const { x, y } = publicKey.export({ format: 'jwk' })
  return {
    privateKey,
    cose: new Map<number, Cbor>([
      [1, 2],
      [3, alg],
      [-1, curve],
      [-2, fromBase64url(x)],
      [-3, fromBase64url(y)],
    ]),
    sign: (bytes) => sign(hash, bytes, privateKey),
  }
}

/** What stands in the place of the right value. `after` changes the bytes that have been signed. */
export type Changed = {
  type?: string
  challenge?: string
  origin?: string
  crossOrigin?: boolean
  topOrigin?: string
  rp_id?: string
  isPresent?: boolean
  isVerified?: boolean
  isSynced?: boolean
  counter?: number
  userHandle?: string | null
  id?: string
  key?: Key
  fmt?: string
  attStmt?: Map<string, Cbor>
  after?: (bytes: { signature: Buffer; authData: Buffer; clientData: Buffer }) => void
}

const AT = 0x40
const [UP, UV, BE, BS] = [0x01, 0x04, 0x08, 0x10]

export type Kept = { id: Buffer; key: Key; userHandle: string; rp_id: string; counter: number }

/** `counts`: left out, a passkey counts its uses unless its provider copies it between devices. */
export type How = { aaguid?: string; isSynced?: boolean; counts?: boolean }

export class Authenticator {
  readonly origin: string
  readonly aaguid: string
  readonly isSynced: boolean
  /** Counts its uses. A provider that copies its keys between devices does not. */
  readonly counts: boolean
  kept: Kept | null = null

  constructor(origin: string, { aaguid = 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', isSynced = false, counts }: How = {}) {
    this.origin = origin
    this.aaguid = aaguid
    this.isSynced = isSynced
    this.counts = counts ?? !isSynced
  }

  /** The public key as COSE, in base64url. @param key of the passkey that was created last, or another one */
  publicKey(key = this.kept?.key): string {
    return key ? toBase64url(cbor(key.cose)) : ''
  }

  private client(type: string, challenge: string, changed: Changed): Buffer {
    const { crossOrigin = false, topOrigin } = changed
    const said = {
      type: changed.type ?? type,
      challenge: changed.challenge ?? challenge,
      origin: changed.origin ?? this.origin,
      crossOrigin,
      ...(topOrigin !== undefined && { topOrigin }),
    }
    return Buffer.from(JSON.stringify(said))
  }

  private data(rp_id: string, counter: number, changed: Changed, attested?: Buffer): Buffer {
    const { isPresent = true, isVerified = true, isSynced = this.isSynced } = changed
    const flags =
      (isPresent ? UP : 0) | (isVerified ? UV : 0) | (isSynced ? BE | BS : 0) | (attested === undefined ? 0 : AT)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(changed.counter ?? counter)
    return Buffer.concat([sha256(changed.rp_id ?? rp_id), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }

  /** `navigator.credentials.create`. Keeps the new passkey. */
  create(
    options: CreationOptions,
    changed: Changed = {},
    algorithm: Algorithm = 'ES256',
    id: Buffer = randomBytes(32),
  ): RegistrationResponse {
    const key = changed.key ?? KEYS[algorithm]()
    const rp_id = options.rp.id
    this.kept = { id, key, userHandle: options.user.id, rp_id, counter: 0 }
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const aaguid = Buffer.from(this.aaguid.replaceAll('-', ''), 'hex')
    const authData = this.data(rp_id, 0, changed, Buffer.concat([aaguid, length, id, cbor(key.cose)]))
    const clientData = this.client('webauthn.create', options.challenge, changed)
    changed.after?.({ signature: Buffer.alloc(0), authData, clientData })
    const object = new Map<string, Cbor>([
      ['fmt', changed.fmt ?? 'none'],
      ['attStmt', changed.attStmt ?? new Map<string, Cbor>()],
      ['authData', authData],
    ])
    const named = changed.id ?? toBase64url(id)
    return {
      id: named,
      rawId: named,
      type: 'public-key',
      response: {
        clientDataJSON: toBase64url(clientData),
        attestationObject: toBase64url(cbor(object)),
        transports: ['internal', 'hybrid'],
      },
      authenticatorAttachment: 'platform',
      clientExtensionResults: { credProps: { rk: true } },
    }
  }

  /** `navigator.credentials.get`, with the passkey that was created last, or with another one. */
  get(options: RequestOptions, changed: Changed = {}, kept: Kept | null = this.kept) {
    if (!kept) throw new Error('no passkey was created')
    if (this.counts) kept.counter += 1
    const authData = this.data(kept.rp_id, kept.counter, changed)
    const clientData = this.client('webauthn.get', options.challenge, changed)
    const signature = (changed.key ?? kept.key).sign(Buffer.concat([authData, sha256(clientData)]))
    changed.after?.({ signature, authData, clientData })
    const id = changed.id ?? toBase64url(kept.id)
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: toBase64url(clientData),
        authenticatorData: toBase64url(authData),
        signature: toBase64url(signature),
        userHandle: changed.userHandle === undefined ? kept.userHandle : changed.userHandle,
      },
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
    }
  }
}

/** A key that no passkey has. */
export const strangeKey = (algorithm: Algorithm = 'ES256'): Key => KEYS[algorithm]()
