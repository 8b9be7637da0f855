// Contract: the OpenAPI documents of docs/openapi, as pages to read and as JSON. Demo only. The pages run no script and fetch nothing.
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { type Backend, BACKENDS } from '../../contract/row.ts'
import { html, type Markup } from '../../server/page.ts'
import { refuse } from '../../backend/domain/refusal.ts'
import { sendReading } from '../../backend/page.ts'

type Schema = {
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  maxLength?: number
  pattern?: string
  description?: string
}
type Content = Record<string, { schema: Schema }>
type Response = {
  $ref?: string
  description?: string
  headers?: Record<string, { description: string }>
  content?: Content
}
type Parameter = { name: string; in: string; required: boolean; schema: Schema; description?: string }
type Operation = {
  operationId: string
  summary: string
  security: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
}
type Document = {
  info: { title: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses?: Record<string, Response> }
}

const textOf = (backend: Backend): string =>
  readFileSync(new URL(`../../docs/openapi/${backend}.json`, import.meta.url), 'utf8')
const documentOf = (backend: Backend): Document => JSON.parse(textOf(backend)) as Document
const last = (ref: string): string => ref.split('/').at(-1) ?? ''

/** Text of a document: what stands between backticks is code. */
const prose = (text: string): Markup =>
  html`${text
    .replaceAll('**', '')
    .split('`')
    .map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`

/** A schema in a line: a name that leads to its table, or a type with its bounds. */
function typeOf({ $ref, type, items, anyOf, properties, maxLength, pattern, ...schema }: Schema): Markup {
  if ($ref !== undefined) return html`<a href="#${last($ref)}">${last($ref)}</a>`
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum) return html`<code>${schema.enum.map((value) => JSON.stringify(value)).join(' | ')}</code>`
  if (anyOf) return html`${anyOf.map((one, at) => html`${at > 0 ? ' or ' : ''}${typeOf(one)}`)}`
  if (type === 'array') return html`list of ${typeOf(items ?? {})}`
  if (properties) return html`object (${Object.keys(properties).join(', ')})`
  const bounds = [
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    pattern === undefined ? '' : `/${pattern}/`,
  ]
  return html`${type ?? 'anything'} <span class="soft">${bounds.filter((bound) => bound !== '').join(', ')}</span>`
}

const table = (heads: readonly string[], rows: readonly (readonly Markup[])[]): Markup => html`
  <div class="wide" tabindex="0" role="region" aria-label="${heads.join(', ')}">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>
`

const need = (isRequired: boolean): Markup => html`${isRequired ? 'required' : 'optional'}`

const fieldsOf = ({ properties = {}, required = [] }: Schema): Markup =>
  table(
    ['Field', 'Type', '', 'Meaning'],
    Object.entries(properties).map(([name, field]) => [
      html`<code>${name}</code>`,
      typeOf(field),
      need(required.includes(name)),
      prose(field.description ?? ''),
    ]),
  )

const schemaSection = (name: string, schema: Schema): Markup => html`
  <h3 id="${name}">${name}</h3>
  ${(schema.anyOf ?? [schema]).map((one) => (one.properties ? fieldsOf(one) : html`<p>${typeOf(one)}</p>`))}
`

const contentOf = (content: Content = {}): Markup =>
  html`${Object.entries(content).map(
    ([type, { schema }]) => html`
      <p><code>${type}</code> ${schema.properties ? '' : typeOf(schema)}</p>
      ${schema.properties ? fieldsOf(schema) : ''}
    `,
  )}`

/** What an answer says, in lines: a success by its schema, refusals by their reasons. */
function meaningOf({ description = '', headers = {}, content = {} }: Response): Markup {
  const { schema } = Object.values(content)[0] ?? {}
  const data = schema?.properties?.data
  const lines = description.split('\n').map((line) => line.replace(/^- /, ''))
  return html`${lines.map((line) => html`${prose(line)}<br />`)} ${data ? html`data: ${typeOf(data)}` : ''}
  ${Object.keys(headers).map((name) => html` <code>${name}</code>`)}`
}

const operationSection = (
  path: string,
  method: string,
  { operationId, summary, security, parameters = [], requestBody, responses }: Operation,
  shared: Record<string, Response>,
): Markup => html`
  <h3 id="${operationId}">${method.toUpperCase()} ${path}</h3>
  <p>${summary}.</p>
  <p class="soft">
    ${security.length === 0 ? 'Belongs to no visit' : `Needs: ${security.flatMap((one) => Object.keys(one)).join(' and ')}`}
  </p>
  ${
    parameters.length === 0
      ? ''
      : table(
          ['Parameter', 'In', 'Type', '', 'Meaning'],
          parameters.map((one) => [
            html`<code>${one.name}</code>`,
            html`${one.in}`,
            typeOf(one.schema),
            need(one.required),
            prose(one.description ?? ''),
          ]),
        )
  }
  ${requestBody ? contentOf(requestBody.content) : ''}
  ${table(
    ['Status', 'Answer'],
    Object.entries(responses).map(([status, response]) => [
      html`${status}`,
      meaningOf(response.$ref === undefined ? response : (shared[last(response.$ref)] ?? {})),
    ]),
  )}
`

const links = html`<p>
  ${BACKENDS.map(
    (backend) => html`<a href="/api-docs/${backend}">${backend}</a> (<a href="/api-docs/${backend}.json">JSON</a>) `,
  )}
</p>`

function bodyOf({ info, paths, components }: Document): Markup {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return html`
    <h1>${info.title}</h1>
    ${links} ${info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
    <h2>Calls</h2>
    <ul>
      ${operations.map(
        ({ path, method, operation }) =>
          html`<li><a href="#${operation.operationId}">${method.toUpperCase()} ${path}</a></li>`,
      )}
    </ul>
    ${operations.map(({ path, method, operation }) =>
      operationSection(path, method, operation, components.responses ?? {}),
    )}
    <h2>Shapes</h2>
    ${Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema))}
  `
}

export function apiDocsRoutes(): Hono {
  const app = new Hono()
  const named = (name: string): Backend => {
    const backend = BACKENDS.find((one) => one === name)
    if (!backend) throw refuse(404, 'NOT_FOUND')
    return backend
  }
  app.get('/api-docs', (c) =>
    sendReading(c, {
      lang: 'en',
      title: 'APIs',
      body: html`
        <h1>APIs of the five backends</h1>
        <p>What the app asks of a platform’s own backends, as OpenAPI 3.1 documents.</p>
        ${links}
      `,
    }),
  )
  app.get('/api-docs/:file{[a-z]+\\.json}', (c) => {
    const text = textOf(named(c.req.param('file').replace('.json', '')))
    return c.body(text, 200, { 'content-type': 'application/json; charset=utf-8' })
  })
  app.get('/api-docs/:backend', (c) => {
    const document = documentOf(named(c.req.param('backend')))
    return sendReading(c, { lang: 'en', title: document.info.title, body: bodyOf(document) })
  })
  return app
}
