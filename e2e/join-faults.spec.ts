// Join, with faults at every step: each member type joins once. At every step the test reloads the page, leaves and returns,
// and changes the language. The step's calls answer 500 or nothing. All input except secrets stays, and nothing happens twice.
// The pages that all types share are tested with one general type and with the group type.
import type { Page } from '@playwright/test'
import { agreement } from './agreement.ts'
import { app, backend, partner } from './addresses.ts'
import { claim, expect, expectOnlyToast, expectSignedIn, main, test } from './fixtures.ts'
import { enterCode } from './codes.ts'
import { bodyOf, sentBy, withWishes } from './joinBodies.ts'
import { codeFor, type Joining, joining, PASSWORD, type Type, visitor, type Visitor } from './joining.ts'
import { keeps, survives } from './keeping.ts'
import { say } from './texts.ts'
import type { MessageKey } from '../src/rules/texts/messages.ts'

const LETTER = {
  name: '증명서.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** The fields of the service page. */
const WISHES = [
  ['/v1/terms/RELYING_PARTY', 'join.termsFailed'],
  ['/public/member/v1/codegroups/JOBGROUP/codes', 'profile.listFailed'],
  ['/v1/interests', 'profile.listFailed'],
] as const satisfies readonly (readonly [string, MessageKey])[]

test.slow()
test.beforeEach(async ({ page, watch }) => {
  watch.keepSecret(PASSWORD)
  await page.clock.install()
})

type Walk = { page: Page; join: Joining; someone: Visitor; recommender: string; triesAll: boolean }
type Proof = {
  legend: 'join.emailCode' | 'join.phoneCode'
  kind: 'email' | 'sms'
  to: string
  before: readonly string[]
}

async function messagesTo(to: string): Promise<number> {
  const response = await fetch(`${backend}/outbox.json?to=${encodeURIComponent(to)}`)
  return ((await response.json()) as unknown[]).length
}

/** Requests and enters a code. Each call fails first, and the page is reloaded in between. The code is sent once. */
async function prove({ page, triesAll }: Walk, { legend, kind, to, before }: Proof) {
  const section = page.getByRole('group', { name: say(legend) })
  const code = section.getByLabel(say('sms.code'))
  const button = (name: 'sms.send' | 'sms.verify') => page.getByRole('button', { name: say(name), exact: true })
  const send = () => button('sms.send').click()
  const enter = async () => enterCode(code, button('sms.verify'), await codeFor(to))
  if (triesAll) {
    for (const path of before) await survives(page, { path, press: send })
    // Spec §8: a code that is not sent says "service unavailable", for every status.
    const told = () => expectOnlyToast(page, say('errors.unavailable'))
    await survives(page, { path: `/authenticator/v1/issue/${kind}`, press: send, told })
  }
  await send()
  // The field of a code whose request was lost is enabled, too. The time that is left shows that this one was sent.
  await expect(section.getByRole('timer')).toBeVisible()
  await expect(code).toBeEnabled()
  if (triesAll) {
    await keeps(page)
    await expect(code).toBeEnabled()
    // The server accepted the code and its answer was lost. The same code is accepted again.
    await survives(page, { path: `/authenticator/v1/verify/${kind}`, press: enter, isDone: true })
  }
  await enter()
  await expect(section).toBeHidden()
  if (triesAll) await keeps(page)
  expect(await messagesTo(to)).toBe(1)
}

/** A list of each kind's own screens, which fails to load at first. */
const lists: Record<Type, string> = {
  BSNS: 'JOB_LEV_GRP',
  SOCIAL: 'SOCIAL_COM_GRP',
  FAMILY: 'FAM_REL_GRP',
  STUDENT: 'SCH_GRP',
  SK: 'SK_COM_GRP',
}

/** A student's screens, with all majors and an enrollment letter. */
async function giveStudies({ page, join }: Walk) {
  await join.school()
  // The dialog keeps unsaved input when it is opened again.
  await join.button('join.majorsAdd').click()
  const dialog = page.getByRole('dialog')
  const third = dialog.getByLabel(say('join.majorName', 'ko', { number: 3 }))
  for (let more = 0; more < 3; more++) await dialog.getByRole('button', { name: say('join.doubleMajorMore') }).click()
  await third.fill('통계학')
  await page.reload()
  await join.button('join.majorsAdd').click()
  await expect(third).toHaveValue('통계학')
  await dialog.getByRole('button', { name: say('modal.cancel') }).click()
  await join.majors()
  await page.getByLabel(say('join.letter')).setInputFiles(LETTER)
  await expect(page.getByText(LETTER.name)).toBeVisible()
}

/** The type with the most fields, and the group. The others have their own page only. */
const BY_DAY: readonly Type[] = ['STUDENT']

for (const type of Object.keys(lists) as Type[])
  test(
    `${type}: nothing is lost at any step, and nothing is asked or done twice`,
    { tag: BY_DAY.includes(type) ? [] : ['@all'] },
    async ({ page, member }) => {
      const someone = visitor(type)
      const join = joining(page, codeFor)
      const isGroup = type === 'SK'
      const triesAll = isGroup || type === 'SOCIAL'
      const walk = { page, join, someone, recommender: (await member('sk')).mbr_no ?? '', triesAll }
      /** A list that fails to load shows an error and loads on retry. */
      const list = async (path: string, text: MessageKey) => {
        const told = () => expect(page.getByText(say(text)).first()).toBeVisible()
        // Skipping ten seconds can also end the calls of other lists on a slow machine.
        const again = () =>
          expect(async () => {
            for (const button of await page.getByRole('alert').getByRole('button').all())
              await button.click({ timeout: 1000 })
            await expect(page.getByText(say(text))).toHaveCount(0, { timeout: 1000 })
          }).toPass()
        await survives(page, { path, press: async () => void (await page.reload()), told, lost: told, again })
      }

      await test.step('the kind of member', async () => {
        await join.arrive()
        if (isGroup) {
          // A card that was chosen earlier adds no fields for a group member.
          await page.getByRole('button', { name: say('join.sk_family'), exact: true }).press('Space')
          await expect(join.label('terms.agreeAllOptional')).toBeVisible()
          await page.goBack()
          return join.type(type)
        }
        await join.type(type)
        if (!triesAll) return
        await page.goBack()
        await expect(join.button('join.business_partner')).toBeVisible()
        await keeps(page)
        await join.type(type)
      })

      await test.step('the terms', async () => {
        await agreement(page).check()
        await join.label('terms.adSms').uncheck()
        if (triesAll) {
          await keeps(page)
          await list('/common/terms/v1/rps/suni', 'join.termsTextsFailed')
        }
        await expect(join.read('terms.privacy')).toBeVisible()
        await join.next()
      })

      await test.step('the account', async () => {
        await join.label('join.loginId').fill(someone.login_id)
        const challenge = `/v1/challenge/join/${encodeURIComponent(someone.login_id)}`
        await prove(walk, { legend: 'join.emailCode', kind: 'email', to: someone.login_id, before: [challenge] })
        await expect(join.label('join.nickname')).toBeVisible()
        const told = () => expect(main(page).getByText(say('join.nicknameUnknown'))).toBeVisible()
        let times = 0
        if (triesAll)
          await survives(page, {
            path: '/v1/valid/nickname',
            press: async () => {
              await join.label('join.nickname').fill(`${someone.nickname}${(times += 1)}`)
            },
            told,
            lost: told,
            again: () => join.label('join.nickname').fill(''),
          })
        await join.label('join.nickname').fill(someone.nickname)
        await expect(main(page).getByText(say('join.nicknameAvailable'))).toBeVisible()
        if (triesAll) await keeps(page)
        await join.password()
        await join.next()
      })

      await test.step('the person', async () => {
        if (isGroup) {
          await join.label('join.fullName').fill(someone.name)
          await join.label('join.birthYear').fill('1990')
          await keeps(page)
          return join.next()
        }
        await join.about(someone)
        await prove(walk, { legend: 'join.phoneCode', kind: 'sms', to: someone.phone, before: [] })
      })

      await test.step('what this kind gives besides', async () => {
        await list(`/public/member/v1/codegroups/${lists[type]}/codes`, 'profile.listFailed')
        await (type === 'STUDENT' ? giveStudies(walk) : join.own(type, walk.recommender))
        await keeps(page)
        await join.next()
      })

      const [codes, joins] = [counted(page, /\/(re)?issue\//), counted(page, /\/verify\/join$/)]
      await test.step('the service', async () => {
        await expect(page).toHaveURL(`${app}/join/service`)
        await agreement(page).check()
        await page.locator('#interest_category').selectOption({ index: 1 })
        await page.locator('#interest_field').selectOption({ index: 1 })
        await page.locator('#current_job_group').selectOption({ index: 1 })
        await keeps(page, ['reload', 'history', 'language'])
        if (type === 'SOCIAL') for (const [path, text] of WISHES) await list(path, text)
        await page.goBack()
        await expect(page).toHaveURL(new RegExp(`^${app}/join/privacy`))
        await join.next()
        await expect(page).toHaveURL(`${app}/join/service`)
        await page.locator('#current_job_group').selectOption('')
        await survives(page, { path: '/v1/verify/join', press: () => join.button('join.finish').click(), isDone: true })
        expect(await sentBy(page, () => join.button('join.finish').click())).toEqual(
          bodyOf(type, someone, withWishes(type)),
        )
      })

      await test.step('the last page', async () => {
        await join.joined()
        await expect(page.locator('#title')).toHaveText(
          type === 'BSNS' ? say('join.waitingTitle') : say('join.joinedTitle', 'ko', { name: someone.nickname }),
        )
        if (type === 'STUDENT') await expect(main(page).getByText(say('join.letterDone'))).toBeVisible()
        // The contact comes from a call of its own, a moment later.
        if (type === 'BSNS') await expect(page.locator('main bdi')).toBeVisible()
        await keeps(page, ['reload', 'language'])
        if (type === 'STUDENT') await expect(main(page).getByText(say('join.letterDone'))).toBeVisible()
        expect([codes(), joins()]).toEqual([0, 3])
        // Back leads to the service, as the button does.
        await (type === 'SK' ? join.toService() : page.goBack())
        if (type === 'BSNS') return page.waitForURL(`${partner}/`)
        const card = await expectSignedIn(page, someone)
        await expect(claim(card, 'nickname').first()).toHaveText(someone.nickname)
      })
    },
  )

/** How often the page asked for this path. */
function counted(page: Page, path: RegExp): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() !== 'OPTIONS' && path.test(new URL(request.url()).pathname)) count += 1
  })
  return () => count
}
