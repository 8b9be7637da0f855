// States of the join pages, each member type in its own visit.
import { expect } from '@playwright/test'
import { app } from './addresses.ts'
import { loginForm, main } from './fixtures.ts'
import { joinRefusals } from './joinRefusals.ts'
import { codeFor, joining, type Type, visitor } from './joining.ts'
import type { Part, Parts } from './states.ts'
import { say } from './texts.ts'
import { MEMBER_TYPES } from '../contract/codes.ts'

/** The member types without a part of their own below. */
const otherTypes = MEMBER_TYPES.filter((type) => type !== 'SOCIAL' && type !== 'BSNS')

const kind = (type: Exclude<Type, 'SOCIAL' | 'BSNS'>): Part =>
  async function ({ page }, language, look) {
    const join = joining(page, codeFor, language)
    await join.arrive({ ui_locales: language })
    await join.type(type)
    if (type === 'SK') await look('join-terms-sk')
    await join.terms()
    await expect(join.label('join.loginId')).toBeVisible()
    const someone = visitor(type)
    await join.account(someone)
    await expect(join.label('join.fullName')).toBeVisible()
    if (type === 'SK') {
      await look('join-person-sk')
      await join.label('join.fullName').fill(someone.name)
      await join.label('join.birthYear').fill('1990')
      await join.next()
      await expect(join.label('join.skCompany')).toBeEnabled()
    } else await join.person(someone)
    await look(`join-own-${type.toLowerCase()}`)
    if (type !== 'STUDENT') return
    await join.label('join.school').click()
    await look('join-own-student-list')
    await page.keyboard.press('Escape')
    await join.school()
    await look('join-own-majors')
    await join.button('join.majorsAdd').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('join.majorsRegister', language) })
      .click()
    await look('join-majors-missing')
    await page.keyboard.press('Escape')
    await join.major()
    await join.next()
    await join.button('join.skip').click()
    await join.joined()
    await expect(page.getByLabel(say('join.letter', language))).toBeVisible()
    await look('join-completed-student')
  }

export const joinParts: Parts = {
  social: async ({ page }, language, look) => {
    const someone = visitor('SOCIAL')
    const join = joining(page, codeFor, language)
    await join.arrive({ ui_locales: language })
    await expect(join.button('join.business_partner')).toBeVisible()
    await look('join-type')
    await join.type('SOCIAL')
    await expect(join.read('terms.custom')).toBeVisible()
    await look('join-terms')
    await join.read('terms.custom').click()
    await expect(
      page.frameLocator('iframe[sandbox]').getByRole('heading', { level: 1 }),
      'the text of the terms',
    ).toBeVisible()
    await look('join-terms-text')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('modal.close', language) })
      .click()
    await join.next()
    await expect(main(page).getByText(say('terms.requiredMissing', language)).first()).toBeVisible()
    await look('join-terms-missing')
    await join.terms()
    await expect(join.label('join.loginId')).toBeVisible()
    await look('join-email')
    await join.label('join.loginId').fill(someone.login_id)
    const emailCode = await join.send('join.emailCode')
    await look('join-email-sent')
    await emailCode.fill(await codeFor(someone.login_id))
    await expect(join.label('login.password')).toBeFocused()
    await look('join-account')
    await join.next()
    await expect(main(page).getByText(say('join.nicknameEmpty', language)).first()).toBeVisible()
    await look('join-account-missing')
    await join.password()
    await join.label('join.nickname').fill(someone.nickname)
    await join.next()
    await expect(join.label('join.fullName')).toBeFocused()
    await look('join-person')
    await join.label('join.fullName').fill(someone.name)
    await join.born()
    await expect(join.label('sms.phone')).toBeFocused()
    await look('join-phone')
    await page.goBack()
    await page.goBack()
    await expect(page.getByText(say('join.passwordSet', language))).toBeVisible()
    await look('join-account-set')
    await page.goBack()
    await expect(main(page).getByText(say('join.verified', language))).toBeVisible()
    await look('join-email-verified')
    for (let screen = 0; screen < 3; screen += 1) await page.goForward()
    await join.label('sms.phone').pressSequentially(someone.phone)
    const phoneCode = await join.send('join.phoneCode')
    await look('join-phone-sent')
    await phoneCode.fill(await codeFor(someone.phone))
    await page.getByRole('combobox', { name: say('join.organisation', language) }).click()
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    await look('join-own-list')
    await page.keyboard.press('Escape')
    await join.company('join.organisation', 'join.organisationEtc')
    await look('join-own-filled')
    await join.next()
    await expect(join.button('join.finish')).toBeVisible()
    await expect(page.locator('#interest_field')).toBeVisible()
    await expect(main(page).getByText(say('profile.listComing', language))).toHaveCount(0)
    await look('join-service')
    await join.service()
    await join.joined()
    await expect(join.button('join.toService')).toBeVisible()
    await look('join-completed')
  },
  partner: async ({ page }, language, look) => {
    const someone = visitor('BSNS')
    const join = joining(page, codeFor, language)
    await join.arrive({ ui_locales: language })
    await join.type('BSNS')
    await join.terms()
    await join.account(someone)
    await join.person(someone)
    await join.company()
    await join.office()
    await look('join-own-bsns')
    await join.next()
    await join.button('join.skip').click()
    await join.joined()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('join.waitingTitle', language))
    await look('join-waiting')
  },
  ...Object.fromEntries(otherTypes.map((type) => [type.toLowerCase(), kind(type)])),
  group: kind('SK'),
  'invited to the group': async ({ page, member }, language, look) => {
    const { invitation = '' } = await member('invited-sk')
    const join = joining(page, codeFor, language)
    await join.arrive({ invitation, ui_locales: language })
    await expect(join.label('terms.agreeAllOptional')).toBeVisible()
    await look('join-invited-terms')
    await join.terms()
    await expect(join.label('join.loginId')).toBeVisible()
    await look('join-invited-privacy')
  },
  converted: async ({ page, arrive, member }, language, look) => {
    await arrive({ ui_locales: language })
    await loginForm(page, language).signIn(await member('not-converted'))
    await expect(page).toHaveURL(`${app}/join/info`)
    await expect(page.getByRole('button', { name: say('join.infoNext', language), exact: true })).toBeVisible()
    await look('join-info')
  },
  ...joinRefusals,
}
