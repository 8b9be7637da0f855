// Spec §7, page views: a tag manager, isolated in a frame that sees no page, no storage and no address.
// It receives the route's template and the language only. Without an id there is no frame.
import type { Locale } from '../../../contract/locale.ts'
import { getSettings } from '../../stores/settings.ts'
import { pageState } from '../../state/pageState.ts'

const FRAME = '/analytics.html'
const page = pageState(
  () => ({ frame: null as HTMLIFrameElement | null, ready: false, waiting: [] as object[] }),
  ({ frame }) => frame?.remove(),
)

function post(message: object): void {
  // The frame's origin is opaque, so no other target can be named. The frame has nothing from this page.
  page.frame?.contentWindow?.postMessage(message, '*')
}

function createFrame(): HTMLIFrameElement {
  const made = document.createElement('iframe')
  made.setAttribute('sandbox', 'allow-scripts')
  made.setAttribute('aria-hidden', 'true')
  made.tabIndex = -1
  made.hidden = true
  made.src = FRAME
  made.addEventListener('load', () => {
    page.ready = true
    page.waiting.splice(0).forEach(post)
  })
  document.body.append(made)
  return made
}

/** @param template of the route, such as `/error/:code` */
export function sendPageView(template: string, locale: Locale): void {
  if (!getSettings()?.VITE_TAG_MANAGER_ID) return
  const message = { event: 'page_view', page: template, locale }
  page.frame ??= createFrame()
  if (page.ready) post(message)
  else page.waiting.push(message)
}
