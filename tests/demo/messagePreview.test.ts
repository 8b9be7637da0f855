// The page with every message that the backend can send.
import { expect, test } from 'vitest'
import { KINDS } from '../../backend/domain/notices/noticeKinds.ts'
import { messagePreviewRoutes } from '../../demo/routes/messagePreview.ts'
import { caller } from '../backend/backendParts.ts'

test('a developer sees every message in each language, with all its places filled', async () => {
  const { body } = await caller(messagePreviewRoutes())('GET', '/messages')
  const page = String(body)
  for (const kind of Object.keys(KINDS)) expect(page).toContain(`Notice: ${kind}, e-mail`)
  for (const text of [
    'Your code is 123456.',
    '인증번호는 123456입니다.',
    '您的验证码是 123456',
    '認証コードは 123456 です',
  ])
    expect(page).toContain(text)
  expect(page).toContain('Step Learning')
  expect(page.slice(page.indexOf('<main'))).not.toMatch(/\{\{|\}\}|undefined/)
})
