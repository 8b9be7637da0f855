// WCAG 2.2 AA and more, on every page and state that the gallery has, in four languages: by axe at two widths, and by checks that axe
// does not have: reflow at 320 px, text at 200 %, target sizes, keyboard order, a way out of the page.
import type { Locator, Page } from '@playwright/test'
import { app } from './addresses.ts'
import { axe, expect, loginForm, test } from './fixtures.ts'
import { masked } from './codes.ts'
import { PARTS } from './gallery.ts'
import { national } from './identifyStates.ts'
import { PASSWORD, visitor, joinAs } from './joining.ts'
import { expectKept } from './keptLooks.ts'
import { expectAccessible, expectAccessibleInAll, expectAccessibleInTurn, holdToasts } from './looks.ts'
import { fixedStates } from './states.ts'
import { LANGUAGES, say } from './texts.ts'
import { invalidHtml } from './validHtml.ts'
import { expectWayOut } from './waysOut.ts'

// Wait for colour transitions to end before measuring contrast.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** By day, each kind of page is checked in one language. The other parts of the gallery have the same components. */
const BY_DAY = [
  'entry, login',
  'entry, second step',
  'entry, chooser and information',
  'identify, recovery',
  'join, social',
  'resolve, three steps',
  'passkeys, sign-in',
  'passkeys, question',
  'resolve, waiting',
  'account, overview',
  'account, security',
  'account, proof',
  'account, privacy',
]
const RUNS = [
  {
    how: 'looks as it is kept, passes in one language',
    parts: BY_DAY,
    tag: [],
    check: async (page: Page, turn: number, state: string) => {
      await holdToasts(page)
      await expectKept(page, state)
      await expectAccessibleInTurn(page, turn)
    },
  },
  {
    how: 'passes in every language',
    parts: PARTS.map(({ name }) => name),
    tag: ['@all'],
    check: expectAccessibleInAll,
  },
]

test('the parts that are checked by day are parts of the gallery', () =>
  expect(BY_DAY.filter((name) => !PARTS.some((part) => part.name === name))).toEqual([]))

for (const { how, parts, tag, check } of RUNS)
  for (const [place, { name, part }] of PARTS.filter(({ name }) => parts.includes(name)).entries())
    test(
      `every state of ${name} ${how}, reflows and can be pressed`,
      { tag },
      async ({ page, arrive, member, outbox, watch }) => {
        test.setTimeout(180_000)
        watch.keepSecret(PASSWORD)
        page.setDefaultTimeout(10_000)
        let turn = place
        await part({ page, arrive, member, outbox }, 'ko', (state) =>
          test.step(state, async () => {
            await check(page, (turn += 1), state)
            await expectWayOut(page, state)
          }),
        )
      },
    )

for (const language of LANGUAGES)
  test(
    `what has one language passes and reflows in ${language}`,
    { tag: language === 'ja' ? [] : ['@all'] },
    async ({ page, arrive, member, outbox }) => {
      await fixedStates({ page, arrive, member, outbox }, language, () => expectAccessible(page, language))
    },
  )

test('HTML that a browser would have to guess is found', async ({ page }) => {
  await page.setContent('<!doctype html><html lang="ko"><title>list</title><ul><div>no item</div></ul></html>')
  expect(await invalidHtml(page)).toEqual([expect.stringContaining('element-permitted-content')])
})

test('a screen reader reads the login page and the form of a code that was sent', async ({ page, arrive, member }) => {
  const main = page.getByRole('main')
  const one = await member('sms')
  await arrive()
  // Screen readers announce only live regions that were on the page before the message.
  await expect(main).toMatchAriaSnapshot(`
    - heading "${say('title.login')}" [level=1]
    - alert
    - status
    - textbox "${say('login.email')}"
    - textbox "${say('login.password')}"
    - button "${say('login.showPassword')}"
    - checkbox "${say('login.remember')}"
    - checkbox "${say('login.stay')}"
    - button "${say('login.submit')}"
    - button "${say('passkey.signIn')}"
    - navigation:
      - link "${say('login.findId')}"
      - link "${say('login.forgot')}"
      - link "${say('login.join')}"
  `)
  await loginForm(page).signIn(one)
  const sent = say('sms.sent', 'ko', { target: masked(one.phone) }).replaceAll(/<\/?target>/g, '')
  await expect(main).toMatchAriaSnapshot(`
    - heading "${say('sms.title')}" [level=1]
    - alert
    - status: "${sent} ${say('sms.validFor', 'ko', { time: '3분' })}"
    - button "${say('sms.resend')}"
    - textbox "${say('sms.code')}"
    - timer: /0[0-3]:\\d\\d/
    - button "${say('sms.refresh')}"
    - button "${say('sms.verify')}" [disabled]
    - navigation "${say('resolve.ways')}":
      - button "${say('sms.noPhone')}"
      - button "${say('sms.startOver')}"
  `)
})

