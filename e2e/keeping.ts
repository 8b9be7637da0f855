// What a fault must leave as it was: everything a visitor has given but secrets, which are never brought back.
import { expect, type Page } from '@playwright/test'
import { TIMEOUT_MS } from '../src/wire/timeout'
import { sandbox } from './addresses'
import { answerWith, expectOnlyToast } from './fixtures'
import { say } from './texts'

const SECRETS = ['password', 'passwordComparison', 'emailVeriCode', 'mobileVeriCode']
const BROKEN = { status: 500, body: { code: 'INTERNAL' } }

type Kept = { fields: [name: string, value: string | boolean][]; lines: string[] }

/** Every field of the page with what it holds, and what stands there of majors, files and proofs: not what a server says of a nickname. */
export const kept = (page: Page): Promise<Kept> =>
  page.evaluate(
    ([secrets, nickname]) => {
      const fields = Array.from(
        document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('main :is(input, select)'),
      )
        .filter(({ name, type }) => !secrets.includes(name) && type !== 'file')
        .map((field): [string, string | boolean] => [
          field.id,
          ['checkbox', 'radio'].includes(field.type) ? (field as HTMLInputElement).checked : field.value,
        ])
      const lines = Array.from(
        document.querySelectorAll<HTMLElement>('main :is(bdi, .list li, .success:has(svg), .aside p)'),
      )
      return { fields, lines: lines.map(({ innerText }) => innerText).filter((line) => line !== nickname) }
    },
    [SECRETS, say('join.nicknameAvailable')] as const,
  )

/** The words of what was chosen from the service's lists. */
const chosen = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('main select'))
      .map((field) => (field as HTMLSelectElement).selectedOptions[0]?.text ?? '')
      .filter((text) => /\p{L}/u.test(text)),
  )

const secretsOf = (page: Page): Promise<string[]> =>
  page.evaluate(
    (secrets) =>
      secrets.map((name) => document.querySelector<HTMLInputElement>(`main input[name="${name}"]`)?.value ?? ''),
    SECRETS,
  )

async function leaveAndReturn(page: Page): Promise<void> {
  const here = page.url()
  const title = await page.locator('#title').innerText()
  await page.goBack()
  await expect(page).not.toHaveURL(here)
  await page.goForward()
  await expect(page).toHaveURL(here)
  await expect(page.locator('#title')).toHaveText(title)
}

async function switchAndBack(page: Page): Promise<void> {
  const title = page.locator('#title')
  const [words, choices] = [await title.innerText(), await chosen(page)]
  await page.getByLabel(say('shell.language')).selectOption('en')
  await expect(title).not.toHaveText(words)
  // The lists speak English now, all of them that have a choice.
  await expect(async () => {
    const now = await chosen(page)
    expect(now).toHaveLength(choices.length)
    expect(now.filter((text, at) => text === choices[at])).toEqual([])
  }).toPass()
  await page.getByLabel(say('shell.language', 'en')).selectOption('ko')
  await expect(title).toHaveText(words)
}

/** What may come over any page. */
const faults = {
  reload: async (page: Page) => {
    await page.reload()
    await expect(page.locator('#title')).toBeVisible()
  },
  history: leaveAndReturn,
  language: switchAndBack,
}
export type Fault = keyof typeof faults

/** The page is there, and so are its lists: on their way they are no choices yet. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('#title')).toBeVisible()
  await expect(page.getByText(say('profile.listComing'))).toHaveCount(0)
  await expect(page.locator('#consentedTerms:disabled')).toHaveCount(0)
}

/** Does `what`, after which everything that was given must be there as before. */
export async function keeping(page: Page, what: () => Promise<void>, when = page.url()): Promise<void> {
  await settled(page)
  const before = await kept(page)
  await what()
  await expect.poll(() => kept(page), { message: when }).toEqual(before)
}

/** The page comes through all that may come over it, each of these in turn. */
export async function keeps(page: Page, these: readonly Fault[] = ['reload', 'history', 'language']): Promise<void> {
  for (const fault of these) {
    const when = `${fault} at ${page.url()}`
    await keeping(page, () => faults[fault](page), when)
    if (fault !== 'language') expect(await secretsOf(page), when).toEqual(SECRETS.map(() => ''))
  }
}

type Press = {
  /** Of the call that fails. */
  path: string
  press: () => Promise<void>
  /** How a broken server is told of, where that is not the toast of the HTTP layer. */
  told?: () => Promise<void>
  /** How a server that never answers is told of, where that is not the toast of a lost connection. */
  lost?: () => Promise<void>
  /** The way back that is offered beside what could not be had. */
  again?: () => Promise<void>
  /** The server does what it was asked, and its answer never comes. */
  isDone?: boolean
}

/** The next call there is never answered, whether or not the server does what it is asked. @returns lets the page's timeout pass */
async function unanswered(page: Page, path: string, isDone = false): Promise<() => Promise<void>> {
  let asked = () => {}
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  await page.route(
    (url) => url.origin === sandbox && url.pathname === path,
    async (route) => {
      if (isDone) await route.fetch()
      asked()
    },
    { times: 1 },
  )
  return async () => {
    await isAsked
    await page.clock.fastForward(TIMEOUT_MS)
  }
}

const saidLost = (page: Page) => expect(page.getByText(say('errors.noConnection')).first()).toBeVisible()

/** A call that is answered with 500, and one that is never answered: the member is told, and all stays as it was. */
export async function survives(page: Page, { path, press, told, lost, again, isDone = false }: Press): Promise<void> {
  await keeping(page, async () => {
    await answerWith(page, path, BROKEN, 1)
    await press()
    await (told ?? (() => expectOnlyToast(page, say('errors.serverError'))))()
    await again?.()
  })
  await keeping(page, async () => {
    const giveUp = await unanswered(page, path, isDone)
    await press()
    await giveUp()
    await (lost ?? (() => saidLost(page)))()
    await again?.()
  })
}

/** A way in that a failing server bars is tried again from the page that says so: after an answer of 500, and after none. */
export async function comesAfter(page: Page, path: string, begin: () => Promise<void>): Promise<void> {
  const told = () => expect(page.locator('#title')).toHaveText(say('error.500'))
  const again = page.getByRole('button', { name: say('error.retry'), exact: true })
  await answerWith(page, path, BROKEN, 1)
  await begin()
  await told()
  const giveUp = await unanswered(page, path)
  await again.click()
  await giveUp()
  await saidLost(page)
  await told()
  await again.click()
}
