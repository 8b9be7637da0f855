// What the settings of the backend may hold, beside addresses and networks.
import * as z from 'zod/mini'
import { urlOf } from '../../contract/url.ts'
import { encryptionKeyOf } from '../db/keyEncryption.ts'
import { POSTGRES_URL, serversOf } from '../db/servers.ts'

export const urlOfScheme = (schemes: RegExp, wanted: string) =>
  z.string().check(z.refine((address) => schemes.test(urlOf(address)?.protocol ?? ''), wanted))

export const port = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/, 'a port number')),
  z.pipe(z.transform(Number), z.number().check(z.maximum(65_535, 'a port number'))),
)

/** `127.0.0.1:9464`, `[::1]:9464`, `metrics.internal:9464` */
const LISTEN = /^(?:\[([\da-f:]+)\]|([\w.-]+)):(\d{1,5})$/i
const LISTEN_WANTED = 'a host and a port such as 127.0.0.1:9464'
export const listening = z.pipe(
  z.string().check(z.refine((address) => Number(LISTEN.exec(address)?.[3] ?? Infinity) <= 65_535, LISTEN_WANTED)),
  z.transform((address) => {
    const [, v6, name, listened] = LISTEN.exec(address) ?? []
    return { host: v6 ?? name ?? '', port: Number(listened) }
  }),
)

export const flag = z.pipe(
  z.enum(['true', 'false'], 'true or false'),
  z.transform((value) => value === 'true'),
)

export const digit = z.pipe(z.string().check(z.regex(/^\d$/, 'a digit')), z.transform(Number))

export const postgres = z.string().check(z.refine((address) => serversOf(address).length > 0, POSTGRES_URL))

export const postgresServer = z
  .string()
  .check(
    z.refine(
      (address) => serversOf(address).length === 1,
      'a URL such as postgres://user@host:5432/name, with one host',
    ),
  )

const keysIn = (text: string) => text.split(',').map((one) => encryptionKeyOf(one.trim()))
const KEYS_WANTED = '32 bytes in Base64, as "openssl rand -base64 32" prints them; several with commas between them'
/** None: an empty list. */
export const encryptionKeys = z.pipe(
  z.string().check(z.refine((text) => text === '' || keysIn(text).every((key) => key !== null), KEYS_WANTED)),
  z.transform((text) => keysIn(text).filter((key) => key !== null)),
)

export const secret = z.string().check(z.minLength(32, '32 characters or more'))
export const text = z.string().check(z.maxLength(500))

const FROM_WANTED = 'an address such as "Daemun <no-reply@example.com>"'
export const from = z.string().check(z.regex(/^(?:[^<>@\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, FROM_WANTED))

/** The limits of `least` and `most` are named only where there is one. */
const WHOLE = 'a whole number'
export const whole = (least: number, most: number) => {
  const wanted = most < 999_999 ? `${WHOLE} from ${least} to ${most}` : `${WHOLE} from ${least}`
  return z.pipe(
    z.string().check(z.regex(/^\d{1,6}$/, WHOLE)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(least, wanted), z.maximum(most, wanted))),
  )
}

/** A time that a call can take. */
export const milliseconds = whole(100, 60_000)

export const powerOfTwo = (least: number) =>
  z.pipe(
    whole(least, 999_999),
    z.number().check(z.refine((value) => Number.isInteger(Math.log2(value)), 'a power of two')),
  )
