// Inlined into the page by the build. Asks for the init data while the app is still on its way; a wrong address or
// setting is left for the app to see, and a failed fetch for whoever takes it over.
import type {} from './early'

const query = new URLSearchParams(location.search)
const transaction_id = query.get('transaction_id')
const state = query.get('state')
const base = (JSON.parse(document.getElementById('settings')?.textContent || '{}') as Record<string, string>)
  .VITE_AUTH_API_URL

/** The form is shown first: only what is sent needs the answers. */
const shown = new Promise<void>((resolve) => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 500 })
  else setTimeout(resolve)
})

if (/^\/init(\/(login|password|join))?\/?$/.test(location.pathname) && transaction_id && state && base) {
  const ask = (path: string) => {
    const response = shown.then(() =>
      fetch(base.replace(/\/$/, '') + path, { credentials: 'include', signal: AbortSignal.timeout(10_000) }),
    )
    response.catch(() => {})
    return response
  }
  window.daemunEarly = {
    transaction_id,
    init: ask(`/v1/init/login?${new URLSearchParams({ transaction_id, state })}`),
    service: ask('/v1/profile/rp'),
  }
}

// A form that is sent before the app is up waits for it: the browser must not send it by itself.
const hold = (event: Event) => {
  event.preventDefault()
  window.daemunHeld = true
}
addEventListener('submit', hold, true)
window.daemunRelease = () => removeEventListener('submit', hold, true)
