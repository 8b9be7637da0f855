// The ways in which the contract allows an answer, and the ways in which it forbids one. Each is made of any call's answer.
import { callNamed, type CallName } from '../../contract/calls.ts'
import type { StepAnswer } from './answers.ts'
import { breakField, type Json, requiredFields, withNulls, withoutOptional, withUnknown } from './shape.ts'

/** What a server sends. `cut`: the connection ends in the middle of the body. `silent`: nothing is ever sent. */
export type Reply = {
  status: number
  body: string
  type?: string
  how?: 'cut' | 'silent'
  headers?: Record<string, string>
}

/** What a test lets a call answer, before a style gives it its form. */
export type Scripted =
  | { data: Json }
  | { step: StepAnswer; welcome?: boolean }
  | { refusal: { status: number; code?: string; detail_code?: number; description?: string; data?: Json } }
  | { reply: Reply }

export const STYLES = {
  /** Contract, "Conventions": a bare body is accepted as well as the envelope. */
  body: ['enveloped', 'bare'],
  codes: ['number', 'text'],
  optional: ['all', 'none', 'null'],
  unknown: ['no', 'yes'],
  stepStatus: ['401', '200'],
  token: ['field', 'query', 'init_url'],
  terms: ['single', 'list', 'query'],
  key: ['without enc_alg', 'RSA1_5', 'RSA-OAEP-256'],
} as const
export type Style = { [Name in keyof typeof STYLES]: (typeof STYLES)[Name][number] }
type Factor = keyof Style
const FACTORS = Object.keys(STYLES) as Factor[]

/** The pairs of choices that meet in a style, by name. */
const pairsOf = (style: Partial<Record<Factor, string>>): string[] =>
  FACTORS.flatMap((one, at) => FACTORS.slice(at + 1).map((other) => `${one}=${style[one]} ${other}=${style[other]}`))

/**
 * Styles in which every two choices of two factors meet at least once. Greedy: each style begins with a pair that no style has, and takes,
 * factor by factor, the choice that meets most others for the first time.
 */
export function allPairs(): Style[] {
  const missing = new Map(
    FACTORS.flatMap((one, at) =>
      FACTORS.slice(at + 1).flatMap((other) =>
        STYLES[one].flatMap((a) => STYLES[other].map((b) => [`${one}=${a} ${other}=${b}`, { [one]: a, [other]: b }])),
      ),
    ) as [string, Partial<Record<Factor, string>>][],
  )
  const styles: Style[] = []
  for (let [first] = missing.values(); first; [first] = missing.values()) {
    const style = { ...first }
    for (const factor of FACTORS) {
      if (style[factor] !== undefined) continue
      const choices: readonly string[] = STYLES[factor]
      const worth = (choice: string) =>
        pairsOf({ ...style, [factor]: choice }).filter((pair) => missing.has(pair)).length
      style[factor] = choices.reduce((best, choice) => (worth(choice) > worth(best) ? choice : best))
    }
    styles.push(style as Style)
    for (const pair of pairsOf(style)) missing.delete(pair)
  }
  return styles
}

export const PLAIN: Style = {
  body: 'enveloped',
  codes: 'number',
  optional: 'all',
  unknown: 'no',
  stepStatus: '401',
  token: 'field',
  terms: 'single',
  key: 'RSA-OAEP-256',
}

/** The path at which this server keeps a step's `authorization_uri`. */
export const INIT_PATH = '/v1/authentications/start'
const AUTHORIZE = 'https://issuer.foreign.test/authorize'

/** Whether the data of a call is a location or a step: its optional fields are what it is about. */
const isProgress = (data: Json): boolean => typeof data === 'object' && data !== null && 'location' in data

const ENC_ALG = { 'without enc_alg': {}, RSA1_5: { enc_alg: 'RSA1_5' }, 'RSA-OAEP-256': { enc_alg: 'RSA-OAEP-256' } }

function styledData(name: CallName, data: Json, style: Style): Json {
  const { answer, status } = callNamed(name)
  const thinned =
    status === 204 || style.optional === 'all' || isProgress(data)
      ? data
      : (style.optional === 'none' ? withoutOptional : withNulls)(answer, data)
  const hasKey = typeof thinned === 'object' && thinned !== null && 'modulus' in thinned
  return hasKey ? { ...(thinned as object), ...ENC_ALG[style.key] } : thinned
}

/** The address that carries what a step's fields do not. */
export function authorizationUri({ token, terms }: StepAnswer, style: Style): string {
  const query = new URLSearchParams({
    ...(token && style.token !== 'field' && { auth_token: token }),
    ...(terms && style.terms === 'query' && { terms_types: JSON.stringify([terms]) }),
  })
  return `${AUTHORIZE}?${query.toString()}`
}

function styledStep(step: StepAnswer, style: Style): Record<string, Json> {
  const { fields, may, token, terms } = step
  const isElsewhere = style.token === 'init_url' && token !== undefined
  return {
    ...fields,
    ...(style.optional === 'all' && may),
    ...(token && style.token === 'field' && { auth_token: token }),
    ...(terms && style.terms === 'single' && { terms_types: terms }),
    ...(terms && style.terms === 'list' && { terms_types: JSON.stringify([terms]) }),
    ...(isElsewhere && { init_url: INIT_PATH, params: { flow: 'sms', lang: 'ko' } }),
    ...(!isElsewhere && { authorization_uri: authorizationUri(step, style) }),
  }
}

