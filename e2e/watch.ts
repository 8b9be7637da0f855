// The checks of every journey: no violation of the content security policy, no error in console or page, no request to a host
// beyond the three servers, no password or code outside its field and (sealed) the body of one request, and no join that sends something else
// than its screens showed.
import { createDecipheriv, createHash } from 'node:crypto'
import { type BrowserContext, expect } from '@playwright/test'
import { JOIN_WATCH } from '../tests/support/joinWatch.ts'
import { app, partner, backend } from './addresses.ts'

const MARK = 'journey-watch'

/** Runs in every page before its own scripts: reports every write to a storage, the history or the title to the watch. */
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

/** The decrypted session storage. This is a second implementation of src/stores/cipher.ts. */
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
  /** Console errors, page errors or error reports that this journey causes on purpose. */
  allow: (pattern: RegExp) => void
  /** A further server of this journey. */
  allowOrigin: (origin: string) => void
  /** From now on this text may appear only in its field. */
  keepSecret: (secret: string) => void
  /** All writes to storages, history and titles so far, decrypted. */
  writes: () => readonly string[]
}

const CODE = /^\d{6}$/

/**
 * Finds a secret in a text, as it is, in a URL or in JSON. A one-time code counts only where it stands alone: its six digits also occur within
 * times and telephone numbers.
 */
function findSecret(secret: string): (text: string) => boolean {
  if (CODE.test(secret)) {
    const alone = new RegExp(`(?:^|%[0-9A-F]{2}|\\W)${secret}(?!\\w)`)
    return (text) => alone.test(text)
  }
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]
  return (text) => forms.some((form) => text.includes(form))
}

/** Watches all pages of a context. `servers` are those of the journeys unless others are named. @returns the watch, and a function that checks it at the end */
export async function watchContext(
  context: BrowserContext,
  storageKey: string,
  servers: { app: string; backends: readonly string[]; partner: string } = { app, backends: [backend], partner },
): Promise<{ watch: Watch; verdict: () => void }> {
  const allowed: RegExp[] = []
  const origins = new Set([servers.app, ...servers.backends, servers.partner])
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
    // The browser lists refusals of the backend as console errors. They are ordinary answers.
    const isAnswer = text.startsWith('Failed to load resource') && servers.backends.some((one) => url.startsWith(one))
    // The frame of a text of terms runs no script, not even those that this watch and a trace add to every page.
    const isFrame = text.startsWith(`Blocked script execution in '${backend}/terms/`)
    if (message.type() === 'error' && !isAnswer && !isFrame) troubles.push(`console: ${text} ${url}`)
  })
  context.on('request', (request) => {
    const url = request.url()
    urls.push(url)
    bodies.push(request.postData() ?? '')
    if (url.startsWith('http') && !origins.has(new URL(url).origin)) troubles.push(`foreign request: ${url}`)
    // A server error that the app handles is no error of the app.
    const reported =
      url.endsWith('/v1/client-errors') && request.method() === 'POST' ? (request.postData() ?? '') : null
    if (reported !== null && !reported.includes('"message":"error page ')) troubles.push(`error report: ${reported}`)
  })
  await context.addInitScript(reportWrites, MARK)
  await context.addInitScript(JOIN_WATCH)

  const holds = (texts: readonly string[], secret: string) => texts.filter(findSecret(secret))

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
        // Codes are sent in the clear, passwords are not.
        if (!CODE.test(secret)) expect(holds(bodies, secret), 'bodies with a readable password').toEqual([])
      }
    },
  }
}
