// Contract: one OpenAPI 3.1 document per backend, made from the call table and its shapes.
import * as z from 'zod/mini'
import * as answer from '../contract/shapes/answer.ts'
import * as auth from '../contract/shapes/auth.ts'
import { MATCHER_TYPES } from '../contract/codes.ts'
import { LETTER_FORMATS, LETTER_PARTS } from '../contract/shapes/file.ts'
import * as identify from '../contract/shapes/identify.ts'
import * as join from '../contract/shapes/join.ts'
import * as node from '../contract/shapes/node.ts'
import * as portal from '../contract/shapes/portal.ts'
import * as service from '../contract/shapes/service.ts'
import * as welcome from '../contract/shapes/welcome.ts'
import { everyCall, payloadsOf } from '../contract/calls.ts'
import { type KnownRefusal, REFUSALS, type RefusalName } from '../contract/refusals.ts'
import { type Backend, BACKENDS, type Naming, type Row } from '../contract/row.ts'
import { webhookApi } from './webhookApi.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type JsonObject = { [name: string]: Json }

const TITLES: Record<Backend, string> = {
  auth: 'Auth API',
  service: 'Service API',
  portal: 'Member-portal API',
  file: 'File API',
  node: 'Node API',
}

const DESCRIPTION = `One of the five backends that the app calls. docs/backends.md says how to connect it.

**Requests.** The app sends JSON with credentials, and gives up after 10 s. Every backend answers CORS for the app's origin: that origin by
name in \`Access-Control-Allow-Origin\`, \`Access-Control-Allow-Credentials: true\`, the request headers \`Content-Type\`,
\`X-Authenticator\` and \`Idempotency-Key\`, and \`Retry-After\` among the exposed headers.

**Answers.** A success has its data under \`data\`; the app takes a bare object too. A refusal has the one shape of \`Refusal\`. Unknown
fields are ignored. A missing or mistyped required field is shown as "service unavailable".

**Visits.** A visit begins at the issuer, which binds it to the browser by a cookie and sends the browser to the app with
\`transaction_id\` and \`state\`. Every call that belongs to a visit names it by these two. A call of an older client without them is served
only while exactly one live visit of the browser can be meant; otherwise the answer is 409.`

/** What a name means, wherever it stands. */
const NAMES: Record<string, string> = {
  transaction_id: 'Names the visit, together with `state`.',
  state: 'Names the visit, together with `transaction_id`.',
  password: 'Sealed: base64 of the RSA ciphertext, by the key of the visit.',
  current_password: 'Sealed: base64 of the RSA ciphertext, by the key of the visit.',
  modulus: 'Of the RSA key that seals passwords; hexadecimal.',
  exponent: 'Of the RSA key that seals passwords; hexadecimal.',
  enc_alg: 'How passwords are sealed. Left out: RSA1_5 (PKCS #1 v1.5).',
  location: 'Where the browser goes now: an absolute http(s) URL of a trusted origin, or a path of the app.',
  matcher_type: `The name of a pending step. The app knows ${MATCHER_TYPES.join(', ')}; any other is "service unavailable".`,
  auth_required: 'The second factor of an ordinary member is pending. This step has no `matcher_type`.',
  auth_token: 'Goes back in `X-Authenticator: Token …` with the calls that prove a phone or an address.',
  authorization_uri: 'Carries `auth_token` or `terms_types` in its query where the step has none itself.',
  init_url:
    'A path of the auth API. The app asks for it with GET and `params` as the query. The answer is `{ "auth": {}, "data": { "authorization_uri": "…" } }`.',
  params: 'The query of `init_url`, or what goes back in the body of `issue/sms`.',
  phone_number: 'Digits in a request; masked in an answer.',
  nation_tel_no: 'The calling code of a country; digits.',
  terms_types: 'A list, a single name, or a JSON list as text.',
  birthdate: 'Digits: yyyyMMdd. Group family: the year and 0000.',
  expires_in: 'Seconds.',
  auth_code: 'Proof of one phone or address, for one purpose and one visit.',
  profile_fields: 'The fields that a service asks for. It may also hold `nickname` and `enrollment_letter`.',
}

