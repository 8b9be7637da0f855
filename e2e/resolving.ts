// The pages of the pending steps as a member meets them: what the journeys of resolve.spec.ts and the pictures share.
import { expect, type Page } from '@playwright/test'
import { agreement } from './agreement.ts'
import { backend } from './addresses.ts'
import type { Member } from './fixtures.ts'
import { type Language, pattern, say } from './texts.ts'
import type { MessageKey } from '../src/rules/texts/messages.ts'

export const NEW_PASSWORD = 'wQ7!mz2Rk9'

export const heading = (page: Page, text: MessageKey, language: Language = 'ko') =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(pattern(text, language))
export const button = (page: Page, text: MessageKey, language: Language = 'ko') =>
  page.getByRole('button', { name: pattern(text, language) })
export const press = (page: Page, text: MessageKey, language: Language = 'ko') => button(page, text, language).click()
export const field = (page: Page, text: MessageKey, language: Language = 'ko') =>
  page.getByLabel(say(text, language), { exact: true })
export const link = (page: Page, text: MessageKey, language: Language = 'ko') =>
  page.getByRole('link', { name: pattern(text, language) })
export const nicknameOf = ({ phone }: Member) => `다미${phone.slice(-7)}`

/** Sessions store their start in whole seconds, so a later event must wait for the next second. */
export async function secondPassed() {
  const began = Math.floor(Date.now() / 1000)
  await expect.poll(() => Math.floor(Date.now() / 1000), { intervals: [100] }).toBeGreaterThan(began)
}

/** Changes the member's data as an administrator or another system would. */
export async function change({ login_id }: Member, like: string) {
  const response = await fetch(`${backend}/demo/members/change`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login_id, like }),
  })
  expect(response.ok).toBe(true)
}

/** An administrator approves the join of this member. */
export async function approve({ login_id }: Member) {
  const response = await fetch(`${backend}/demo/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login_id }),
  })
  expect(response.ok).toBe(true)
}

export async function agreeToAll(page: Page, language: Language = 'ko') {
  await agreement(page).check()
  await press(page, 'resolve.agree', language)
}

export async function fillNickname(page: Page, one: Member, language: Language = 'ko') {
  const nickname = page.getByLabel(say('join.nickname', language))
  // Wait for the call that loads the current nickname, because its answer could overwrite the typed one.
  await expect(nickname).toHaveValue(/./)
  await nickname.fill(nicknameOf(one))
  await press(page, 'resolve.next', language)
}

export async function fillPasswords(page: Page, one: Member, to = NEW_PASSWORD, language: Language = 'ko') {
  await page.getByLabel(say('resolve.currentPassword', language), { exact: true }).fill(one.password)
  await page.getByLabel(say('password.new', language), { exact: true }).fill(to)
  await page.getByLabel(say('password.again', language), { exact: true }).fill(to)
  await press(page, 'resolve.changePassword', language)
}
