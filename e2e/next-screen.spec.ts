// The next screen waits for no file: its code and texts load while the member is busy with the one before.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { app } from './addresses.ts'
import { chunkOf, entryScript } from './chunks.ts'
import { expect, loginForm, signInUrl, test } from './fixtures.ts'
import { NEW_PASSWORD, recovery } from './identifyStates.ts'
import { intercept } from './intercept.ts'
import { codeFor, joining, PASSWORD, visitor } from './joining.ts'
import { steps } from './resolveSteps.ts'
import { say } from './texts.ts'

/** The files that the page has asked for since, and those of them that came from the network and not from the cache. */
const files = (page: Page, since = 0) =>
  page.evaluate((start) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const own = entries.filter(
      ({ name, startTime, responseEnd }) =>
        startTime >= start && name.startsWith(`${location.origin}/assets/`) && responseEnd > 0,
    )
    return {
      all: own.map(({ name }) => name),
      fetched: own.filter(({ transferSize }) => transferSize > 0).map(({ name }) => name),
    }
  }, since)

const expectLoaded = (page: Page, addresses: readonly string[]) =>
  expect
    .poll(async () => {
      const { all } = await files(page)
      return addresses.filter((address) => !all.includes(address))
    })
    .toEqual([])

/** The files that the login form prefetches. */
async function expectPrefetched(page: Page) {
  const list = (await page.locator('#root').getAttribute('data-ahead')) ?? ''
  const { origin } = new URL(page.url())
  await expectLoaded(
    page,
    readFileSync(`dist/app/${list}`, 'utf8')
      .split(' ')
      .map((file) => `${origin}/${file}`),
  )
}

/** Files that load in the background of a screen, and that no screen waits for: the dialog, what a link or a field may ask for, and a list that a later screen has. */
const BACKGROUND = /\/(?:ModalContent|Choices|Dialog|TermsText|emailSuggestion|frequentPasswords|SearchField|muiTheme)-/

/** @returns a check that no file of a screen came from the network since */
async function watchNetwork(page: Page) {
  const since = await page.evaluate(() => performance.now())
  return async () => {
    const { fetched } = await files(page, since)
    expect(fetched.filter((name) => !BACKGROUND.test(name))).toEqual([])
  }
}

/** Notes in the page, for each heading and dialog, what had come from the network when it appeared. */
function noteScreens(): void {
  const noted: { screen: string; fetched: string[] }[] = []
  Object.assign(window, { noted })
  let last = ''
  new MutationObserver(() => {
    const screen = document.querySelector('#modal-title, h1#title')?.textContent ?? ''
    if (screen === last) return
    last = screen
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const own = entries.filter(({ name, transferSize }) => name.includes('/assets/') && transferSize > 0)
    noted.push({ screen, fetched: own.map(({ name }) => name) })
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Signs in once all is prefetched, and reads what came from the network between the press and the screen with this title. */
async function expectNoFileBefore(page: Page, title: string, signIn: () => Promise<void>) {
  await page.evaluate(noteScreens)
  await expectPrefetched(page)
  const before = (await files(page)).fetched
  await signIn()
  await expect(page.locator('h1#title')).toHaveText(title)
  const noted = await page.evaluate(
    () => (window as unknown as { noted: { screen: string; fetched: string[] }[] }).noted,
  )
  const shown = noted.find(({ screen }) => screen === title)
  expect(shown?.fetched.filter((name) => !before.includes(name))).toEqual([])
}

/** By day, a step that begins with a notice. The code form is one without. */
const BY_DAY = ['new-terms']

for (const step of steps.filter(({ bySession }) => !bySession))
  test(
    `the answer to the password leads to ${step.type} (${step.like}) without another file`,
    { tag: BY_DAY.includes(step.like) ? [] : ['@all'] },
    async ({ page, arrive, member }) => {
      const one = await member(step.like)
      await arrive({ service: step.service ?? 'a' })
      await expectNoFileBefore(page, say(step.title), async () => {
        await loginForm(page).signIn(one)
        if (step.notice) await page.getByRole('dialog').getByRole('button').click()
      })
    },
  )

test('the answer to the password leads to the code form without another file', async ({ page, arrive, member }) => {
  const one = await member('sms')
  await arrive()
  await expectNoFileBefore(page, say('sms.title'), () => loginForm(page).signIn(one))
})

for (const [name, address, source] of [
  ['a join', signInUrl({ prompt: 'create' }), 'src/pages/join/MemberTypePage.tsx'],
  ['the account', `${app}/account`, 'src/pages/account/AccountPage.tsx'],
] as const)
  test(`${name} asks for the code of its first screen before the first script has come`, async ({ page }) => {
    const asked = page.waitForRequest(chunkOf(source))
    await intercept(
      page,
      ({ href }) => href === entryScript(),
      async (route) => {
        await asked
        await route.continue()
      },
    )
    await page.goto(address)
    await expect(page.locator('h1#title')).toBeVisible()
  })

test('no screen of a join waits for a file once its first one has been read', async ({ page, watch }) => {
  watch.keepSecret(PASSWORD)
  const someone = visitor('SOCIAL')
  const join = joining(page, codeFor)
  await join.arrive()
  const pages = ['Terms', 'Privacy', 'Service', 'Completed'].map((name) => chunkOf(`src/pages/join/${name}Page.tsx`))
  await expectLoaded(page, pages)
  const expectNoFile = await watchNetwork(page)
  await join.type('SOCIAL')
  await join.terms()
  await join.account(someone)
  await join.person(someone)
  await join.own('SOCIAL')
  await join.next()
  await join.service()
  await join.joined()
  await expectNoFile()
})

test('no screen of a reset waits for a file once its first one has been read @all', async ({
  page,
  arrive,
  member,
  watch,
}) => {
  watch.keepSecret(NEW_PASSWORD)
  const one = await member('member')
  const is = recovery(page)
  await arrive()
  await expectPrefetched(page)
  await page.getByRole('link', { name: say('login.forgot') }).click()
  await is.at('password')
  await expectLoaded(
    page,
    ['Verify', 'New'].map((name) => chunkOf(`src/pages/identify/Password${name}Page.tsx`)),
  )
  const expectNoFile = await watchNetwork(page)
  await is.id.fill(one.login_id)
  await is.next.click()
  await is.send.click()
  await is.enter(await codeFor(one.phone))
  await is.setPassword(NEW_PASSWORD)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoFile()
})
