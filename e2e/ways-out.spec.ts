// No screen is a dead end: the way out of a page of each family is pressed. access.spec.ts looks for one in every state, any-backend.spec.ts on
// every route.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { identifyStates } from './identifyStates.ts'
import { PASSWORD } from './joining.ts'
import { joinParts } from './joinStates.ts'
import { resolveParts } from './resolveStates.ts'
import { entryParts, fixedStates, type Parts } from './states.ts'
import { waysOut } from './waysOut.ts'

const PARTS: Parts = {
  ...entryParts,
  fixed: fixedStates,
  recovery: identifyStates,
  ...joinParts,
  ...Object.fromEntries(Object.entries(resolveParts).map(([name, part]) => [`step: ${name}`, part])),
}
/** A state of each family of pages, and the part that meets it. Those that a visit meets first are pressed by day. */
const PRESSED: readonly [part: string, state: string, byDay?: true][] = [
  ['login', 'login', true],
  ['login', 'login-notice'],
  ['second step', 'sms-issued'],
  ['chooser and information', 'chooser'],
  ['chooser and information', 'error-404'],
  ['recovery', 'identify-myid-sent'],
  ['recovery', 'identify-done'],
  ['recovery', 'identify-new'],
  ['social', 'join-type', true],
  ['social', 'join-account'],
  ['social', 'join-completed'],
  ['partner', 'join-waiting'],
  ['invited to the group', 'join-invited-privacy'],
  ['converted', 'join-info'],
  ['step: three steps', 'resolve-terms'],
  ['step: password', 'resolve-password'],
  ['step: waiting', 'resolve-waiting', true],
  ['step: certification', 'resolve-certification'],
]

class Arrived extends Error {}

/** What a member sees: address, screen and dialog. */
const scene = (page: Page) =>
  page.evaluate(() => {
    const [dialog, title] = ['[role=dialog]', 'h1:not(.hidden)'].map((one) => document.querySelector(one)?.textContent)
    return `${location.href} ${title} ${dialog}`
  })

/** Presses the first way out. A link to a new tab opens a page with a heading, any other way changes the scene. */
async function leave(page: Page): Promise<void> {
  const [way] = await waysOut(page)
  if (!way) throw new Error(`no way out of ${page.url()}`)
  const before = await scene(page)
  const place = (await page.getByRole('dialog').count()) > 0 ? page.getByRole('dialog') : page.locator('main')
  const pressed = way.kind === 'link' ? place.locator(`a[href]`) : place.getByRole('button')
  const one = pressed.filter({ hasText: way.text.split('\n')[0] as string }).first()
  if ((await one.getAttribute('target')) === '_blank') {
    const [opened] = await Promise.all([page.context().waitForEvent('page'), one.click()])
    await expect(opened.locator('h1')).toBeVisible()
    return
  }
  await one.click()
  await expect.poll(() => scene(page).catch(() => before)).not.toBe(before)
  await expect(page.locator('h1:not(.hidden)')).toBeVisible()
}

for (const [name, state, byDay] of PRESSED)
  test(
    `the way out of ${state} leads to another screen`,
    { tag: byDay ? [] : ['@all'] },
    async ({ page, arrive, member, outbox, watch }) => {
      test.setTimeout(120_000)
      watch.keepSecret(PASSWORD)
      page.setDefaultTimeout(10_000)
      const look = (met: string) => {
        if (met === state) throw new Arrived()
        return Promise.resolve()
      }
      const { [name]: part = identifyStates } = PARTS
      await expect(part({ page, arrive, member, outbox }, 'ko', look)).rejects.toThrow(Arrived)
      await leave(page)
    },
  )

test('a screen without links and buttons has no way out', async ({ page, arrive }) => {
  await arrive()
  expect(await waysOut(page)).not.toEqual([])
  // What comes with the answers to the entry is removed as well.
  const rest = async () => {
    await page.evaluate(() => document.querySelectorAll('main :is(a, button)').forEach((way) => way.remove()))
    return waysOut(page)
  }
  await expect.poll(rest).toEqual([])
})
