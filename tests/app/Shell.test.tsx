import '../support/network.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { LOCALES } from '../../contract/locale.ts'
import { localeCookie } from '../../src/effects/browser/cookies.ts'
import { files } from '../../src/i18n/languages.ts'
import { saveToWelcome } from '../../src/stores/welcome.ts'
import { serviceInfo, welcomeData } from '../support/builders.ts'
import { renderAt } from '../support/render.tsx'
import { calls, give, hold, refuse, server } from '../support/server.ts'
import { someOf } from '../support/someOf.ts'

const SCRIPT = ['java', 'script:'].join('')

const languages = () => screen.queryByLabelText('Language')
const offered = () =>
  within(languages() ?? document.body)
    .getAllByRole('option')
    .map((option) => option.textContent)
const banner = () => document.querySelector('.banner img')

describe('the language selector', () => {
  const LOST = 'The language couldn’t be loaded. We’ll continue in the current one.'
  const inHeader = () => within(screen.getByRole('banner'))

  // First, because a language that has loaded once cannot fail any more.
  test('says that another language could not be loaded until it is, and keeps the language', async () => {
    const { user } = await renderAt('/login', { welcomed: true })
    const texts = vi.spyOn(files.first, 'ja').mockRejectedValueOnce(new Error('no texts'))
    const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await user.selectOptions(screen.getByLabelText('Language'), '日本語')
    expect(await inHeader().findByText(LOST)).toBeVisible()
    expect(texts, 'Chromium would remember the failure').not.toHaveBeenCalled()
    connection.mockRestore()
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(localeCookie()).toBeUndefined()
    for (const dismiss of screen.getAllByRole('button', { name: 'Dismiss message' }))
      if (dismiss.closest('.toasts')) await user.click(dismiss)
    expect(inHeader().getByText(LOST)).toBeVisible()
    await user.click(inHeader().getByRole('button', { name: 'Try again' }))
    expect(inHeader().getByText(LOST)).toBeVisible()
    await user.click(inHeader().getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'ログイン' })).toBeVisible()
    expect(inHeader().queryByRole('button')).toBeNull()
  })

  test('shows a notice if the service’s language cannot be loaded, and the member can keep the language', async () => {
    vi.spyOn(files.first, 'zh').mockRejectedValueOnce(new Error('no texts'))
    const service = { display_name: null, display_name_en: null }
    const { user } = await renderAt('/login', { welcomed: true, service, locale: 'en' })
    expect(await inHeader().findByText(LOST)).toBeVisible()
    await user.click(inHeader().getByRole('button', { name: 'Dismiss message' }))
    expect(inHeader().queryByText(LOST)).toBeNull()
  })

  test('offers the languages whose display name the service has', async () => {
    await renderAt('/login', { welcomed: true })
    expect(offered()).toEqual(['한국어', 'English', '中文', '日本語'])
  })

  test('appears only with more than one language', async () => {
    await renderAt('/login', {
      welcomed: true,
      service: { display_name: null, display_name_cn: null },
      settings: { VITE_LOCALES: 'ko,en,zh' },
    })
    expect(languages()).toBeNull()
  })

  test('is absent while an entry loads its service', async () => {
    const { handler, release } = hold('auth', '/v1/init/login', welcomeData())
    server.use(handler, refuse('auth', '/v1/profile/rp', { status: 403 }))
    await renderAt('/init/login?transaction_id=languages&state=s')
    expect(languages()).toBeNull()
    release()
    await screen.findByLabelText('Language')
    expect(offered(), 'and it stays unknown').toEqual(['한국어', 'English', '中文', '日本語'])
  })

  const PAGES_WITHOUT_SERVICE = someOf(['/about', '/privacyPolicy', '/error/403', '/mobileVerify', '/somewhere'], 2)
  test.each(PAGES_WITHOUT_SERVICE)('offers all that are configured where there is no service: %s', async (path) => {
    const { user } = await renderAt(path, { settings: { VITE_LOCALES: 'ko,en,zh' } })
    await screen.findByLabelText('Language')
    expect(offered()).toEqual(['한국어', 'English', '中文'])
    await user.selectOptions(screen.getByLabelText('Language'), '中文')
    expect(await screen.findByLabelText('语言')).toHaveValue('zh')
    expect(localeCookie()).toBe('zh')
  })

  test('shows the page in a language of the service if it lacks the current one', async () => {
    await renderAt('/login', {
      welcomed: true,
      service: { display_name_cn: null },
      locale: 'zh',
      settings: { VITE_LOCALES: 'ko,en,zh' },
    })
    expect(await screen.findByRole('heading', { name: '로그인' })).toBeVisible()
  })

  test('takes the next language of ui_locales if the service lacks the first', async () => {
    server.use(give('auth', '/v1/init/login', welcomeData()))
    server.use(give('auth', '/v1/profile/rp', serviceInfo({ display_name_cn: null })))
    await renderAt('/init/login?transaction_id=languages&state=s&ui_locales=fr+zh+en', {
      locale: 'zh',
      settings: { VITE_LOCALES: 'ko,en,zh' },
    })
    await waitFor(() => expect(window.location.pathname).toBe('/login'))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(document.documentElement.lang).toBe('en')
  })

  test('keeps typed text, and stores the choice in this browser', async () => {
    const { user } = await renderAt('/login', { welcomed: true })
    await user.type(screen.getByLabelText('Email'), 'a@b.kr')
    await user.type(screen.getByLabelText('Password'), 'secret')
    await user.selectOptions(screen.getByLabelText('Language'), '中文')
    expect(await screen.findByLabelText('邮箱')).toHaveValue('a@b.kr')
    expect(screen.getByLabelText('密码')).toHaveValue('secret')
    expect(localeCookie()).toBe('zh')
    expect(document.documentElement.lang).toBe('zh-Hans')
  })
})

