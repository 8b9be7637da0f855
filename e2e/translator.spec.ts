// A browser's translator (Chrome, Edge, Samsung Internet) replaces every text node by `<font>` elements, also in nodes that appear later.
import type { Page } from '@playwright/test'
import { expect, loginForm, test } from './fixtures.ts'
import { say } from './texts.ts'

/** Replaces text nodes as translators do but keeps the words, so that a test can read them. */
const translate = (page: Page) =>
  page.addInitScript(() => {
    const wrap = (text: Text) => {
      if (!text.nodeValue?.trim() || text.parentElement?.closest('font, script, style, title, option')) return
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = text.nodeValue
      outer.append(inner)
      text.replaceWith(outer)
    }
    const wrapAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      if (root instanceof Text) texts.push(root)
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
      for (const text of texts) wrap(text)
    }
    // After hydration, because a translator starts when the page has loaded.
    addEventListener('load', () =>
      setTimeout(() => {
        wrapAll(document.body)
        new MutationObserver((changes) => {
          for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) wrapAll(node)
        }).observe(document.body, { childList: true, characterData: true, subtree: true })
        document.documentElement.classList.add('translated-ltr')
      }, 500),
    )
  })

const translated = (page: Page) => expect(page.locator('html')).toHaveClass(/translated-ltr/)

test('labels, buttons and errors change with the language of a translated page @all', async ({ page, arrive }) => {
  await translate(page)
  await arrive()
  await translated(page)
  await page.getByRole('button', { name: say('login.submit'), exact: true }).click()
  await expect(page.locator('#login_id-note')).toHaveText(say('login.enterEmail'))
  for (const language of ['en', 'ja', 'ko'] as const) {
    await page.locator('select[name=language]').selectOption(language)
    await expect(page.locator('#title')).toHaveText(say('title.login', language))
    await expect(page.locator('label[for=login_id]')).toHaveText(say('login.email', language))
    await expect(page.locator('button[type=submit]')).toHaveText(say('login.submit', language))
    await expect(page.locator('#login_id-note')).toHaveText(say('login.enterEmail', language))
  }
})

test('a sentence with a link in it changes with the language of a translated page @all', async ({ page, arrive }) => {
  await translate(page)
  await arrive()
  await translated(page)
  await page.getByRole('link', { name: say('login.join'), exact: true }).click()
  for (const language of ['ko', 'en', 'ja'] as const) {
    await page.locator('select[name=language]').selectOption(language)
    const sentence = say('join.memberAsk', language).replace(/<\/?\w+>/g, '')
    await expect(page.locator('main p').filter({ has: page.locator('a[href="/login"]') })).toHaveText(sentence)
  }
})

test('the countdown runs, a second error replaces the first, and the sign-in ends on a translated page', async ({
  page,
  arrive,
  member,
  outbox,
}) => {
  const one = await member('sms')
  await translate(page)
  await arrive()
  await translated(page)
  await loginForm(page).signIn(one)
  const timer = page.getByRole('timer')
  const first = await timer.innerText()
  await expect(timer).not.toHaveText(first)
  const code = await outbox.code(one.phone)
  const field = page.getByLabel(say('sms.code'), { exact: true })
  await field.fill(code === '000000' ? '111111' : '000000')
  await expect(page.locator('#mobileVeriCode-note')).toHaveText(say('verification.noMatch'))
  await field.fill(code)
  await page.waitForURL(/localhost:\d+\/(?!login)/)
})