/** The answer of a call in a style of the contract. */
export function styled(name: CallName, scripted: Scripted, style: Style, welcome: Json): Reply {
  if ('reply' in scripted) return scripted.reply
  const extra = (value: Json) => (style.unknown === 'yes' ? withUnknown(value) : value)
  const opened = (data: Json): Json => (style.body === 'bare' && !Array.isArray(data) ? data : { data })
  if ('refusal' in scripted) {
    const { status, detail_code, ...rest } = scripted.refusal
    const coded =
      detail_code === undefined ? {} : { detail_code: style.codes === 'text' ? `${detail_code}` : detail_code }
    return { status, body: JSON.stringify(extra({ code: 'REFUSED', ...rest, ...coded } as Json)) }
  }
  if ('step' in scripted) {
    // The session check names its visit: a step's own `state` has the same name.
    const before = scripted.welcome ? (styledData('initLogin', welcome, style) as object) : {}
    // Contract, GET /v1/init/session: 200 means that a session stands, so a step comes with 401 alone.
    const status = scripted.welcome ? 401 : Number(style.stepStatus)
    return { status, body: JSON.stringify(opened(extra({ ...styledStep(scripted.step, style), ...before }))) }
  }
  const { status = 200 } = callNamed(name)
  if (status === 204) return { status, body: '' }
  const data = extra(styledData(name, scripted.data, style))
  // A bare list would be no object; the contract calls the bare form an object.
  return { status, body: JSON.stringify(opened(data)) }
}

/** How a member is told of a fault. */
export type Cause = 'unavailable' | 'serverError' | 'noConnection' | 'wait'
export type Fault = { name: string; reply: Reply; cause: Cause }

const HTML = '<!doctype html><html><head><title>Gateway</title></head><body><h1>It works!</h1></body></html>'
const MB = 1024 * 1024

/** Forbidden answers of every call: no field of it is read. */
const transports = (whole: string): Fault[] => [
  { name: 'an HTML page with 200', reply: { status: 200, body: HTML, type: 'text/html' }, cause: 'unavailable' },
  { name: 'an HTML page with 502', reply: { status: 502, body: HTML, type: 'text/html' }, cause: 'unavailable' },
  { name: 'an empty body', reply: { status: 200, body: '' }, cause: 'unavailable' },
  { name: '204', reply: { status: 204, body: '' }, cause: 'unavailable' },
  { name: 'half of the JSON', reply: { status: 200, body: whole.slice(0, whole.length / 2) }, cause: 'unavailable' },
  { name: 'null', reply: { status: 200, body: 'null' }, cause: 'unavailable' },
  { name: 'data: null', reply: { status: 200, body: '{"data":null}' }, cause: 'unavailable' },
  { name: '5 MB', reply: { status: 200, body: JSON.stringify('x'.repeat(5 * MB)) }, cause: 'unavailable' },
  { name: 'a cut connection', reply: { status: 200, body: whole, how: 'cut' }, cause: 'noConnection' },
]

/** Forbidden unless the contract lets the call answer nothing. */
const EMPTY: readonly string[] = ['an empty body', '204', 'null', 'data: null']
const ALWAYS: readonly string[] = ['half of the JSON', 'a cut connection']

export const SILENT: Fault = {
  name: 'no answer for 10 s',
  reply: { status: 200, body: '', how: 'silent' },
  cause: 'noConnection',
}

/**
 * Forbidden answers of a call: broken on its way, and with each required field missing or of another type. Half of all pairs: each call meets
 * `half of the JSON`, a cut connection and two others in turn; of two fields in a row, one is missing and one has another type.
 * @param at the place of the call among all calls
 */
export function forbidden(name: CallName, data: Json, at: number): Fault[] {
  const { answer, status, mayBeEmpty } = callNamed(name)
  // A call without data succeeds with 204, whose body no one reads.
  const all = transports(JSON.stringify({ data })).filter(
    ({ name, reply }) =>
      !(mayBeEmpty && EMPTY.includes(name)) &&
      (status !== 204 || (reply.status !== 204 && reply.body.startsWith('<')) || reply.how === 'cut'),
  )
  const always = all.filter((one) => ALWAYS.includes(one.name))
  const others = all.filter((one) => !ALWAYS.includes(one.name))
  const turn = [0, 1].flatMap((next) => others[(2 * at + next) % others.length] ?? [])
  const fields = status === 204 ? [] : requiredFields(answer, data)
  return [
    ...turn,
    ...fields.map((path, place): Fault => {
      const how = (at + place) % 2 === 0 ? 'missing' : 'wrong type'
      const reply = { status: 200, body: JSON.stringify({ data: breakField(data, path, how) }) }
      return { name: `${path.join('.')}: ${how}`, reply, cause: 'unavailable' }
    }),
    ...(isProgress(data) && fields.every(([name]) => name !== 'location')
      ? [
          {
            name: 'location: wrong type',
            reply: { status: 200, body: JSON.stringify({ data: breakField(data, ['location'], 'wrong type') }) },
            cause: 'unavailable' as const,
          },
        ]
      : []),
    ...always,
  ]
}

/** How long a refusal asks the app to wait. */
export const WAIT_S = 7
const refusal = (status: number, headers = {}): Reply => ({
  status,
  body: JSON.stringify({ code: 'INJECTED' }),
  headers,
})
/** Refusals without a code of the contract, as of a server in trouble, a load balancer and a firewall. */
export const FAILS: Fault = { name: '500', reply: refusal(500), cause: 'serverError' }
export const TOO_MANY: Fault = { name: '429', reply: refusal(429, { 'retry-after': String(WAIT_S) }), cause: 'wait' }
export const NOT_HERE: Fault = { name: '403', reply: refusal(403), cause: 'unavailable' }