const registry = z.registry<{ id: string }>()
for (const wire of [answer, welcome, auth, identify, join, service, portal, node])
  for (const [id, shape] of Object.entries(wire))
    if (shape instanceof z.core.$ZodType && !registry.has(shape)) registry.add(shape, { id })

const refTo = (id: string): JsonObject => ({ $ref: `#/components/schemas/${id}` })

/** A JSON schema without what only a schema by itself needs, and with the meaning of known names. */
function tidied(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(tidied)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema)
    .filter(([name]) => name !== '$schema' && name !== '$id')
    .map(([name, value]) => [name, name === 'properties' ? explained(value as JsonObject) : tidied(value)] as const)
  return Object.fromEntries(entries)
}

const explained = (properties: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      const description = NAMES[name]
      return [name, { ...(tidied(value) as JsonObject), ...(description !== undefined && { description }) }]
    }),
  )

const components = tidied(
  z.toJSONSchema(registry, { io: 'input', uri: (id) => `#/components/schemas/${id}` }).schemas as unknown as Json,
) as Record<string, JsonObject>

/** The schema of a shape: by its name if it has one. */
function schemaOf(shape: z.ZodMiniType): JsonObject {
  const id = registry.get(shape)?.id
  return id ? refTo(id) : (tidied(z.toJSONSchema(shape, { io: 'input' }) as unknown as Json) as JsonObject)
}

function parametersOf({ values = {}, ...call }: Row): JsonObject[] {
  const ofPath = Object.entries(values).map(([name, shape]) => ({
    name,
    in: 'path',
    required: true,
    schema: schemaOf(shape),
  }))
  const ofQuery = Object.entries(payloadsOf(call).query?.shape ?? {}).map(([name, shape]) => {
    const field = shape as z.ZodMiniType
    const isOptional = field instanceof z.ZodMiniOptional
    const schema = schemaOf(isOptional ? (field._zod.def.innerType as z.ZodMiniType) : field)
    const required = !isOptional && !(field instanceof z.ZodMiniDefault)
    return { name, in: 'query', required, schema, ...(NAMES[name] && { description: NAMES[name] }) }
  })
  return [...ofPath, ...ofQuery]
}

function requestOf(call: Row): JsonObject | null {
  const { body, form } = payloadsOf(call)
  if (body) return { required: true, content: { 'application/json': { schema: schemaOf(body) } } }
  if (!form) return null
  const [payload, letter] = [LETTER_PARTS.payload, LETTER_PARTS.letter]
  const named = { type: 'string', maxLength: 512 }
  const properties: JsonObject = {
    [payload]: schemaOf(form),
    [letter]: {
      type: 'string',
      contentMediaType: LETTER_FORMATS.map(({ type }) => type).join(', '),
      description: 'At most 10 MB.',
    },
    transaction_id: named,
    state: named,
  }
  const schema = { type: 'object', required: [payload, letter], properties: explained(properties) }
  const encoding = {
    [payload]: { contentType: 'application/json' },
    [letter]: { contentType: LETTER_FORMATS.map(({ type }) => type).join(', ') },
  }
  return { required: true, content: { 'multipart/form-data': { schema, encoding } } }
}

const json = (schema: JsonObject, examples?: JsonObject): JsonObject => ({
  'application/json': { schema, ...(examples && { examples }) },
})
const enveloped = (schema: JsonObject): JsonObject => ({
  type: 'object',
  required: ['data'],
  properties: { data: schema },
})

