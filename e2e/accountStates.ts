// The member's own pages, each of their states, and each of their dialogs.
import { expect, type Page } from '@playwright/test'
import type { MessageKey } from '../src/rules/texts/messages.ts'
import { paths } from '../src/rules/visit/paths.ts'
import {
  activity,
  ANOTHER,
  answers,
  ENDED,
  holds,
  patchAccount,
  type Refusal,
  refuses,
  services,
  sessions,
} from './accountAnswers.ts'
import { cancel, dialog, open, pressSetting, said, signIn, textbox } from './accountPages.ts'
import { proof, required, security } from './accountSecurityStates.ts'
import { app } from './addresses.ts'
import { answerWith } from './fixtures.ts'
import { button, heading, press } from './resolving.ts'
import type { Part, Parts } from './states.ts'
import { say } from './texts.ts'

const overview: Part = async (visit, language, look) => {
  const { page } = visit
  await signIn(visit, language)
  await answers(page, '/sessions', sessions())
  await answers(page, '/services', services())
  await open(page, paths.account, 'title.account', language)
  await said(page, 'account.activityShort', language)
  await look('account')
  await pressSetting(page, 'account.change', 'join.nickname', language)
  await look('account-nickname')
  await textbox(page, 'join.nickname', language).fill('')
  await press(page, 'account.save', language)
  await said(page, 'join.nicknameEmpty', language)
  await look('account-nickname-missing')
  await patchAccount(page, { leaving: { effective_at: '2026-12-24T09:00:00Z' } })
  await open(page, paths.account, 'title.account', language)
  await expect(button(page, 'account.stay', language)).toBeVisible()
  await look('account-leaving')
  await refuses(page, '/leave', { status: 503 })
  await press(page, 'account.stay', language)
  await said(page, 'errors.unavailable', language)
  await look('account-leaving-failed')
}

const devices: Part = async (visit, language, look) => {
  const { page } = visit
  await signIn(visit, language)
  await open(page, paths.accountDevices, 'title.accountDevices', language)
  await said(page, 'account.thisBrowser', language)
  await look('account-devices-one')
  await answers(page, '/sessions', sessions())
  await open(page, paths.accountDevices, 'title.accountDevices', language)
  await expect(button(page, 'account.endOthers', language)).toBeVisible()
  await look('account-devices')
  await press(page, 'account.endOthers', language)
  await expect(dialog(page)).toBeVisible()
  await look('account-devices-confirm')
  await cancel(page, language)
  await refuses(page, '/sessions/s2', { status: 503 })
  await page.getByRole('listitem').filter({ hasText: 'iPhone' }).getByRole('button').click()
  await said(page, 'errors.unavailable', language)
  await look('account-devices-failed')
}

const servicesPart: Part = async (visit, language, look) => {
  const { page } = visit
  await signIn(visit, language)
  await answers(page, '/services', services())
  await open(page, paths.accountServices, 'title.accountServices', language)
  await said(page, 'account.openService', language)
  await look('account-services')
  await page
    .getByRole('button', { name: say('account.withdraw', language) })
    .first()
    .click()
  await expect(dialog(page)).toBeVisible()
  await look('account-services-confirm')
  await answers(page, '/services', [])
  await open(page, paths.accountServices, 'title.accountServices', language)
  await said(page, 'account.servicesNone', language)
  await look('account-services-none')
}

const activityPart: Part = async (visit, language, look) => {
  const { page } = visit
  await signIn(visit, language)
  await answers(page, '/activity', activity())
  await open(page, paths.accountActivity, 'title.accountActivity', language)
  await expect(page.locator('.day').last()).toBeVisible()
  await look('account-activity')
  await page
    .getByRole('button', { name: say('account.notMe', language) })
    .first()
    .click()
  await expect(dialog(page)).toBeVisible()
  await look('account-activity-confirm')
  await cancel(page, language)
  await answers(page, '/activity', [])
  await page.getByLabel(say('account.filter', language), { exact: true }).selectOption('SUPPORT')
  await said(page, 'account.activityNoneOfKind', language)
  await look('account-activity-none')
}

const privacy: Part = async (visit, language, look) => {
  const { page } = visit
  await signIn(visit, language)
  const letter = {
    received_at: '2026-10-01T09:00:00Z',
    file_name: 'certificate-of-enrollment-2026.pdf',
    state: 'WAITING',
  } as const
  await patchAccount(page, { letter })
  await open(page, paths.accountPrivacy, 'title.accountPrivacy', language)
  await look('account-privacy')
  await refuses(page, '/marketing', { status: 503 })
  await page.getByRole('checkbox').first().click()
  await said(page, 'errors.unavailable', language)
  await look('account-privacy-failed')
  await press(page, 'account.exportSave', language)
  await said(page, 'account.exportHere', language)
  await look('account-export')
  await press(page, 'account.exportShow', language)
  await expect(page.locator('.export-view')).toBeVisible()
  await look('account-export-shown')
  await press(page, 'account.exportHide', language)
  await press(page, 'account.leaveOpen', language)
  await look('account-leave')
  await press(page, 'account.leaveGo', language)
  await expect(button(page, 'account.stay', language)).toBeVisible()
  await look('account-privacy-leaving')
}

/** The page after a call of its session was refused. `prepare` says what the calls that follow find. */
const ends =
  (
    name: string,
    title: MessageKey,
    refusal: Refusal,
    prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
  ): Part =>
  async (visit, language, look) => {
    const { page } = visit
    await signIn(visit, language)
    await open(page, paths.accountServices, 'title.accountServices', language)
    await expect(page.locator('.item').first()).toBeVisible()
    await prepare(page)
    await refuses(page, '/sessions', refusal)
    await page.getByRole('link', { name: say('title.account', language), exact: true }).click()
    await heading(page, title, language)
    await look(name)
  }

/** The page opens, and the session cannot be asked for. */
const opens =
  (name: string, title: MessageKey, status: number, query = ''): Part =>
  async (visit, language, look) => {
    const { page } = visit
    await signIn(visit, language)
    // Each time: a change of the language asks again.
    await answerWith(page, '/v1/account', { status, body: { code: 'NO_SESSION' } })
    await page.goto(app + paths.account + query)
    await heading(page, title, language)
    await look(name)
  }

const reported: Part = async (visit, language, look) => {
  const { page } = visit
  await signIn(visit, language)
  await open(page, paths.accountActivity, 'title.accountActivity', language)
  await page
    .getByRole('button', { name: say('account.notMe', language) })
    .first()
    .click()
  await dialog(page).getByRole('button').last().click()
  await heading(page, 'account.reported', language)
  await look('account-reported')
}

/** A section whose list takes long. The pictures show what stands in its place. */
const slow: Part = async (visit, language, look) => {
  const { page } = visit
  await signIn(visit, language)
  const release = await holds(page, '/sessions')
  await open(page, paths.accountDevices, 'title.accountDevices', language)
  await said(page, 'common.slow', language)
  await look('account-devices-loading', { isLoading: true })
  release()
}

export const accountParts: Parts = {
  overview,
  security,
  required,
  proof,
  devices,
  services: servicesPart,
  activity: activityPart,
  privacy,
  reported,
  slow,
  'signed out': ends('account-signed-out', 'account.signedOut', ENDED),
  another: ends('account-another', 'account.another', ANOTHER, (page) =>
    patchAccount(page, { session: 'other', login_id: 'other@demo.test' }),
  ),
  cookies: opens('account-cookies', 'account.noCookies', 401, '?signed_in=1'),
  'no answer': opens('account-failed', 'account.notLoaded', 500),
}
