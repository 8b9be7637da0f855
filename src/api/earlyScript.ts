// Inlined into the page by the build. Shows the look of the service, and asks for the init data while the app is still on its way. The app
// itself reports a wrong address, a wrong setting and a failed fetch.
import { hasBanner } from '../rules/visit/banner.ts'
import { limitMs, TIMEOUT_MS } from '../state/timeout.ts'
import { replacePage } from '../state/replacePage.ts'
import { CHANNEL, mayReload, tabClient, tabLanguage } from '../state/tab.ts'
import { mayHaveBanner, readThemes, showTheme } from '../state/theme.ts'
import type { Early } from './early.ts'
import { followSession, type RawSettings, signInEarly } from './earlySignIn.ts'

/**
 * The first paint has the look of the service (docs/decisions/0003-paint-the-form-before-its-script-in-the-look-of-its-service.md). An entry names its
 * service by `client_id`. Where it names none, the only service of this browser is a safe guess, and one of several is not.
 */
function look(): void {
  const themes = readThemes()
  const { pathname, search } = location
  const isEntry = pathname.startsWith('/init')
  const named = isEntry ? new URLSearchParams(search).get('client_id') : tabClient()
  const [only, other] = themes
  const safe = isEntry && !other ? only : undefined
  const theme = named ? themes.find(({ client_id }) => client_id === named) : safe
  const language = ((!isEntry && tabLanguage()) || document.documentElement.lang).slice(0, 2)
  showTheme(theme ?? null, language, hasBanner(pathname) && mayHaveBanner(theme, language))
}
look()

const settings = () => JSON.parse(document.getElementById('settings')?.textContent || '{}') as RawSettings

function ask(): Early | undefined {
  const query = new URLSearchParams(location.search)
  const transaction_id = query.get('transaction_id')
  const state = query.get('state')
  const base = settings().VITE_AUTH_API_URL?.replace(/\/$/, '')
  const [path, action] = /^\/init(?:\/(login|password|join|sign-up|session))?\/?$/.exec(location.pathname) || []
  if (!path || !transaction_id || !state || !base) return
  const name = { transaction_id, state }
  const get = (path: string) => {
    const response = fetch(`${base}${path}?${new URLSearchParams(name)}`, {
      credentials: 'include',
      signal: AbortSignal.timeout(limitMs()),
      // Read at once: the signal would take back a body that waits for the app longer than that.
    }).then((answer) => answer.text().then((text) => new Response(text || null, answer)))
    response.catch(() => {})
    return response
  }
  return Object.assign(
    { name, base },
    action === 'session' ? { session: get('/v1/init/session') } : { init: get('/v1/init/login') },
    { service: get('/v1/profile/rp') },
  )
}

/** Once: by this script, or by an app that is up before that. */
let asked: { early: Early | undefined } | undefined
const early = () => (asked ??= { early: ask() }).early
window.daemunEarly = early

function begin(): void {
  const begun = early()
  if (begun) void followSession(begun, settings(), leave)
}

// A form appears first, because only a submit needs the answers.
if (location.pathname.startsWith('/init/session')) begin()
else if (typeof requestIdleCallback === 'function') requestIdleCallback(begin, { timeout: 500 })
else setTimeout(begin)

/**
 * The scripts that follow the form are asked for when the first of its own is here, while the other one still arrives. Otherwise the
 * connection would stand still for a round trip.
 */
function preloadNext(): void {
  new PerformanceObserver((list, observer) => {
    const next = document.getElementById('root')?.dataset.next
    const first = list.getEntries().find(({ name }) => name.endsWith('.js'))
    if (!next || !first) return
    observer.disconnect()
    for (const file of next.split(' ')) {
      const link = document.createElement('link')
      Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: `/${file}` })
      document.head.append(link)
    }
  }).observe({ type: 'resource', buffered: true })
}

/** Shows one of these parts in place of the page, or the page. */
const show = (id: 'root' | 'outdated' | 'lost') => {
  for (const part of document.querySelectorAll<HTMLElement>('#root, #outdated, #lost')) part.hidden = part.id !== id
}

/** The app does not come: a form that looks alive must not stay. */
function sayLost(): void {
  const root = document.getElementById('root')
  const language = root?.dataset.locale || tabLanguage()
  const texts = [...document.querySelectorAll<HTMLElement>('#lost > [data-language]')]
  const isKnown = texts.some((text) => text.dataset.language === language)
  for (const text of texts) text.hidden = isKnown && text.dataset.language !== language
  for (const button of document.querySelectorAll('#lost button'))
    button.addEventListener('click', () => location.reload())
  // The app can come after all, and then has what the member types.
  addEventListener('online', () => root?.hidden && location.reload())
  show('lost')
}

