// Forty states look as e2e/outlines keeps them, and a screen reader reads them so. Review reads a change as lines of text.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { outlineOf } from './outline.ts'
import { differences } from './outlineDifferences.ts'

export const FOLDER = 'e2e/outlines'
const SIZES = {
  '': { width: 390, height: 844 },
  '-desktop': { width: 1440, height: 900 },
}

/** The states, from the visits that access.spec.ts makes by day. */
const ON_A_PHONE = (
  'login login-wrong login-locked login-child login-notice certification sms sms-issued sms-wrong sms-expired ' +
  'chooser chooser-forget error-403 error-500 about ' +
  'identify-myid identify-done identify-none identify-verify identify-verify-sent identify-new identify-changed ' +
  'join-type join-terms join-email join-account join-account-missing join-person join-phone join-own-filled ' +
  'join-service join-completed resolve-terms resolve-nickname resolve-service resolve-waiting resolve-passkey ' +
  'account account-security account-privacy'
).split(' ')
/** These have another layout on a desktop. */
const ON_A_DESKTOP = ['login', 'join-type', 'error-403', 'account']

/** The names of the files in `FOLDER`. */
export const KEPT: readonly string[] = [...ON_A_PHONE, ...ON_A_DESKTOP.map((state) => `${state}-desktop`)]

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [])

/**
 * What a screen reader is given of the page or of its dialog, behind the outline of the phone. Each line begins with a bar, so that all of it is compared
 * letter by letter. Digits are 0, as in the outline.
 */
async function heardOf(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog')
  const root = (await dialog.count()) > 0 ? dialog : page.getByRole('main')
  const lines = (await root.ariaSnapshot()).split('\n').filter((line) => !/^ *- \/url:/.test(line))
  return lines.map(
    (line) =>
      `heard | ${line
        .replace(/\b[\da-f]{8}\b/g, '0')
        .replace(/(\[level=\d)|\d+/g, (_, level?: string) => level ?? '0')
        .replace(/오전|오후/g, '오전')
        .replace(/(몇 초|0\S) 전/g, '0분 전')}`,
  )
}

/** Fails softly: the other checks of the visit go on. */
const softly = expect.configure({ soft: true })

/** Compares this state with what is kept, or keeps it in a run with `--update-snapshots`. The page is in Korean. */
export async function expectKept(page: Page, state: string): Promise<void> {
  const isUpdate = ['all', 'changed'].includes(test.info().config.updateSnapshots)
  for (const [suffix, size] of Object.entries(SIZES)) {
    const name = `${state}${suffix}`
    if (!KEPT.includes(name)) continue
    const file = `${FOLDER}/${name}.txt`
    const lines = async () => [...(await outlineOf(page)), ...(suffix === '' ? await heardOf(page) : [])]
    await page.setViewportSize(size)
    await page.mouse.move(0, 0)
    await expect(page.locator('.bone'), name).toHaveCount(0)
    if (isUpdate) {
      await page.waitForLoadState('networkidle')
      const now = await lines()
      // A place that varies by a pixel stays as it was kept.
      if (differences(read(file), now).length > 0) writeFileSync(file, `${now.join('\n')}\n`)
    }
    // What loads late comes within the wait.
    await softly
      .poll(async () => differences(read(file), await lines()).join('\n'), {
        message: `${name} looks different from ${file}. If it should: npm run looks`,
        timeout: 10_000,
      })
      .toBe('')
  }
}
