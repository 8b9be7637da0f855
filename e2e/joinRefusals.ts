// States of the join pages after refusals and failures, and before answers.
import { expect, type Page } from '@playwright/test'
import { agreement } from './agreement.ts'
import { app, backend } from './addresses.ts'
import { answerWith, loginForm, main } from './fixtures.ts'
import { intercept } from './intercept.ts'
import { codeFor, joining, type Type, visitor } from './joining.ts'
import type { Part, Parts } from './states.ts'
import { type Language, say } from './texts.ts'

const BROKEN = { status: 500, body: { code: 'INTERNAL' } }
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const closed = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function untilPrivacy(page: Page, language: Language, type: Type, query: Record<string, string> = {}) {
  const join = joining(page, codeFor, language)
  await join.arrive({ ui_locales: language, ...query })
  if (!query.invitation) await join.type(type)
  await join.terms()
  return join
}

const account: Part = async ({ page, member }, language, look) => {
  const taken = await member('member')
  const join = await untilPrivacy(page, language, 'SOCIAL')
  await join.label('join.loginId').fill('someone@mailinator.com')
  await join.button('sms.send').click()
  await expect(main(page).getByText(say('join.loginIdDenied', language)).first()).toBeVisible()
  await look('join-email-refused')
  await join.label('join.loginId').fill(taken.login_id)
  await join.prove('join.emailCode', taken.login_id, false)
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('join-email-member')
}

const nickname: Part = async ({ page }, language, look) => {
  const someone = visitor('SOCIAL')
  const join = await untilPrivacy(page, language, 'SOCIAL')
  await join.label('join.loginId').fill(someone.login_id)
  await join.button('sms.send').click()
  await expect(page.getByLabel(say('sms.code', language))).toBeEnabled()
  await look('join-email-code')
  await page.getByLabel(say('sms.code', language)).fill(await codeFor(someone.login_id))
  await answerWith(page, '/v1/valid/nickname', { body: { data: { available: false } } })
  await join.label('join.nickname').fill(someone.nickname)
  await expect(main(page).getByText(say('join.nicknameTaken', language)).first()).toBeVisible()
  await join.label('login.password').fill('qwe비밀')
  await join.label('join.passwordAgain').fill('other')
  await join.next()
  await look('join-account-refused')
}

const child: Part = async ({ page }, language, look) => {
  const someone = visitor('SOCIAL')
  const join = await untilPrivacy(page, language, 'SOCIAL')
  await join.account(someone)
  await join.label('join.fullName').fill(someone.name)
  await join.born(`${new Date().getFullYear() - 12}0101`)
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('join-child')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('modal.ok', language), exact: true })
    .click()
  await expect(page.locator('.toast')).toHaveText(say('modal.agreeFirst', language))
  await look('join-child-unchecked')
}

const student: Part = async ({ page }, language, look) => {
  const someone = visitor('STUDENT')
  const join = await untilPrivacy(page, language, 'STUDENT')
  await join.account(someone)
  await join.person(someone)
  await join.school()
  await join.button('join.majorsAdd').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('join-majors')
  await closed(page)
  await join.majors()
  const letter = page.getByLabel(say('join.letter', language))
  await letter.setInputFiles({ name: '재학증명서.txt', mimeType: 'text/plain', buffer: PNG })
  await expect(main(page).getByText(say('field.letterFormat', language))).toBeVisible()
  await look('join-letter-refused')
  await letter.setInputFiles({ name: '재학증명서 2026년 2학기 컴퓨터공학과.png', mimeType: 'image/png', buffer: PNG })
  await expect(main(page).getByText(say('field.letterFormat', language))).toBeHidden()
  await look('join-own-majors-filled')
  await join.next()
  await expect(join.button('join.finish')).toBeVisible()
  await intercept(page, `${backend}/v1/matcher/student/resolve`, () => {}, { times: 1 })
  await join.service()
  await join.joined()
  await expect(main(page).getByText(say('join.letterSending', language))).toBeVisible()
  await look('join-letter-sending')
  await join.button('join.letterCancel').click()
  await expect(main(page).getByText(say('join.letterCancelled', language))).toBeVisible()
  await look('join-letter-stopped')
  await answerWith(page, '/v1/matcher/student/resolve', BROKEN, 1)
  await join.button('join.letterAgain').click()
  await expect(main(page).getByText(say('join.letterFailed', language))).toBeVisible()
  await look('join-letter-failed')
  await join.button('join.letterAgain').click()
  await expect(main(page).getByText(say('join.letterDone', language))).toBeVisible()
  await look('join-letter-sent')
}

