// Spec §7, page views: a tag manager, isolated in a frame that sees no page, no storage and no address.
// It receives the route's template and the language only. Without an id there is no frame.
import type { Locale } from '../wire/codes'
import { getSettings } from '../stores/settings'

const FRAME = '/analytics.html'
const waiting: object[] = []
let frame: HTMLIFrameElement | null = null
let ready = false

function post(message: object): void {
  // The frame's origin is opaque, so no other target can be named. The frame has nothing from this page.
  frame?.contentWindow?.postMessage(message, '*')
}

function createFrame(): HTMLIFrameElement {
  const made = document.createElement('iframe')
  made.setAttribute('sandbox', 'allow-scripts')
  made.setAttribute('aria-hidden', 'true')
  made.tabIndex = -1
  made.hidden = true
  made.src = FRAME
  made.addEventListener('load', () => {
    ready = true
    waiting.splice(0).forEach(post)
  })
  document.body.append(made)
  return made
}

/** @param page the template of the route, such as `/error/:code` */
export function sendPageView(page: string, locale: Locale): void {
  if (!getSettings()?.VITE_TAG_MANAGER_ID) return
  const message = { event: 'page_view', page, locale }
  frame ??= createFrame()
  if (ready) post(message)
  else waiting.push(message)
}
