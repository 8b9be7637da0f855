// /account/security and the dialog of the fresh proof, each of their states.
import { expect } from '@playwright/test'
import { paths } from '../src/rules/visit/paths.ts'
import { answers, needsProof, passkeys, patchAccount, refuses } from './accountAnswers.ts'
import { cancel, dialog, open, pressSetting, said, signIn, textbox } from './accountPages.ts'
import { main } from './fixtures.ts'
import { button, field, press } from './resolving.ts'
import type { Part } from './states.ts'
import { say } from './texts.ts'

export const security: Part = async (visit, language, look) => {
  const { page } = visit
  await signIn(visit, language)
  await open(page, paths.accountSecurity, 'title.accountSecurity', language)
  await said(page, 'account.passkeysNone', language)
  await look('account-security')
  await pressSetting(page, 'account.change', 'login.password', language)
  await look('account-password')
  await press(page, 'resolve.changePassword', language)
  await expect(main(page).locator('[aria-invalid=true]').first()).toBeVisible()
  await look('account-password-missing')
  await press(page, 'modal.cancel', language)
  await pressSetting(page, 'account.change', 'sms.phone', language)
  await look('account-phone')
  await textbox(page, 'account.newPhone', language).fill('01055554321')
  await press(page, 'sms.send', language)
  await expect(field(page, 'sms.code', language)).toBeEnabled()
  await look('account-phone-code')
  await press(page, 'modal.cancel', language)
  await pressSetting(page, 'account.change', 'login.email', language)
  await look('account-email')
  await field(page, 'account.newEmail', language).fill('someone@')
  await press(page, 'sms.send', language)
  await expect(main(page).locator('[aria-invalid=true]').first()).toBeVisible()
  await look('account-email-wrong')
  await patchAccount(page, { phone: null, email_managed: true, passkeys: { rp_id: 'localhost', count: 2 } })
  await answers(page, '/passkeys', passkeys())
  await open(page, paths.accountSecurity, 'title.accountSecurity', language)
  await said(page, 'account.neverUsed', language)
  await look('account-security-managed')
  await button(page, 'account.rename', language)
    .or(page.getByRole('button', { name: say('account.rename', language) }))
    .first()
    .click()
  await look('account-passkey-name')
  await field(page, 'account.passkeyName', language).fill('')
  await press(page, 'account.save', language)
  await said(page, 'account.passkeyNameEmpty', language)
  await look('account-passkey-name-missing')
  await press(page, 'modal.cancel', language)
  await page
    .getByRole('button', { name: say('account.remove', language) })
    .first()
    .click()
  await expect(dialog(page)).toBeVisible()
  await look('account-passkey-remove')
}

/** The second factor is required, and the list of passkeys does not come. */
export const required: Part = async (visit, language, look) => {
  const { page } = visit
  await signIn(visit, language)
  await patchAccount(page, { second_factor: 'SMS', second_factor_required: true })
  await refuses(page, '/passkeys', { status: 500 })
  await open(page, paths.accountSecurity, 'title.accountSecurity', language)
  await said(page, 'account.listFailed', language)
  await look('account-security-failed')
}

export const proof: Part = async (visit, language, look) => {
  const { page, outbox } = visit
  const one = await signIn(visit, language)
  await open(page, paths.accountSecurity, 'title.accountSecurity', language)
  const ask = async (...methods: Parameters<typeof needsProof>[2]) => {
    await needsProof(page, '/second-factor', methods)
    await pressSetting(page, 'account.turnOn', 'account.factor', language)
    await expect(dialog(page)).toBeVisible()
  }
  await ask('PASSKEY', 'PWD', 'SMS', 'EMAIL')
  await look('account-proof-passkey')
  await refuses(page, '/proof/passkey', { status: 400, code: 'PASSKEY_UNKNOWN' })
  await press(page, 'account.proofUsePasskey', language)
  await said(page, 'account.passkeyUnknown', language)
  await look('account-proof-passkey-failed')
  await cancel(page, language)
  await ask('PWD', 'SMS', 'EMAIL')
  await look('account-proof-password')
  await dialog(page).getByLabel(say('login.password', language), { exact: true }).fill(`${one.password}x`)
  await dialog(page)
    .getByRole('button', { name: say('account.proofGo', language), exact: true })
    .click()
  await expect(dialog(page).locator('[aria-invalid=true]')).toBeVisible()
  await look('account-proof-password-wrong')
  await cancel(page, language)
  await ask('SMS', 'EMAIL')
  await look('account-proof-sms')
  await press(page, 'sms.send', language)
  const code = dialog(page).getByLabel(say('sms.code', language), { exact: true })
  await expect(code).toBeEnabled()
  const right = await outbox.code(one.phone)
  await code.fill(right === '000000' ? '111111' : '000000')
  await expect(dialog(page).locator('[aria-invalid=true]')).toBeVisible()
  await look('account-proof-sms-wrong')
  await cancel(page, language)
  await ask('EMAIL')
  await look('account-proof-email')
}
