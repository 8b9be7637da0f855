// Further faults of a join, beyond those of join-faults.spec.ts: a letter of an earlier visit, and input methods.
import type { Page } from '@playwright/test'
import { app } from './addresses.ts'
import { expect, main, test } from './fixtures.ts'
import { PASSWORD, visitor, joinAs } from './joining.ts'
import { say } from './texts.ts'

// A whole join, field by field and code by code, and more than once.
test.slow()
test.beforeEach(({ watch }) => watch.keepSecret(PASSWORD))

/** The entries of the letter vault. `put` is added first, as an earlier visit would. */
const lettersKept = (page: Page, put: string[] = []) =>
  page.evaluate(
    (places) =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('daemun', 1)
        opening.onerror = () => reject(opening.error ?? new Error('no database'))
        opening.onupgradeneeded = () => void opening.result.createObjectStore('letters')
        opening.onsuccess = () => {
          const letters = opening.result.transaction('letters', 'readwrite').objectStore('letters')
          for (const place of places) letters.put('sealed', place)
          const asked = letters.getAllKeys()
          asked.onsuccess = () => {
            opening.result.close()
            resolve(asked.result.map(String))
          }
        }
      }),
    put,
  )

test.describe('An enrollment letter', () => {
  test('of a visit that is over is deleted when the next page opens', async ({ page }) => {
    await page.goto(`${app}/about`)
    expect(await page.evaluate(() => indexedDB.databases()), 'none is made where there was no letter').toEqual([])
    const [old, fresh] = [51, 49].map((minutes) => `${Date.now() - minutes * 60_000}-letter`) as [string, string]
    expect(await lettersKept(page, [old, fresh])).toEqual([old, fresh])
    await page.reload()
    await expect.poll(() => lettersKept(page)).toEqual([fresh])
  })
})

test.describe('Korean typed through an input method', () => {
  /** Types syllable by syllable with an input method's composition. */
  async function compose(page: Page, syllables: readonly (readonly string[])[]) {
    const cdp = await page.context().newCDPSession(page)
    for (const stages of syllables) {
      for (const text of stages)
        await cdp.send('Input.imeSetComposition', { selectionStart: text.length, selectionEnd: text.length, text })
      await cdp.send('Input.insertText', { text: stages.at(-1) ?? '' })
    }
    await cdp.detach()
  }
  const HANEUL = [
    ['ㅎ', '하'],
    ['ㄴ', '느', '늘'],
  ] as const

  test('loses and doubles nothing, and Enter that ends a syllable sends nothing', async ({ page }) => {
    const someone = visitor('SOCIAL')
    const join = await joinAs(page, 'SOCIAL')
    await join.terms()
    await join.account(someone)
    await join.person(someone)
    // A list is searched while a syllable is composed, and Enter that ends the syllable takes no choice.
    const search = page.getByRole('combobox', { name: say('join.organisation') })
    const typing = await page.context().newCDPSession(page)
    await search.click()
    await typing.send('Input.imeSetComposition', { selectionStart: 1, selectionEnd: 1, text: '촐' })
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
      '초록발자국',
      say('search.own', 'ko', { typed: '촐' }),
    ])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listbox')).toBeVisible()
    await typing.send('Input.insertText', { text: '초' })
    await typing.detach()
    await search.press('Escape')
    await join.pick('join.organisation', -1)
    await join.last('join.jobTitle').check()
    // The choice of "other" moves the focus.
    await expect(join.label('join.jobTitleEtc')).toBeFocused()
    const fields = ['join.organisationEtc', 'join.jobTitleEtc'] as const
    for (const name of fields) {
      await join.label(name).focus()
      await compose(page, HANEUL)
      await expect(join.label(name)).toHaveValue('하늘')
    }
    await page.evaluate(() => {
      document.body.dataset.sent = '0'
      document.addEventListener(
        'keydown',
        ({ isComposing }) => (document.body.dataset.composing = String(isComposing)),
        true,
      )
      document.addEventListener(
        'submit',
        () => (document.body.dataset.sent = String(Number(document.body.dataset.sent) + 1)),
        true,
      )
    })
    const cdp = await page.context().newCDPSession(page)
    for (const name of fields) {
      await join.label(name).focus()
      await page.keyboard.press('End')
      await cdp.send('Input.imeSetComposition', { selectionStart: 1, selectionEnd: 1, text: '별' })
      await page.keyboard.press('Enter')
      expect(await page.evaluate(() => document.body.dataset.composing), name).toBe('true')
      expect(await page.evaluate(() => document.body.dataset.sent), name).toBe('0')
      await cdp.send('Input.insertText', { text: '별' })
      await expect(join.label(name)).toHaveValue('하늘별')
    }
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.body.dataset.sent)).toBe('1')
    await page.reload()
    for (const name of fields) await expect(join.label(name)).toHaveValue('하늘별')
    await join.label('join.jobTitleEtc').press('Enter')
    await expect(main(page).getByText(say('join.jobRankEmpty')).first()).toBeVisible()
    for (const name of fields) await expect(join.label(name)).toHaveValue('하늘별')
  })
})
