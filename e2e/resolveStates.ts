// The pages of pending steps and account states, each reached by a demo member with that step or state.
import { agreement } from './agreement.ts'
import { answerWith, expect, expectNotice, expectSignedIn, loginForm, main, signInUrl } from './fixtures.ts'
import {
  agreeToAll,
  button,
  change,
  field,
  fillNickname,
  fillPasswords,
  heading,
  nicknameOf,
  press,
  secondPassed,
} from './resolving.ts'
import type { Part, Parts } from './states.ts'
import { say } from './texts.ts'
import type { MessageKey } from '../src/rules/texts/messages.ts'

/** Signs in as a member like this one, and looks at the page with this heading. */
const stands = (like: string, title: MessageKey, name: string, service: 'a' | 'b' = 'a'): Part =>
  async function ({ page, arrive, member }, language, look) {
    await arrive({ service, ui_locales: language })
    await loginForm(page, language).signIn(await member(like))
    await heading(page, title, language)
    await look(name)
  }

/** Changes the member's data during a session. The next service meets the change. */
const changes = (like: string, title: MessageKey, name: string): Part =>
  async function ({ page, arrive, member }, language, look) {
    const one = await member('sk')
    await arrive({ ui_locales: language })
    await loginForm(page, language).signIn(one)
    await expectSignedIn(page, one)
    await secondPassed()
    await change(one, like)
    await page.goto(signInUrl({ service: 'a', ui_locales: language }))
    await heading(page, title, language)
    await look(name)
  }

export const resolveParts: Parts = {
  'three steps': async ({ page, arrive, member }, language, look) => {
    const one = await member('three-steps')
    await arrive({ service: 'b', ui_locales: language })
    await loginForm(page, language).signIn(one)
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('resolve-terms-notice')
    await expectNotice(page, say('terms.pleaseAgree', language))
    await expect(agreement(page)).toBeVisible()
    await look('resolve-terms')
    await press(page, 'resolve.agree', language)
    await expect(main(page).getByText(say('terms.requiredMissing', language))).toBeVisible()
    await look('resolve-terms-missing')
    await agreeToAll(page, language)
    await heading(page, 'resolve.nickname', language)
    // The field begins with the nickname that the membership knows.
    await expect(field(page, 'join.nickname', language)).not.toHaveValue('')
    await field(page, 'join.nickname', language).fill(nicknameOf(one))
    await expect(main(page).getByText(say('join.nicknameAvailable', language))).toBeVisible()
    await look('resolve-nickname')
    await field(page, 'join.nickname', language).fill('')
    await press(page, 'resolve.next', language)
    await expect(main(page).getByText(say('join.nicknameEmpty', language)).first()).toBeVisible()
    await look('resolve-nickname-missing')
    await answerWith(page, '/v1/valid/nickname', { body: { data: { available: false } } }, 1)
    await field(page, 'join.nickname', language).fill(`${nicknameOf(one)}가`)
    await press(page, 'resolve.next', language)
    await expect(main(page).getByText(say('join.nicknameTaken', language)).first()).toBeVisible()
    await look('resolve-nickname-taken')
    await fillNickname(page, one, language)
    await heading(page, 'resolve.service', language)
    await expect(agreement(page)).toBeVisible()
    await look('resolve-service')
    await press(page, 'resolve.agree', language)
    await expect(main(page).getByText(say('terms.requiredMissing', language))).toBeVisible()
    await look('resolve-service-missing')
    await agreeToAll(page, language)
    await heading(page, 'resolve.info', language)
    await look('resolve-info-last')
    await page.locator('#current_job_group').selectOption('JG07')
    await page.locator('#current_job').selectOption('JG0701')
    await press(page, 'resolve.next', language)
    await expectSignedIn(page, one, 'b')
  },
  'terms that fail': async ({ page, arrive, member }, language, look) => {
    await answerWith(page, '/v1/terms/ADD_RELYING_PARTY', { status: 500, body: {} })
    await arrive({ service: 'b', ui_locales: language })
    await loginForm(page, language).signIn(await member('new-service-terms'))
    await heading(page, 'resolve.serviceTerms', language)
    await expect(button(page, 'profile.retry', language)).toBeVisible()
    await expect(page.locator('.toast')).toHaveCount(0)
    await look('resolve-terms-failed')
  },
  'terms of a service': stands('new-service-terms', 'resolve.serviceTerms', 'resolve-service-terms', 'b'),
  information: async ({ page, arrive, member }, language, look) => {
    await arrive({ service: 'b', ui_locales: language })
    await loginForm(page, language).signIn(await member('missing-profile'))
    await heading(page, 'resolve.info', language)
    await look('resolve-info')
    await press(page, 'resolve.next', language)
    await expect(page.locator('#summary')).toBeVisible()
    await look('resolve-info-missing')
  },
  password: async ({ page, arrive, member }, language, look) => {
    await arrive({ ui_locales: language })
    await loginForm(page, language).signIn(await member('old-password'))
    await heading(page, 'resolve.password', language)
    await look('resolve-password')
    await press(page, 'resolve.changePassword', language)
    await expect(page.locator('#summary')).toBeVisible()
    await look('resolve-password-missing')
    await answerWith(page, '/v1/matcher/resolve', { status: 412, body: { code: 'X' } }, 1)
    await press(page, 'resolve.later', language)
    await expect(page.getByRole('dialog').getByText(say('resolve.over', language))).toBeVisible()
    await look('resolve-over')
  },
  'required password': async ({ page, arrive, member }, language, look) => {
    const one = await member('required-password')
    await arrive({ ui_locales: language })
    await loginForm(page, language).signIn(one)
    await heading(page, 'resolve.requiredPassword', language)
    await look('resolve-required')
    await fillPasswords(page, one, one.password, language)
    await expect(main(page).getByText(say('refused.passwordSameAsBefore', language)).first()).toBeVisible()
    await look('resolve-required-refused')
  },
  'waiting, and it fails': async ({ page, arrive, member }, language, look) => {
    await answerWith(page, '/v1/members/join-state', { status: 500, body: {} })
    await arrive({ ui_locales: language })
    await loginForm(page, language).signIn(await member('waiting'))
    await heading(page, 'member.failed', language)
    await look('resolve-waiting-failed')
    await page.unrouteAll()
    await press(page, 'profile.retry', language)
    await heading(page, 'member.waiting', language)
  },
  waiting: stands('waiting', 'member.waiting', 'resolve-waiting'),
  unapproved: stands('unapproved', 'member.unapproved', 'resolve-unapproved'),
  protected: stands('protected', 'state.protected', 'resolve-protected'),
  moved: stands('moved', 'state.idSearch', 'resolve-moved'),
  'not accepted': stands('not-accepted', 'state.signUp', 'resolve-not-accepted'),
  suspended: changes('suspended', 'state.suspended', 'resolve-suspended'),
  incumbent: changes('incumbent', 'state.incumbent', 'resolve-incumbent'),
  'no permission': changes('no-permission', 'state.permissions', 'resolve-no-permission'),
  changed: changes('changed-elsewhere', 'state.changed', 'resolve-changed'),
  certification: changes('admin', 'sms.title', 'resolve-certification'),
}
