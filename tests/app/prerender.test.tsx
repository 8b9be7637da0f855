// The prerendered page: the login form of the entry, which the app hydrates without a warning.
import { act, screen, waitFor } from '@testing-library/react'
import { flushSync } from 'react-dom'
import { hydrateRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, test } from 'vitest'
import { App } from '../../src/app/App.tsx'
import { AppRouter } from '../../src/app/AppRouter.tsx'
import { changeLocale } from '../../src/i18n/languages.ts'
import { render } from '../../src/prerender.tsx'
import { LOCALES } from '../../contract/locale.ts'
import { startApp, watchLeaving } from '../support/render.tsx'
import { give, server } from '../support/server.ts'
import { serviceInfo, welcomeData } from '../support/builders.ts'

let root: Root | null = null
afterEach(() => {
  act(() => root?.unmount())
  root = null
  document.getElementById('root')?.remove()
})

function put(html: string): HTMLElement {
  const place = document.createElement('div')
  place.id = 'root'
  place.innerHTML = html
  document.body.append(place)
  return place
}

/**
 * Hydrates the form as main.tsx does.
 * @param meanwhile runs when the form is live and the rest of the page is not
 * @returns React's errors
 */
async function takeOver(place: HTMLElement, meanwhile = () => {}): Promise<unknown[]> {
  const complaints: unknown[] = []
  await act(async () => {
    const app = (
      <AppRouter>
        <App />
      </AppRouter>
    )
    const onRecoverableError = (error: unknown) => complaints.push(error)
    flushSync(() => void (root = hydrateRoot(place, app, { onRecoverableError })))
    meanwhile()
  })
  return complaints
}

describe('the prerendered pages', () => {
  test.each(LOCALES)('in %s need no inline style and no script', async (locale) => {
    const { form, shell, title, lang } = await render(locale)
    for (const html of [form, shell]) {
      expect(html).not.toMatch(/style=|<style|<script|\son[a-z]+=|javascript:/i)
      expect(html).not.toMatch(/>[a-z]+\.[a-zA-Z]+</)
    }
    expect(form).toContain('name="login_id"')
    expect(form).toContain('name="password"')
    expect(form).toMatch(/<form[^>]+method="post"/)
    expect(shell).not.toContain('name="password"')
    expect(title).not.toBe('')
    expect(lang).toBe(locale === 'zh' ? 'zh-Hans' : locale)
  })

  test('hydrates the Korean one without a warning, and keeps typed text and focus', async () => {
    const { form } = await render('ko')
    await startApp({ locale: 'ko' })
    server.use(give('auth', '/v1/init/login', welcomeData()), give('auth', '/v1/profile/rp', serviceInfo()))
    history.replaceState(null, '', '/init/login?transaction_id=hydrate-1&state=s')
    watchLeaving()
    const place = put(form)
    const email = screen.getByLabelText('이메일') as HTMLInputElement
    email.value = 'early@b.kr'
    email.focus()
    expect(await takeOver(place)).toEqual([])
    await waitFor(() => expect(window.location.pathname).toBe('/login'))
    expect(screen.getByLabelText('이메일')).toBe(email)
    expect(email).toHaveValue('early@b.kr')
    expect(email).toHaveFocus()
  })

  test('is hydrated without a warning although the form has announced something before the rest was hydrated', async () => {
    const { form } = await render('ko')
    await startApp({ locale: 'ko' })
    history.replaceState(null, '', '/init/login')
    watchLeaving()
    const region = () => document.getElementById('live-region') as HTMLElement
    const place = put(form)
    const before = region()
    expect(await takeOver(place, () => (before.textContent = '처리 중'))).toEqual([])
    expect(region()).toBe(before)
    expect(before).toHaveTextContent('처리 중')
  })

  test('is hydrated without a warning although the form led to another address before the rest was hydrated', async () => {
    const { form } = await render('ko')
    await startApp({ locale: 'ko' })
    history.replaceState(null, '', '/init/login')
    watchLeaving()
    const move = () => {
      history.replaceState(null, '', '/login')
      dispatchEvent(new PopStateEvent('popstate'))
    }
    expect(await takeOver(put(form), () => flushSync(move))).toEqual([])
  })

  test.each(LOCALES)('the one in %s is what the app itself renders', async (locale) => {
    const { form } = await render(locale)
    await startApp({ locale })
    await changeLocale(locale)
    history.replaceState(null, '', '/init/login')
    watchLeaving()
    expect(await takeOver(put(form))).toEqual([])
  })
})