/** The accessible name of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return ''
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null
    return (element.getAttribute('name') ?? element.getAttribute('aria-label') ?? label ?? element.innerText).trim()
  })

test('Tab goes through the login page in reading order, and the focus is always visible', async ({ page, arrive }) => {
  await arrive()
  await expect(page.getByRole('link', { name: say('shell.terms') })).toBeVisible()
  await expect(page.getByRole('button', { name: say('passkey.signIn') })).toBeVisible()
  const expected = [
    say('shell.skip'),
    'language',
    'login_id',
    'password',
    say('login.showPassword'),
    'remember',
    'stay_session',
    say('login.submit'),
    say('passkey.signIn'),
    say('login.findId'),
    say('login.forgot'),
    say('login.join'),
    say('shell.support'),
    say('shell.cookie'),
    say('shell.privacy'),
    say('shell.terms'),
  ]
  await expect(loginForm(page).email).toBeFocused()
  // Back to where the page begins.
  await page.locator('body').evaluate((body) => {
    body.tabIndex = -1
    body.focus()
  })
  for (const name of expected) {
    await page.keyboard.press('Tab')
    expect(await focused(page)).toContain(name)
    const isSeen = await page.evaluate(() => {
      const marks = [document.activeElement, document.activeElement?.closest('.box')]
      return marks.some((element) => element && getComputedStyle(element).outlineStyle !== 'none')
    })
    expect(isSeen, `the focus on ${name}`).toBe(true)
  }
  await page.keyboard.press('Shift+Tab')
  expect(await focused(page)).toContain(say('shell.privacy'))
})

test('the skip link leads to the form', async ({ page, arrive }) => {
  await arrive()
  await page.getByRole('link', { name: say('shell.skip') }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(loginForm(page).email).toBeFocused()
})

test('a dialog holds the focus and gives it back', async ({ page, arrive, member }) => {
  const one = await member('suspended')
  await arrive()
  await loginForm(page).signIn(one)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toBeFocused()
  // Nothing of the page below is left between the header and the state that takes its place.
  const gap = async () => {
    const [header, state] = await Promise.all([page.locator('.header').boundingBox(), dialog.boundingBox()])
    return header && state ? state.y - (header.y + header.height) : null
  }
  await expect.poll(gap).toBe(0)
  for (let presses = 0; presses < 4; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(loginForm(page).email).toBeFocused()
})

test('the whole form is visible with forced colours and without motion', async ({ page, arrive }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await arrive()
  await axe(page)
  const edges = await page.evaluate(() =>
    [...document.querySelectorAll('.box, .button')].map((element) => getComputedStyle(element).borderStyle),
  )
  expect(edges).not.toContain('none')

  const submit = loginForm(page).button
  await page.setViewportSize({ width: 390, height: 700 })
  const look = await submit.evaluate((element) => {
    const { position, backgroundColor } = getComputedStyle(element)
    return { position, isFilled: backgroundColor !== getComputedStyle(document.body).backgroundColor }
  })
  expect(look, 'the primary action has a fill, and lies over no field').toEqual({ position: 'static', isFilled: true })
  await submit.focus()
  const isOfSystem = await submit.evaluate(
    (element) => getComputedStyle(element).outlineColor === getComputedStyle(document.body).color,
  )
  expect(isOfSystem, 'the ring of the focus has the colour of text, also around what keeps its own colours').toBe(true)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('link', { name: say('login.forgot') }).click()
  const styleOf = (locator: Locator, name: 'borderBottomColor' | 'color') =>
    locator.evaluate((element, property) => getComputedStyle(element)[property], name)
  const tab = (selected: boolean) => styleOf(page.getByRole('tab', { selected }), 'borderBottomColor')
  expect(await tab(true), 'which tab it is').not.toBe(await tab(false))
  await page.getByRole('tab', { selected: false }).click()
  const shut = page.getByRole('button', { name: say('sms.send') })
  expect(await styleOf(shut, 'color'), 'a button that is shut').not.toBe(await styleOf(page.locator('#title'), 'color'))
})

test('a disabled button looks disabled, also a secondary one', async ({ page, arrive, member }) => {
  const one = await member('member')
  await arrive()
  await page.goto(`${app}/identify/myid`)
  const send = page.getByRole('button', { name: say('sms.send') })
  const fill = () => send.evaluate((button) => getComputedStyle(button).backgroundColor)
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  const shut = await fill()
  await page.getByLabel(say('sms.phone'), { exact: true }).fill(national(one.phone))
  await expect(send).not.toHaveAttribute('aria-disabled')
  await expect.poll(fill).not.toBe(shut)
})

test('on a small phone and at 400 % zoom the majors dialog leaves room for its form, and no button covers an answer', async ({
  page,
}) => {
  const someone = visitor('STUDENT')
  const join = await joinAs(page, 'STUDENT')
  await join.terms()
  await join.account(someone)
  await join.person(someone)
  await page.setViewportSize({ width: 390, height: 844 })
  await join.pick('join.school', 'ㄱㅂㄷ')
  for (const top of [0, 40, 80, 400]) {
    await page.evaluate((y) => window.scrollTo(0, y), top)
    await axe(page, true)
  }
  await join.school()
  await page.setViewportSize({ width: 320, height: 640 })
  await join.button('join.majorsAdd').click()
  const dialog = page.getByRole('dialog', { name: say('join.majorsTitle') })
  const field = dialog.getByLabel(say('join.majorName', 'ko', { number: 1 })).first()
  await field.scrollIntoViewIfNeeded()
  const covered = await dialog.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    const stuck = [...element.querySelectorAll('*')].filter((one) => getComputedStyle(one).position === 'sticky')
    return { height: bottom - top, stuck: stuck.reduce((all, one) => all + one.getBoundingClientRect().height, 0) }
  })
  expect(covered.height - covered.stuck).toBeGreaterThan(450)
  await axe(page)
  await page.setViewportSize({ width: 320, height: 256 })
  await expect(dialog.getByRole('heading')).toBeVisible()
  const height = await page.locator('.MuiDialog-paper').evaluate((element) => element.getBoundingClientRect().height)
  expect(height).toBeGreaterThan(220)
})

test('a toast covers no button and no focused field, also in a low window', async ({ page, arrive }) => {
  await page.setViewportSize({ width: 390, height: 500 })
  await arrive()
  await page.goto(`${app}/join/service`)
  const toast = page.locator('.toast')
  await expect(toast).toBeVisible()
  const covered = () =>
    toast.evaluate((one) => {
      const box = one.getBoundingClientRect()
      return [...document.querySelectorAll('main .button, :focus')].filter((other) => {
        const { top, bottom } = other.getBoundingClientRect()
        return top < box.bottom && bottom > box.top
      }).length
    })
  await expect.poll(covered).toBe(0)
  await page.keyboard.press('Tab')
  await expect.poll(covered).toBe(0)
})

test('on a phone the button of a long form lies over nothing that has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const join = await joinAs(page, 'SOCIAL')
  await expect(join.read('terms.privacy')).toBeVisible()
  const button = join.button('join.next')
  await expect(button).toBeInViewport()
  await join.label('terms.agreeAllOptional').focus()
  const stops = []
  while (!(await button.evaluate((element) => element === document.activeElement))) {
    stops.push(
      await page.evaluate(() => {
        const focused = document.activeElement as HTMLElement
        const { left, top, width, height } = focused.getBoundingClientRect()
        const seen = document.elementFromPoint(left + width / 2, top + height - 2)
        return { name: focused.id || focused.outerHTML, free: seen === focused || focused.contains(seen) }
      }),
    )
    await page.keyboard.press('Tab')
  }
  expect(stops.length).toBeGreaterThan(10)
  expect(stops.filter(({ free }) => !free)).toEqual([])
})
