// The tables of calls in docs/contract.md, and of sign-in methods and webhooks in docs/partners.md, from the rows of the contract.
// `npx node scripts/contractTable.ts` writes them again.
import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { everyCall } from '../contract/calls.ts'
import { REFUSALS } from '../contract/refusals.ts'
import { type Backend, BACKENDS, type Row, type Shape } from '../contract/row.ts'
import { LETTER_PARTS } from '../contract/shapes/file.ts'
import { visitName } from '../contract/shapes/visit.ts'
import { WEBHOOKS } from '../contract/shapes/webhooks.ts'
import { PROOF_METHODS, type Proof, proofRow } from '../contract/signInMethods.ts'
import { Pending } from '../contract/shapes/pending.ts'
import { formatted } from './formatted.ts'

type Schema = {
  const?: unknown
  enum?: unknown[]
  type?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/** An object inside another one is written in full up to so many fields. */
const MOST_INSIDE = 8

const fieldsOf = ({ properties = {}, required = [] }: Schema, left: object = {}): string =>
  Object.entries(properties)
    .filter(([name]) => !(name in left))
    .map(([name, field]) => {
      const kind = kindOf(field)
      return `${name}${required.includes(name) ? '' : '?'}${kind && `: ${kind}`}`
    })
    .join(', ')

const inside = (schema: Schema): string =>
  Object.keys(schema.properties ?? {}).length > MOST_INSIDE ? '{…}' : `{${fieldsOf(schema)}}`

/** What a field holds. A text needs no word. */
function kindOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' / ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(kindOf))].filter((kind) => kind !== 'null').join(' or ')
  if (schema.type === 'array') return `${kindOf(schema.items ?? {}) || 'string'}[]`
  if (schema.properties) return inside(schema)
  return schema.type === 'string' || schema.type === undefined ? '' : schema.type
}

const schemaOf = (shape: Shape): Schema => z.toJSONSchema(shape, { io: 'input' }) as Schema
const code = (text: string): string => (text === '' ? '–' : `\`${text}\``)

function requestOf({ query, body, form, visit }: Row): string {
  const left = visit === 'beside' ? visitName : {}
  const fields = (shape: Shape) => fieldsOf(schemaOf(shape), left)
  if (form) return `multipart: \`${LETTER_PARTS.payload}\` (JSON: \`${fields(form)}\`) and \`${LETTER_PARTS.letter}\``
  if (body && !('shape' in body)) return body.def.options.map((kind) => code(fields(kind as Shape))).join(' or ')
  if (body) return Object.keys(body.shape).length === 0 ? '`{}`' : code(fields(body))
  return query && fields(query) !== '' ? `query ${code(fields(query))}` : '–'
}

/** What an answer has of a pending step is not named again. */
function answerOf({ answer, status, pending, mayBeEmpty }: Row): string {
  if (status !== undefined) return String(status)
  if (pending) return '`location?`, or a pending step'
  const schema = schemaOf(answer)
  const isStep = 'matcher_type' in (schema.properties ?? {})
  const text = schema.properties ? fieldsOf(schema, isStep ? Pending.shape : {}) : kindOf(schema)
  return [isStep ? text.replace(', join_status', '') : text]
    .map((one) => code(one) + (isStep ? ', `join_status`, or beside it a pending step' : ''))
    .map((one) => one + (mayBeEmpty ? ', or nothing' : ''))
    .join('')
}

/** The refusals that are named beside those that every call has: by detail code, code or status. */
const refusalsOf = ({ refusals }: Row): string =>
  [
    ...new Set(
      refusals.map((name) => {
        const known = REFUSALS[name]
        return 'detail_code' in known ? known.detail_code : 'code' in known ? `\`${known.code}\`` : known.status
      }),
    ),
  ].join(', ') || '–'

const WHO = { payload: 'visit', beside: 'visit', token: 'token', session: 'session', none: 'anybody' }

/** Who may make a call. `fresh`: with a proof of the last five minutes; a method: by another one than this. */
const whoOf = ({ visit, fresh }: Row): string =>
  [WHO[visit], ...(fresh ? ['fresh'] : []), ...(typeof fresh === 'string' ? [`\`${fresh}\``] : [])].join(', ')

const line = (row: Row): string =>
  [
    `\`${row.method} ${row.path}\``,
    row.summary,
    whoOf(row),
    requestOf(row),
    answerOf(row),
    refusalsOf(row),
    row.once ? 'no' : 'yes',
  ].join(' | ')

const HEAD = ['call', 'what it does', 'who', 'request', 'success `data`', 'refusals', 'repeat']

const tableOf = (backend: Backend): string =>
  [
    HEAD.join(' | '),
    HEAD.map(() => '---').join(' | '),
    ...everyCall.filter((call) => call.backend === backend).map(line),
  ]
    .map((text) => `| ${text} |`)
    .join('\n')

export const CONTRACT = 'docs/contract.md'
const marked = (backend: Backend) =>
  new RegExp(`(?<=<!-- calls of ${backend}: written by scripts/contractTable.ts -->\\n\\n)\\|[^]*?(?=\\n\\n)`)

/** The document with the tables of the contract as it is now. */
export const withTables = (document: string): Promise<string> =>
  formatted(
    CONTRACT,
    BACKENDS.reduce((text, backend) => text.replace(marked(backend), () => tableOf(backend)), document),
  )

export const PARTNERS = 'docs/partners.md'
const webhooks = /(?<=<!-- webhooks: written by scripts\/contractTable.ts -->\n\n)\|[^]*?(?=\n\n)/

const webhookTable = [
  '| `type` | what has happened | `data` |',
  '| --- | --- | --- |',
  ...Object.entries(WEBHOOKS).map(
    ([type, { says, data }]) => `| \`${type}\` | ${says} | ${code(fieldsOf(schemaOf(data)))} |`,
  ),
].join('\n')

const methods = /(?<=<!-- methods: written by scripts\/contractTable.ts -->\n\n)\|[^]*?(?=\n\n)/

/** A name in `amr` that stands for the method, with those that always come with it. */
const amrOf = ({ amr, amrToo = [] }: Proof): string =>
  amr.map((name) => code([name, ...amrToo].map((one) => JSON.stringify(one)).join(', '))).join(' or ')

const words = JSON.parse(readFileSync('locales/en/account.json', 'utf8')) as Record<string, string>

const methodTable = [
  '| the member used | `amr` has | two factors | `acr` |',
  '| --- | --- | --- | --- |',
  ...PROOF_METHODS.map(proofRow)
    .filter(({ amr }) => amr.length > 0)
    .map((row) => `| ${words[row.word]} | ${amrOf(row)} | ${row.twoFactors ? 'yes' : 'no'} | ${code(row.acr ?? '')} |`),
].join('\n')

/** The document with the tables of the methods and webhooks as the contract has them now. */
export const withPartnerTables = (document: string): Promise<string> =>
  formatted(
    PARTNERS,
    document.replace(methods, () => methodTable).replace(webhooks, () => webhookTable),
  )

if (argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(CONTRACT, await withTables(readFileSync(CONTRACT, 'utf8')))
  writeFileSync(PARTNERS, await withPartnerTables(readFileSync(PARTNERS, 'utf8')))
}