/** @note a reload without a connection would leave the browser's own error page. */
function onLost(): void {
  clearTimeout(waiting)
  removeEventListener('error', onScriptError, true)
  if (navigator.onLine && mayReload()) location.reload()
  else sayLost()
}

const onScriptError = ({ target }: Event) => {
  if (target instanceof HTMLScriptElement) onLost()
}
let waiting: ReturnType<typeof setTimeout> | undefined

/** As ui/SlowLine.tsx says it of a press that waits for a call. */
const SLOW_MS = 4000
const lines: ReturnType<typeof setTimeout>[] = []

/**
 * What a member reads whose press waits for the app. No browser asks again for a module that does not come, so the only way on is to reload
 * the page. That would lose the password, so the member decides.
 */
function sayLate(isLong: boolean, again = () => location.reload()): void {
  const line = document.getElementById('slow')
  if (!line) return
  const words = document.createElement('span')
  words.textContent = document.getElementById('root')?.dataset.slow ?? ''
  line.replaceChildren(words)
  line.className = 'note'
  line.hidden = false
  const region = document.getElementById('live-region')
  if (region) region.textContent = words.textContent
  if (!isLong) return
  const button = document.createElement('button')
  const textContent = document.querySelector('#lost button')?.textContent ?? ''
  Object.assign(button, { type: 'button', className: 'link', textContent, onclick: again })
  words.append(' ', button)
}

/** The app hydrates the page as it was built. */
function takeLineBack(): void {
  for (const timer of lines) clearTimeout(timer)
  for (const id of ['slow', 'live-region']) document.getElementById(id)?.replaceChildren()
  Object.assign(document.getElementById('slow') ?? {}, { hidden: true, className: '' })
}

let hasArrived = false

/** Nothing says any more that the app does not come. */
function endWaiting(): void {
  clearTimeout(waiting)
  takeLineBack()
  removeEventListener('error', onScriptError, true)
}

/** Goes to the service in place of the app, which may have come meanwhile, and then waits. */
function leave(url: string): void {
  window.daemunHeld = false
  for (const input of document.querySelectorAll<HTMLInputElement>('[type=password]')) input.value = ''
  new BroadcastChannel(CHANNEL).postMessage({ signed_in: early()?.name.transaction_id })
  if (hasArrived) return replacePage(url)
  endWaiting()
  window.daemunArrived = () => {
    throw new Error('the page is left')
  }
  // On a slow network the scripts of the app would hold up the page of the service.
  stop()
  const go = () => replacePage(url)
  go()
  lines.push(setTimeout(() => sayLate(true, go), TIMEOUT_MS))
}

// A browser older than the supported ones (docs/decisions/0008-support-chrome-and-edge-109-firefox-115-and-safari-16.md) sees a message instead of a form that cannot work.
if (typeof AbortSignal === 'undefined' || !('timeout' in AbortSignal))
  addEventListener('DOMContentLoaded', () => show('outdated'))
else {
  window.daemunArrived = () => {
    hasArrived = true
    endWaiting()
    show('root')
  }
  const since = performance.now()
  // The limit is known better when the page and its first scripts have come.
  const wait = () => {
    const left = since + limitMs() - performance.now()
    if (left > 0) waiting = setTimeout(wait, left)
    // While a press waits, the page stays as it is.
    else if (!window.daemunHeld) onLost()
  }
  wait()
  addEventListener('error', onScriptError, true)
  preloadNext()
}

// A form that is sent before the app is up waits for it: the browser must not send it by itself.
const hold = (event: Event) => {
  event.preventDefault()
  if (!window.daemunHeld)
    lines.push(
      setTimeout(() => sayLate(false), SLOW_MS),
      setTimeout(() => sayLate(true), TIMEOUT_MS),
    )
  window.daemunHeld = true
}
addEventListener('submit', hold, true)
// Also after the app has taken over: its code of the request follows later.
addEventListener(
  'submit',
  ({ target }) => {
    const begun = early()
    if (begun) void signInEarly(target as HTMLFormElement, begun, settings(), leave)
  },
  true,
)
window.daemunRelease = () => {
  removeEventListener('submit', hold, true)
  takeLineBack()
}