const lists: Part = async ({ page }, language, look) => {
  const someone = visitor('BSNS')
  const join = joining(page, codeFor, language)
  // A slow machine has another button of these words, in the line about a page that takes long.
  const retry = page.getByRole('alert').getByRole('button', { name: say('profile.retry', language) })
  await join.arrive({ ui_locales: language })
  await join.type('BSNS')
  await expect(join.label('terms.agreeAllOptional')).toBeVisible()
  await answerWith(page, '/common/terms/v1/rps/suni', BROKEN)
  await page.reload()
  await expect(page.getByText(say('join.termsTextsFailed', language))).toBeVisible()
  await look('join-terms-failed')
  await page.unrouteAll()
  await retry.click()
  await answerWith(page, '/public/member/v1/codegroups/PARTNER_COM_GRP/codes', BROKEN)
  await join.terms()
  await join.account(someone)
  await join.person(someone)
  await expect(page.getByText(say('profile.listFailed', language))).toBeVisible()
  await look('join-list-failed')
  await page.unrouteAll()
  await retry.click()
  await join.company()
  await join.office()
  await answerWith(page, '/v1/terms/RELYING_PARTY', BROKEN)
  await join.next()
  await expect(page.getByText(say('join.termsFailed', language))).toBeVisible()
  await look('join-service-failed')
  await page.unrouteAll()
  await retry.click()
  await expect(agreement(page)).toBeEnabled()
  await page.locator('#current_job_group').selectOption({ index: 1 })
  await join.button('join.finish').click()
  await expect(main(page).getByText(say('terms.requiredMissing', language)).first()).toBeVisible()
  await look('join-service-missing')
  await answerWith(page, '/v1/verify/join', { body: { data: { join_status: 'UNAPPROVED' } } }, 1)
  const reason = '소속 회사를 확인하지 못했어요.'
  const state = { join_status: 'UNAPPROVED', join_type: 'NEW', requested_at: '2026-03-02T09:00:00Z', reason }
  await answerWith(page, '/v1/members/join-state', { body: { data: { ...state, contact: 'help@company.test' } } })
  await join.button('join.skip').click()
  await join.joined()
  await expect(page.locator('#title')).toHaveText(say('join.unapprovedTitle', language))
  await expect(page.getByText(reason)).toBeVisible()
  await look('join-unapproved')
}

const convertedMember: Part = async ({ page, member }, language, look) => {
  const known = await member('not-converted')
  const join = await untilPrivacy(page, language, 'SOCIAL')
  await join.label('join.loginId').fill(known.login_id)
  await join.prove('join.emailCode', known.login_id, false)
  await expect(page).toHaveURL(`${app}/join/info?type=sk`)
  await expect(join.button('join.infoNext')).toBeVisible()
  await look('join-info-met')
}

const conversion: Part = async ({ page, arrive, member }, language, look) => {
  const known = await member('not-converted')
  const join = joining(page, codeFor, language)
  await arrive({ ui_locales: language })
  await loginForm(page, language).signIn(known)
  await join.button('join.infoNext').click()
  await expect(join.label('terms.agreeAllOptional')).toBeVisible()
  await look('join-converted-terms')
  await join.terms()
  await expect(join.label('join.nickname')).toBeVisible()
  await look('join-converted-privacy')
}

const invited: Part = async ({ page, member }, language, look) => {
  const { invitation = '' } = await member('not-accepted')
  await untilPrivacy(page, language, 'BSNS', { invitation })
  await look('join-invited-privacy-gen')
}

const onlyGroup: Part = async ({ page }, language, look) => {
  const join = joining(page, codeFor, language)
  await join.arrive({ ui_locales: language, service: 'b' })
  await expect(join.button('join.skLink')).toBeVisible()
  await look('join-only-group')
}

export const joinRefusals: Parts = {
  'an address that is refused': account,
  'a nickname that is taken': nickname,
  child,
  'a letter': student,
  lists,
  'carried over': convertedMember,
  conversion,
  invited,
  'only the group': onlyGroup,
}