describe('the banner', () => {
  const banners = {
    banner_image_url: 'https://img.test/ko.png',
    banner_image_url_en: 'https://img.test/en.png',
    banner_image_url_cn: 'https://img.test/zh.png',
  }
  const UNSAFE_BANNERS = ['http://img.test/en.png', `${SCRIPT}alert(1)`, 'data:image/svg+xml,<svg/>']
  test.each(UNSAFE_BANNERS)('is not there where its address is %s', async (banner_image_url_en) => {
    await renderAt('/login', { welcomed: true, service: { ...banners, banner_image_url_en } })
    expect(banner()).toBeNull()
  })

  // Which one, and where there is none: tests/rules/texts/locale.test.ts.
  test('is shown in the language of the page, and leaves no gap if it cannot be loaded', async () => {
    await renderAt('/login', { welcomed: true, service: banners })
    expect(banner()).toHaveAttribute('src', 'https://img.test/en.png')
    act(() => void banner()?.dispatchEvent(new Event('error')))
    expect(banner()).toBeNull()
  })
})

describe('the footer', () => {
  const link = (name: RegExp) => screen.queryByRole('link', { name })

  test.each(someOf(LOCALES, 2))('links to the policies in %s', async (locale) => {
    await renderAt('/login', { welcomed: true, locale })
    const hrefs = screen.getAllByRole('link').map((one) => one.getAttribute('href'))
    expect(hrefs).toEqual(
      expect.arrayContaining([`/policies/cookie.${locale}.html`, `/policies/privacy.${locale}.html`]),
    )
  })

  test('links to the operator’s policy pages once the service’s terms are known, and until then to pages that the server redirects', async () => {
    const { handler, release } = hold('service', '/common/terms/v1/rps/:rp_id', [])
    server.use(handler)
    const settings = { VITE_SUPPORT_CLIENT_ID: 'service-a', VITE_POLICIES_URL: 'https://help.test/pages/' }
    await renderAt('/login', { welcomed: { client_id: 'service-a' }, settings })
    const hrefs = () =>
      within(screen.getByRole('navigation', { name: 'Support and policies' }))
        .getAllByRole('link')
        .map((one) => one.getAttribute('href'))
    const at = (base: string) => ['support', 'cookie', 'privacy'].map((name) => `${base}/${name}.en.html`)
    expect(hrefs()).toEqual(at('/policies'))
    release()
    await waitFor(() => expect(hrefs()).toEqual(at('https://help.test/pages')))
  })

  test('shows customer support for one client application only', async () => {
    const settings = { VITE_SUPPORT_CLIENT_ID: 'service-a' }
    const { view } = await renderAt('/login', { welcomed: { client_id: 'service-a' }, settings })
    expect(link(/Customer support/)).toHaveAttribute('href', '/policies/support.en.html')
    view.unmount()
    await renderAt('/login', { welcomed: { client_id: 'service-b' }, settings })
    expect(link(/Customer support/)).toBeNull()
  })

  test('asks for the service’s terms in the language of the page', async () => {
    await renderAt('/login', { welcomed: true, locale: 'zh' })
    const asked = { query: { origin: 'true', language: 'CN' } }
    await waitFor(() => expect(calls('/common/terms/v1/rps/service-a').at(-1)).toMatchObject(asked))
    await waitFor(() =>
      expect(screen.getAllByRole('link').some((one) => one.getAttribute('href')?.includes('/terms/'))).toBe(true),
    )
  })

  test('does not link to terms that are a script', async () => {
    const url = `${SCRIPT}alert(1)`
    server.use(give('service', '/common/terms/v1/rps/service-a', [{ terms_code: 'RP_SERVICE', url }]))
    await renderAt('/login', { welcomed: true })
    await waitFor(() => expect(calls('/common/terms/v1/rps/service-a')).toHaveLength(1))
    await act(() => Promise.resolve())
    expect(screen.getAllByRole('link').map((one) => one.getAttribute('href'))).not.toContain(url)
  })
})

test.each([
  ['is also the button’s, where words can be read on it', '#1B5FCC', '#1B5FCC'],
  ['is the edge’s alone, where they cannot', '#7F7F7F', ''],
])('the service’s colour %s', async (_, color, action) => {
  await renderAt('/login', { welcomed: true, service: { color } })
  const { style } = document.documentElement
  expect(style.getPropertyValue('--edge')).toBe(color)
  expect(style.getPropertyValue('--action')).toBe(action)
  act(() => saveToWelcome({ service_info: null, welcome: null }))
  expect(style.getPropertyValue('--edge')).toBe('')
})

test('shows texts of the service as text', async () => {
  await renderAt('/login', { welcomed: true })
  act(() => saveToWelcome({ service_info: serviceInfo({ display_name_en: '<img src=x onerror=alert(1)>' }) }))
  // In the header, and beside the form.
  for (const name of ['.brand', '.banner'])
    expect(document.querySelector(name)).toHaveTextContent('<img src=x onerror=alert(1)>')
  expect(document.querySelector('img')).toBeNull()
})