const RETRY_AFTER: JsonObject = {
  description: 'Seconds after which to ask again; at most 900 are waited for.',
  required: true,
  schema: { type: 'integer', minimum: 1 },
}
const SET_COOKIE: JsonObject = {
  description: 'May keep the account in this browser: HttpOnly, SameSite=Lax, and Secure behind TLS.',
  schema: { type: 'string' },
}
const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'The same for a repeated upload. No form of another page can send it.',
  schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
}

function successOf({ answer, status = 200, pending }: Row): [string, JsonObject] {
  if (status === 204) return [String(status), { description: 'Done.' }]
  const description = pending ? 'Where the browser goes now, or the step that is pending.' : 'Success.'
  const headers = pending && { headers: { 'Set-Cookie': SET_COOKIE } }
  return [String(status), { description, ...headers, content: json(enveloped(schemaOf(answer))) }]
}

/** The other form of a success that may come without data. */
const emptyOf = ({ mayBeEmpty }: Row): Record<string, JsonObject> =>
  mayBeEmpty ? { '204': { description: 'Done, and there is nothing to say.' } } : {}

/** Refusals that every call can answer with. */
const EVERYWHERE: Record<Naming, readonly RefusalName[]> = {
  payload: ['invalid', 'notHere', 'visitOver', 'tooMany', 'unavailable'],
  beside: ['invalid', 'notHere', 'visitOver', 'ambiguous', 'anotherStep', 'tooMany', 'unavailable'],
  token: ['invalid', 'tooMany', 'unavailable'],
  session: ['invalid', 'tooMany', 'unavailable'],
  none: ['invalid', 'tooMany', 'unavailable'],
}

function exampleOf(name: RefusalName, { code, detail_code, means }: KnownRefusal): [string, JsonObject] {
  const description = name === 'wrongPassword' ? 'incorrect password [2]' : undefined
  const envelope = {
    code: code ?? name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
    ...(detail_code !== undefined && { detail_code }),
    ...(description !== undefined && { description }),
  }
  return [name, { summary: detail_code === undefined ? means : `${detail_code}: ${means}`, value: envelope }]
}

/** Responses that several calls share, by the names of their refusals. */
const shared: Record<string, JsonObject> = {}
const everywhere = new Set(Object.values(EVERYWHERE).flat())
const nameOfShared = (names: readonly RefusalName[]): string =>
  names.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join('Or')

/** A reference in place of a response that has no reason of the call's own. */
function asShared(names: readonly RefusalName[], response: JsonObject): JsonObject {
  if (!names.every((name) => everywhere.has(name))) return response
  const id = nameOfShared(names)
  shared[id] = response
  return { $ref: `#/components/responses/${id}` }
}

function refusalsOf(call: Row): [string, JsonObject][] {
  const names = [...new Set([...call.refusals, ...EVERYWHERE[call.visit]])]
  const statuses = [...new Set(names.map((name) => REFUSALS[name].status))].toSorted((one, other) => one - other)
  return statuses.map((status) => {
    const rows = names.filter((name) => REFUSALS[name].status === status)
    const known = rows.map((name): [RefusalName, KnownRefusal] => [name, REFUSALS[name]])
    const codes = known.flatMap(([, { detail_code }]) => (detail_code === undefined ? [] : [detail_code]))
    const description = known.map(
      ([, { detail_code, code, means }]) => `- ${[detail_code ?? code, means].filter(Boolean).join(': ')}`,
    )
    const response: JsonObject = {
      description: description.join('\n'),
      ...(status === 429 && { headers: { 'Retry-After': RETRY_AFTER } }),
      ...(codes.length > 0 && { 'x-detail-codes': codes.toSorted((one, other) => one - other) }),
      content: json(refTo('Refusal'), Object.fromEntries(known.map(([name, row]) => exampleOf(name, row)))),
    }
    return [String(status), asShared(rows, response)]
  })
}

