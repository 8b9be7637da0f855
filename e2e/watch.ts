// What every journey is held to, whatever it is about: no violation of the policy, no error in the console or the page, no host
// but the three servers, and no password or code anywhere but in its field and (sealed) in the body of one request.
import { createDecipheriv, createHash } from 'node:crypto'
import { type BrowserContext, expect } from '@playwright/test'
import { app, partner, sandbox } from './addresses'

const MARK = 'journey-watch'

/** Runs in every page before its own scripts: whatever is written to a storage, the history or the title is told to the watcher. */
function reportWrites(mark: string): void {
  const tell = (where: string, value: unknown) => console.debug(mark, where, JSON.stringify(value))
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    console.error(`policy violated: ${effectiveDirective} ${blockedURI} ${sample}`),
  )
  const setItem = Reflect.get(Storage.prototype, 'setItem')
  Storage.prototype.setItem = function (name, value) {
    tell('storage', { name, value })
    setItem.call(this, name, value)
  }
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method].bind(history)
    history[method] = (state: unknown, title: string, url?: string | URL | null) => {
      tell('history', { state, url: String(url ?? '') })
      original(state, title, url)
    }
  }
  const said = new Set<string>()
  new MutationObserver(() => {
    if (said.has(document.title)) return
    said.add(document.title)
    tell('title', document.title)
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** What the app sealed into the session storage, as it read before (src/stores/cipher.ts, written anew here). */
function unsealed(sealed: string, storageKey: string): string {
  const [, , iv, text] = sealed.split('.')
  if (!iv || !text) return sealed
  try {
    const key = createHash('sha256').update(`encrypt:${storageKey}`).digest()
    const decipher = createDecipheriv('aes-256-cbc', key, Buffer.from(iv, 'hex'))
    return decipher.update(text, 'base64', 'utf8') + decipher.final('utf8')
  } catch {
    return sealed
  }
}

export type Watch = {
  /** Console errors, page errors or error reports that this journey is about. */
  allow: (pattern: RegExp) => void
  /** A server of this journey besides the three. */
  allowOrigin: (origin: string) => void
  /** From now on this text may stand nowhere but in its field. */
  keepSecret: (secret: string) => void
  /** All that was done to the storages, the history and the titles so far, unsealed. */
  writes: () => readonly string[]
}

/** Watches all pages of a context. @returns the watch, and the verdict to ask for at the end */
export async function watchContext(
  context: BrowserContext,
  storageKey: string,
): Promise<{ watch: Watch; verdict: () => void }> {
  const allowed: RegExp[] = []
  const origins = new Set([app, sandbox, partner])
  const secrets = new Set<string>()
  const troubles: string[] = []
  const writes: string[] = []
  const urls: string[] = []
  const bodies: string[] = []

  context.on('weberror', (error) => troubles.push(`page error: ${error.error().message}`))
  context.on('console', (message) => {
    const text = message.text()
    if (text.startsWith(MARK)) {
      const sealed = /v1\.[\w.+/=]+/.exec(text)?.[0]
      writes.push(sealed ? `${text} ${unsealed(sealed, storageKey)}` : text)
      return
    }
    writes.push(`console ${text}`)
    const { url } = message.location()
    // A refusal of the backend is an answer; the browser lists it as an error of its own.
    const isAnswer = text.startsWith('Failed to load resource') && url.startsWith(sandbox)
    if (message.type() === 'error' && !isAnswer) troubles.push(`console: ${text} ${url}`)
  })
  context.on('request', (request) => {
    const url = request.url()
    urls.push(url)
    bodies.push(request.postData() ?? '')
    if (url.startsWith('http') && !origins.has(new URL(url).origin)) troubles.push(`foreign request: ${url}`)
    // That a server failed, and was seen to, is no error of the app.
    const reported =
      url.endsWith('/v1/client-errors') && request.method() === 'POST' ? (request.postData() ?? '') : null
    if (reported !== null && !reported.includes('"message":"error page ')) troubles.push(`error report: ${reported}`)
  })
  await context.addInitScript(reportWrites, MARK)

  const formsOf = (secret: string) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]
  const holds = (texts: readonly string[], secret: string) =>
    texts.filter((text) => formsOf(secret).some((form) => text.includes(form)))

  return {
    watch: {
      allow: (pattern) => void allowed.push(pattern),
      allowOrigin: (origin) => void origins.add(origin),
      keepSecret: (secret) => void secrets.add(secret),
      writes: () => writes,
    },
    verdict() {
      expect(troubles.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
      for (const secret of secrets) {
        expect(holds(urls, secret), 'addresses with a secret in them').toEqual([])
        expect(holds(writes, secret), 'storage, history, titles and console with a secret in them').toEqual([])
        // A code travels as it is, a password never does.
        if (!/^\d{6}$/.test(secret)) expect(holds(bodies, secret), 'bodies with a readable password').toEqual([])
      }
    },
  }
}
