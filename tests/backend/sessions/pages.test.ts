// The issuer's own pages: their language, and the error details for a partner developer.
import { expect, test } from 'vitest'
import { busyPage } from '../../../backend/http/busyPage.ts'
import { pageLocale } from '../../../server/page.ts'
import { errorPage, signOutAnswered } from '../../../backend/oidc/pages.ts'

test.each([
  ['the service asks for a language', '/oidc/auth?ui_locales=fr%20ja', 'en', 'ja'],
  ['the browser prefers one', '/oidc/auth', 'fr-FR,fr;q=0.9,zh-CN;q=0.8,en;q=0.7', 'zh'],
  ['neither has one of ours', '/oidc/auth?ui_locales=fr', 'de', 'ko'],
  ['nobody says', '/oidc/auth', '', 'ko'],
])('%s', (_, url, accepted, locale) => expect(pageLocale(url, accepted)).toBe(locale))

test('a page is in one language and says which', () => {
  expect(signOutAnswered('zh', false, 'Daemun').html).toContain('<html lang="zh-Hans">')
  expect(signOutAnswered('zh', false, 'Daemun').html).toContain('已退出登录')
  expect(signOutAnswered('ko', false, '대문').html).toContain('<title>로그아웃했어요 – 대문</title>')
  expect(busyPage('en', 7).html).toContain('in 7 seconds')
  expect(busyPage('en', 7).html).toContain('http-equiv="refresh" content="7"')
})

test('what the library says of a request cannot become markup', () => {
  expect(errorPage('en', { error: 'invalid_request', description: '<img src=x>', id: 'r' }).html).not.toContain('<img')
})

test.each([
  ['invalid_redirect_uri', 'Register this redirect_uri exactly as it was sent'],
  ['invalid_client', 'Register this client_id'],
])('%s says what to do', (error, hint) => {
  const { html } = errorPage('ko', { error, description: 'd', id: 'r' })
  expect(html).toContain('서비스로 돌아가서')
  expect(html).toContain(hint)
})

test('a refusal names the service and leads to it, once the issuer knows it', () => {
  const problem = { error: 'invalid_scope', description: 'd', id: 'r' }
  const { html } = errorPage('en', problem, { name: 'Step Learning', home: 'https://step.test' })
  expect(html).toContain('Please start again from Step Learning')
  expect(html).toContain('<a class="button" href="https://step.test">Back to Step Learning</a>')
})

test('a failure of the issuer does not lead back to the service', () => {
  const { html } = errorPage('en', { error: 'server_error', description: 'oops! something went wrong', id: 'r' })
  expect(html).toContain('Please try again')
  expect(html).not.toContain('oops')
})