/** The pending step of a 401, beside what else a 401 may say. */
function withPending(call: Row, responses: [string, JsonObject][]): [string, JsonObject][] {
  if (!call.pending) return responses
  const step = enveloped(schemaOf(call.answer))
  const before = responses.find(([status]) => status === '401')?.[1]
  const also = typeof before?.description === 'string' ? `\n${before.description}` : ''
  const pending: JsonObject = {
    description: `- A step is pending. The app takes the same body with 200 too.${also}`,
    content: json(before ? { anyOf: [step, refTo('Refusal')] } : step),
  }
  const others = responses.filter(([status]) => status !== '401')
  return [...others, ['401', pending] as [string, JsonObject]].toSorted(([one], [other]) => Number(one) - Number(other))
}

const SECURITY: Record<Naming, JsonObject[]> = {
  payload: [{ visit: [] }],
  beside: [{ visit: [] }],
  token: [{ visit: [], authenticator: [] }],
  session: [{ session: [] }],
  none: [],
}

function operationOf(call: Row & { name: string }): JsonObject {
  const parameters = [...parametersOf(call), ...(call.form ? [IDEMPOTENCY_KEY] : [])]
  const requestBody = requestOf(call)
  const [status, success] = successOf(call)
  return {
    operationId: call.name,
    summary: call.summary,
    security: SECURITY[call.visit],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { [status]: success, ...emptyOf(call), ...Object.fromEntries(withPending(call, refusalsOf(call))) },
  }
}

const SCHEMES: JsonObject = {
  visit: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-visit',
    description:
      'Binds a visit to the browser that began it. Its name is the backend’s own. HttpOnly, SameSite=Lax, Path=/; behind TLS Secure, with the prefix `__Host-`.',
  },
  authenticator: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Authenticator',
    description: '`Token <auth_token>`: the token of the pending step, of the join or of the search.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description:
      'The session of the member in this browser. Its name is the backend’s own. HttpOnly, SameSite=Lax, Path=/; behind TLS Secure, with the prefix `__Host-`. A call with another `Origin` than the app’s, or without one, is refused with 403.',
  },
}

const responsesIn = (part: Json): JsonObject =>
  Object.fromEntries(Object.entries(shared).filter(([id]) => JSON.stringify(part).includes(`/responses/${id}"`)))

/** The names of the schemas that a part of a document leads to, one through another. */
function reached(part: Json, found = new Set<string>()): Set<string> {
  for (const [, id = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(id)) continue
    found.add(id)
    reached(components[id] ?? {}, found)
  }
  return found
}

function openApiOf(backend: Backend): JsonObject {
  const calls = everyCall.filter((call) => call.backend === backend)
  const paths: Record<string, JsonObject> = {}
  for (const call of calls) paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call) }
  const responses = responsesIn(paths)
  const needed = reached([paths, responses])
  const schemas = Object.fromEntries(
    Object.entries(components)
      .filter(([id]) => needed.has(id))
      .toSorted(([one], [other]) => one.localeCompare(other, 'en')),
  )
  const used = new Set(calls.flatMap((call) => SECURITY[call.visit].flatMap((one) => Object.keys(one))))
  const schemes = Object.fromEntries(Object.entries(SCHEMES).filter(([name]) => used.has(name)))
  return {
    openapi: '3.1.0',
    info: { title: TITLES[backend], version: '1.0.0', description: DESCRIPTION },
    servers: [{ url: 'http://localhost:3001', description: 'The embedded backend of the demo' }],
    paths,
    components: {
      schemas,
      responses,
      ...(used.size > 0 && { securitySchemes: schemes }),
    },
  }
}

/** Each document as it is stored: its file and its text. */
export const documents = (): { file: string; text: string }[] =>
  [...BACKENDS.map((backend) => [backend, openApiOf(backend)] as const), ['webhooks', webhookApi()] as const].map(
    ([name, document]) => ({ file: `docs/openapi/${name}.json`, text: `${JSON.stringify(document, null, 2)}\n` }),
  )
