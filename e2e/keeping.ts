// Compares a page before and after a fault: all input stays except secrets.
import { expect, type Page } from '@playwright/test'
import { backend } from './addresses.ts'
import { answerWith, expectOnlyToast } from './fixtures.ts'
import { intercept } from './intercept.ts'
import { say } from './texts.ts'

const SECRETS = ['password', 'passwordComparison', 'emailVeriCode', 'mobileVeriCode']
const BROKEN = { status: 500, body: { code: 'INTERNAL' } }

type Kept = { fields: [name: string, value: string | boolean][]; lines: string[] }

/** The values of all fields, with majors, files and proofs. The server's answer about a nickname is not input. */
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

/** The labels of the chosen options. */
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
  // The screens of one page have one address.
  await expect.poll(async () => page.url() !== here || (await page.locator('#title').innerText()) !== title).toBe(true)
  await page.goForward()
  await expect(page).toHaveURL(here)
  await expect(page.locator('#title')).toHaveText(title)
}

async function switchAndBack(page: Page): Promise<void> {
  const title = page.locator('#title')
  const [words, choices] = [await title.innerText(), await chosen(page)]
  await page.getByLabel(say('shell.language')).selectOption('en')
  await expect(title).not.toHaveText(words)
  // Wait until every chosen option has its English label.
  await expect(async () => {
    const now = await chosen(page)
    expect(now).toHaveLength(choices.length)
    expect(now.filter((text, at) => text === choices[at])).toEqual([])
  }).toPass()
  await page.getByLabel(say('shell.language', 'en')).selectOption('ko')
  await expect(title).toHaveText(words)
}

/** The disturbances that every page must survive. */
const faults = {
  reload: async (page: Page) => {
    await page.reload()
    await expect(page.locator('#title')).toBeVisible()
  },
  history: leaveAndReturn,
  language: switchAndBack,
}
export type Fault = keyof typeof faults

/** Waits for the page and its lists of options. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('#title')).toBeVisible()
  await expect(page.getByText(say('profile.listComing'))).toHaveCount(0)
  await expect(page.locator('#consentedTerms:disabled')).toHaveCount(0)
}

/** Runs `what`, then checks that all input is unchanged. */
export async function keeping(page: Page, what: () => Promise<void>, when = page.url()): Promise<void> {
  await settled(page)
  const before = await kept(page)
  await what()
  await expect.poll(() => kept(page), { message: when }).toEqual(before)
}

/** Runs each disturbance on the page. */
export async function keeps(page: Page, these: readonly Fault[] = ['reload', 'history', 'language']): Promise<void> {
  for (const fault of these) {
    const when = `${fault} at ${page.url()}`
    await keeping(page, () => faults[fault](page), when)
    if (fault !== 'language') expect(await secretsOf(page), when).toEqual(SECRETS.map(() => ''))
  }
}

type Press = {
  /** The path of the failing call. */
  path: string
  press: () => Promise<void>
  /** The message for a server error, if it is not the toast of the HTTP layer. */
  told?: () => Promise<void>
  /** The message for a missing answer, if it is not the toast about the connection. */
  lost?: () => Promise<void>
  /** The button or link that offers a retry. */
  again?: () => Promise<void>
  /** The server does the work, and its answer is lost. */
  isDone?: boolean
}

const callOf = (path: string) => (url: URL) => url.origin === backend && url.pathname === path

/** Breaks the connection of the next call of this path. @param isDone the server has done the work by then */
const breakConnection = (page: Page, path: string, isDone: boolean): Promise<void> =>
  intercept(
    page,
    callOf(path),
    async (route) => {
      if (isDone) await route.fetch({ maxRetries: 2 })
      await route.abort('connectionreset')
    },
    { times: 1 },
  )

const saidLost = (page: Page) => expect(page.getByText(say('errors.noConnection')).first()).toBeVisible()

/**
 * Answers a call with 500, and then loses its answer. Each shows a message and keeps the input. A press that gets no answer at all waits for it
 * (long-waits.spec.ts).
 */
export async function survives(page: Page, { path, press, told, lost, again, isDone = false }: Press): Promise<void> {
  await keeping(page, async () => {
    await answerWith(page, path, BROKEN, 1)
    await press()
    await (told ?? (() => expectOnlyToast(page, say('errors.serverError'))))()
    await again?.()
  })
  await keeping(page, async () => {
    await breakConnection(page, path, isDone)
    await press()
    await (lost ?? (() => saidLost(page)))()
    await again?.()
  })
}
