// The gateways that send text messages, each named by a URL. A gateway is one HTTP call.
import { createHmac, randomUUID } from 'node:crypto'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { isSafeUrl, urlOf } from '../../contract/url.ts'
import { SAFE_URL } from '../settings/addresses.ts'
import { decoded } from '../settings/decoded.ts'
import { StartProblem } from '../startProblem.ts'
import { signedHeaders } from '../webhooks/signature.ts'

/** @property to E.164 */
export type Sms = { to: string; text: string }
export type Call = { url: string; headers: Record<string, string>; body: string }
export type Gateway = {
  /** What the log calls it. Contains no secret. */
  name: string
  callFor: (sms: Sms, at: Date) => Call
  /** Whether an answer with a status from 200 to 299 means that the message was accepted. */
  accepts: (answer: string) => boolean
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** A service of the operator: JSON, signed as Standard Webhooks says (https://www.standardwebhooks.com). */
function signed(url: URL, secret: string): Gateway {
  return {
    name: url.host,
    accepts: () => true,
    callFor({ to, text }, at) {
      const body = JSON.stringify({ type: 'sms.send', timestamp: at.toISOString(), data: { to, text } })
      const id = `msg_${randomUUID()}`
      return { url: url.href, body, headers: signedHeaders({ id, at, body }, [secret]) }
    },
  }
}

const partsOf = (url: URL) => ({
  key: decoded(url.username) ?? '',
  secret: decoded(url.password) ?? '',
  sender: decoded(url.hostname) ?? '',
})

function twilio(url: URL): Gateway {
  const { key, secret, sender } = partsOf(url)
  return {
    name: 'twilio',
    accepts: () => true,
    callFor: ({ to, text }) => ({
      url: `https://api.twilio.com/2010-04-01/Accounts/${encodeURIComponent(key)}/Messages.json`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
      },
      body: String(new URLSearchParams({ To: to, From: sender, Body: text })),
    }),
  }
}

/** Solapi wants the number as it is dialled inside its country, and the calling code beside it where that is not Korea's. */
function dialled(to: string): { to: string; country?: string } {
  const phone = parsePhoneNumberFromString(to)
  if (!phone) return { to }
  if (phone.countryCallingCode === '82') return { to: `0${phone.nationalNumber}` }
  return { to: phone.nationalNumber, country: phone.countryCallingCode }
}

function solapi(url: URL): Gateway {
  const { key, secret, sender } = partsOf(url)
  return {
    name: 'solapi',
    /** It answers 200 for a message that it did not take, and lists it. */
    accepts: (answer) => (JSON.parse(answer) as { failedMessageList?: unknown[] }).failedMessageList?.length === 0,
    callFor({ to, text }, at) {
      const date = at.toISOString()
      const salt = randomUUID()
      const signature = createHmac('sha256', secret)
        .update(date + salt)
        .digest('hex')
      return {
        url: 'https://api.solapi.com/messages/v4/send-many/detail',
        headers: {
          ...JSON_TYPE,
          authorization: `HMAC-SHA256 apiKey=${key}, date=${date}, salt=${salt}, signature=${signature}`,
        },
        body: JSON.stringify({ messages: [{ ...dialled(to), from: sender, text }] }),
      }
    },
  }
}

const PROVIDERS = new Map([
  ['twilio:', { make: twilio, wanted: 'twilio://account:token@sender' }],
  ['solapi:', { make: solapi, wanted: 'solapi://key:secret@sender' }],
])

/** @throws StartProblem that names the setting and what is expected, never its value */
function gatewayOf(setting: string, text: string, secret: string | undefined): Gateway {
  const url = urlOf(text)
  const provider = PROVIDERS.get(url?.protocol ?? '')
  if (url && provider) {
    if (Object.values(partsOf(url)).includes('')) throw new StartProblem(`${setting}: ${provider.wanted}`)
    return provider.make(url)
  }
  // NOTE: `fetch` calls no address with a user.
  if (!isSafeUrl(url) || url.username !== '' || url.password !== '') {
    const known = [...PROVIDERS.values()].map(({ wanted }) => wanted)
    throw new StartProblem(`${setting}: ${SAFE_URL}, without a user, or ${known.join(' or ')}`)
  }
  if (secret === undefined)
    throw new StartProblem(`SMS_SECRET: 32 characters or more, which sign the calls of ${setting}`)
  return signed(url, secret)
}

/**
 * The gateways of the settings, in the order in which they are tried.
 * @throws StartProblem for a setting that is wrong
 */
export function gatewaysOf({
  SMS_URL,
  SMS_FALLBACK_URL,
  SMS_SECRET,
}: Partial<Record<'SMS_URL' | 'SMS_FALLBACK_URL' | 'SMS_SECRET', string | undefined>>): Gateway[] {
  if (SMS_URL === undefined) {
    if (SMS_FALLBACK_URL !== undefined) throw new StartProblem('SMS_URL is missing, and SMS_FALLBACK_URL is not')
    return []
  }
  const first = gatewayOf('SMS_URL', SMS_URL, SMS_SECRET)
  return SMS_FALLBACK_URL === undefined ? [first] : [first, gatewayOf('SMS_FALLBACK_URL', SMS_FALLBACK_URL, SMS_SECRET)]
}
