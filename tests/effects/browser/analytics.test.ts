import '../../support/network.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { parseSettings } from '../../../contract/settings.ts'
import { appSettings } from '../../support/render.tsx'

type Posted = { message: unknown; to: unknown }

/** A fresh copy of the module with an operator's settings. */
async function page(id: string) {
  vi.resetModules()
  const { setSettings } = await import('../../../src/stores/settings.ts')
  const parsed = parseSettings({ ...appSettings, VITE_TAG_MANAGER_ID: id })
  setSettings('settings' in parsed ? parsed.settings : null)
  return import('../../../src/effects/browser/analytics.ts')
}
const frame = () => document.querySelector('iframe')

function watch(): Posted[] {
  const posted: Posted[] = []
  const own = frame()?.contentWindow
  if (own) own.postMessage = (message: unknown, to?: unknown) => void posted.push({ message, to })
  return posted
}

beforeEach(() => frame()?.remove())

describe('page views', () => {
  test('are off without an id', async () => {
    const { sendPageView } = await page('')
    sendPageView('/login', 'ko')
    expect(frame()).toBeNull()
  })

  test('go to a frame that sees nothing of this page', async () => {
    const { sendPageView } = await page('GTM-TEST')
    sendPageView('/login', 'ko')
    expect(frame()).toHaveAttribute('sandbox', 'allow-scripts')
    expect(frame()).toHaveAttribute('src', '/analytics.html')
    expect(frame()).toHaveAttribute('aria-hidden', 'true')
    expect(frame()).not.toBeVisible()
  })

  test('wait until the frame is there, and carry the template and the language alone', async () => {
    const { sendPageView } = await page('GTM-TEST')
    sendPageView('/error/:code', 'en')
    const posted = watch()
    sendPageView('/login', 'ko')
    expect(posted).toEqual([])
    frame()?.dispatchEvent(new Event('load'))
    sendPageView('/join', 'ko')
    expect(posted.map(({ message }) => message)).toEqual([
      { event: 'page_view', page: '/error/:code', locale: 'en' },
      { event: 'page_view', page: '/login', locale: 'ko' },
      { event: 'page_view', page: '/join', locale: 'ko' },
    ])
    expect(document.querySelectorAll('iframe')).toHaveLength(1)
  })
})
