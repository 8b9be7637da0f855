// Every file of the build, in memory under its exact path. No path of a request reaches the disk.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { encode } from './compress.ts'
import { fillSettings, inlineHashes, scriptsOf, tightenSettings } from './html.ts'
import type { BuildRecord } from './record.ts'
import { analyticsHeaders, baseHeaders, documentPolicy, pagePolicy } from './headers.ts'
import type { ServeSettings } from './settings.ts'

export type Body = {
  headers: Record<string, string>
  etag: string
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
  /** For a page: its first scripts as Link headers. */
  links?: string[]
}

export type Site = {
  files: Map<string, Body>
  /** The page of the app with an empty root. */
  index: Body
  /** The prerendered pages, as `login.ko`: the name of a path, and a language. */
  pages: Map<string, Body>
  base: Record<string, string>
  securityContacts: readonly string[]
  passkeyOrigins: readonly string[]
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
}
const PAGE = /^(index|[a-zA-Z]+\.[a-z]+)\.html$/
/** The pages that most visitors meet. The others are many, and a start does not wait for their best compression. */
const FIRST = /^(?:index|login\..*)$/
export const ANALYTICS = '/analytics.html'
const FOREVER = 'public, max-age=31536000, immutable'
const SHORT = 'public, max-age=300'
const ALWAYS_ASK = 'no-cache'

const hash = (body: Buffer) => createHash('sha256').update(body).digest('base64url').slice(0, 20)

export async function loadSite(dist: string, record: BuildRecord, serve: ServeSettings, tls: boolean): Promise<Site> {
  const base = baseHeaders(tls)
  const files = new Map<string, Body>()
  const pages = new Map<string, Body>()
  let index: Body | undefined
  for (const { path } of record.files) {
    const [, name] = PAGE.exec(path) ?? []
    if (name !== undefined) {
      const page = await fillPage(readFileSync(join(dist, path), 'utf8'), serve, base, FIRST.test(name) ? 11 : 5)
      if (name === 'index') index = page
      else pages.set(name, page)
    } else if (`/${path}` === ANALYTICS) {
      const id = serve.settings?.VITE_TAG_MANAGER_ID
      if (id) files.set(ANALYTICS, await analyticsPage(readFileSync(join(dist, path), 'utf8'), id, base))
    } else files.set(`/${path}`, staticFile(dist, path, base))
  }
  if (!index) throw new Error('the build has no index.html')
  const built = Buffer.from(JSON.stringify({ release: record.release }))
  const headers = { ...base, 'content-type': 'application/json; charset=utf-8', 'cache-control': ALWAYS_ASK }
  files.set('/build.json', { headers, etag: hash(built), plain: built })
  return { files, index, pages, base, securityContacts: serve.securityContacts, passkeyOrigins: serve.passkeyOrigins }
}

async function fillPage(
  built: string,
  serve: ServeSettings,
  base: Record<string, string>,
  quality: number,
): Promise<Body> {
  const html = fillSettings(built, serve.raw)
  const policy = pagePolicy(serve, inlineHashes(html))
  const page = await filled(html, { ...base, 'content-security-policy': policy }, quality)
  const links = scriptsOf(html).map((script) => `<${script}>; rel=modulepreload`)
  return links.length > 0 ? { ...page, links } : page
}

/** The server writes the tag manager's id into the frame. An id in the address would let anybody load a container. */
function analyticsPage(built: string, id: string, base: Record<string, string>): Promise<Body> {
  const html = fillSettings(tightenSettings(built), { VITE_TAG_MANAGER_ID: id })
  // NOTE: an opaque origin cannot be keyed by origin, and the browser logs an error if the header asks for it.
  const { 'origin-agent-cluster': _unkeyed, ...shared } = base
  return filled(html, { ...shared, ...analyticsHeaders(inlineHashes(html).script) })
}

async function filled(html: string, more: Record<string, string>, quality = 11): Promise<Body> {
  const plain = Buffer.from(html)
  const { br, gz } = await encode(plain, quality)
  const headers = { ...more, 'content-type': 'text/html; charset=utf-8', 'cache-control': ALWAYS_ASK }
  return { headers, etag: hash(Buffer.from(html + JSON.stringify(headers))), plain, br, gzip: gz }
}

function staticFile(dist: string, path: string, base: Record<string, string>): Body {
  const plain = readFileSync(join(dist, path))
  const isPage = extname(path) === '.html'
  const headers = {
    ...base,
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'cache-control': path.startsWith('assets/') ? FOREVER : SHORT,
    'content-security-policy': documentPolicy(isPage ? inlineHashes(plain.toString()).style : []),
  }
  const br = readFileSync(join(dist, `${path}.br`))
  const gzip = readFileSync(join(dist, `${path}.gz`))
  const worth = br.length < plain.length
  return { headers, etag: hash(plain), plain, ...(worth && { br, gzip }) }
}
