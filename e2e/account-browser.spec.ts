// The member's own pages in a real browser: printing, a reload in the middle, the keyboard alone, small and slow.
// Back and its cache: e2e/engines/account.journey.ts, tests/pages/account/session.test.tsx.
import type { Page } from '@playwright/test'
import { type Path, paths } from '../src/rules/visit/paths.ts'
import { answers, holds, needsProof, patchAccount, refuses, sessions } from './accountAnswers.ts'
import { dialog, open, pressSetting, said, signIn, textbox } from './accountPages.ts'
import { app } from './addresses.ts'
import { answerWith, axe, expect, main, test as base } from './fixtures.ts'
import { button, press } from './resolving.ts'
import { say } from './texts.ts'

/** `enter` signs a fresh member in and opens a page of the account. */
const test = base.extend<{ enter: (path: Path) => Promise<{ login_id: string; password: string }> }>({
  enter: async ({ page, arrive, member, outbox }, provide) => {
    await provide(async (path) => {
      const one = await signIn({ page, arrive, member, outbox }, 'ko')
      await page.goto(app + path)
      await expect(main(page).locator('h1#title')).toBeVisible()
      return one
    })
  },
})

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '')
const reach = async (page: Page, name: string) => {
  const isThere = () =>
    page.evaluate((words) => {
      const { activeElement } = document
      const named = activeElement?.getAttribute('aria-labelledby')?.split(' ') ?? []
      const text = named.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
      return [text, activeElement?.textContent ?? ''].map((one) => one.replaceAll(/\s+/g, ' ').trim()).includes(words)
    }, name)
  // A list may still be coming, and a press while it is would lead past it.
  await expect(page.getByRole('button', { name, exact: true }).first()).toBeVisible()
  for (let presses = 0; presses < 40 && !(await isThere()); presses += 1) await page.keyboard.press('Tab')
  expect(await isThere(), `the keyboard reaches “${name}”`).toBe(true)
}

test('the printed export has the data and no button, and a printed page no controls', async ({ page, enter }) => {
  await enter(paths.accountPrivacy)
  await press(page, 'account.exportShow')
  await expect(page.locator('.exported').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  // As the browser does before it prints: the groups of the export are open on paper.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.locator('.export-view details:not([open])')).toHaveCount(0)
  const controls = page.locator('button:visible, select:visible, input:visible, a:visible')
  await expect(controls).toHaveCount(0)
  await expect(page.locator('.export-view table').first()).toBeVisible()
  const cut = await page
    .locator('.exported')
    .evaluateAll((boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth + 1).length)
  expect(cut, 'tables that the paper cuts off').toBe(0)
  await page.emulateMedia({ media: 'screen' })
  await open(page, paths.accountDevices, 'title.accountDevices', 'ko')
  await said(page, 'account.thisBrowser', 'ko')
  await page.emulateMedia({ media: 'print' })
  await expect(controls).toHaveCount(0)
  await expect(page.locator('.item').first()).toBeVisible()
})

test('by keyboard alone: a nickname is changed, a browser signed out, and leaving begun and taken back; a screen reader is told what each button is about', async ({
  page,
  enter,
}) => {
  await enter(paths.account)
  const status = page.getByRole('status')
  await reach(page, `${say('account.change')} ${say('join.nickname')}`)
  await page.keyboard.press('Enter')
  await expect(textbox(page, 'join.nickname', 'ko')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(`다미${Date.now() % 10_000_000}`)
  await page.keyboard.press('Enter')
  await expect(status.filter({ hasText: say('account.nicknameChanged') }).first()).toBeAttached()
  await expect.poll(() => focused(page)).toBe('nickname-part-change')

  await answers(page, '/sessions', sessions())
  await answerWith(page, '/v1/account/sessions/s2', { status: 204, body: '' })
  await open(page, paths.accountDevices, 'title.accountDevices', 'ko')
  await reach(page, `${say('account.signOut')} Safari · iPhone`)
  await page.keyboard.press('Enter')
  await expect(status.filter({ hasText: say('account.deviceEnded') }).first()).toBeAttached()
  await expect.poll(() => focused(page)).toBe('title')

  await open(page, paths.accountPrivacy, 'title.accountPrivacy', 'ko')
  await reach(page, say('account.leaveOpen'))
  await page.keyboard.press('Enter')
  await reach(page, say('modal.cancel'))
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('leave-open')
  await page.keyboard.press('Enter')
  await reach(page, say('account.leaveGo'))
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('title')
  await reach(page, say('account.stay'))
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('title')
  await expect(button(page, 'account.stay')).toBeHidden()

  await patchAccount(page, { leaving: { effective_at: '2026-12-24T09:00:00Z' } })
  await open(page, paths.accountDevices, 'title.accountDevices', 'ko')
  await expect(button(page, 'account.endOthers')).toBeVisible()
  await expect(main(page)).toMatchAriaSnapshot(`
    - navigation "${say('account.sections')}"
    - heading "${say('title.accountDevices')}" [level=1]
    - region "${say('account.leavingShort')}":
      - button "${say('account.stay')}"
    - list:
      - listitem:
        - button "${say('account.signOut')} Chrome · Windows ${say('account.thisBrowser')}"
      - listitem:
        - button "${say('account.signOut')} Safari · iPhone"
      - listitem:
        - button "${say('account.signOut')} Samsung Internet for Android · Android"
    - button "${say('account.endOthers')}"
  `)
})

test('on its side, a phone shows the dialog of a proof whole or lets it scroll @all', async ({ page, enter }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await enter(paths.accountSecurity)
  await needsProof(page, '/second-factor', ['PASSKEY', 'PWD', 'SMS', 'EMAIL'])
  await pressSetting(page, 'account.turnOn', 'account.factor', 'ko')
  const last = dialog(page).getByRole('button', { name: say('account.proofEmail') })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  await axe(page)
  await dialog(page)
    .getByRole('button', { name: say('modal.cancel') })
    .click()
  for (const path of [paths.account, paths.accountDevices, paths.accountPrivacy]) {
    await page.goto(app + path)
    await expect(page.locator('.bone')).toHaveCount(0)
    await expect(main(page).locator('h1#title')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
  }
})

test('a list that hangs says so, keeps its place, and one that fails is asked for again @all', async ({
  page,
  enter,
}) => {
  await enter(paths.account)
  const release = await holds(page, '/sessions')
  await page.clock.install()
  await page.goto(app + paths.accountDevices)
  await expect(page.locator('.bone.row')).toHaveCount(2)
  const top = () =>
    page
      .locator('.bone.row')
      .first()
      .evaluate((bone) => bone.getBoundingClientRect().top)
  const before = await top()
  await page.clock.runFor(4100)
  await said(page, 'common.slow', 'ko')
  expect(await top(), 'nothing moves').toBe(before)
  release()
  await said(page, 'account.thisBrowser', 'ko')
  await refuses(page, '/services', { status: 503 })
  await page.goto(app + paths.accountServices)
  await said(page, 'account.listFailed', 'ko')
  await press(page, 'profile.retry')
  await expect(page.locator('.item').first()).toBeVisible()
  await expect.poll(() => focused(page)).toBe('title')
})
