// Joining: each kind of member walks to the end, in every engine.
import { AGREEMENT } from '../agreement.ts'
import { writeFileSync } from 'node:fs'
import type { MessageKey } from '../../src/rules/texts/messages.ts'
import { pdfOf } from '../../tests/support/pdf.ts'
import { app } from '../addresses.ts'
import { visitor } from '../joining.ts'
import { say } from '../texts.ts'
import { button, field, heading, inMain, joinPages } from './pages.ts'
import { accessible, expect, isSignedIn, member, test } from './test.ts'

const LETTER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The end of a PDF that asks for a password. */
const LOCKED = `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`

/** 8001 × 5000 pixels, by its header. */
const HUGE = Buffer.concat([
  LETTER.subarray(0, 16),
  Buffer.from([0, 0, 0x1f, 0x41, 0, 0, 0x13, 0x88]),
  LETTER.subarray(24),
])
const REFUSED: readonly [name: string, content: Buffer, why: MessageKey][] = [
  ['증명서.txt', Buffer.from('hello'), 'field.letterFormat'],
  ['증명서.pdf', LETTER, 'field.letterContent'],
  ['사진.png', HUGE, 'field.letterPixels'],
  ['빈.png', Buffer.alloc(0), 'field.letterEmpty'],
]

test('a student joins with a birthday from the calendar, majors and a letter, and a file that is no letter is refused with its reason', async ({
  tab: page,
}, info) => {
  const someone = visitor('STUDENT')
  const fileOf = (name: string, content: Buffer): string => {
    const path = info.outputPath(name)
    writeFileSync(path, content)
    return path
  }
  const uploads = () =>
    page.evaluate<number>(
      `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/v1/matcher/student/resolve')).length`,
    )
  const join = joinPages(page)
  await join.begin()
  await join.chooseType('STUDENT')
  await join.agree()
  await join.next()
  await join.account(someone)
  await page.enter(field('join.fullName'), someone.name)
  await join.birth()
  await page.press(button('join.calendar'))
  // No driver reaches into the browser's own calendar. Its choice arrives as a change of the date field.
  const calendar = `document.querySelector('input[type=date]')`
  expect(await page.evaluate(`${calendar}.value`)).toBe('1999-01-31')
  await page.keys('Escape')
  await page.evaluate(`void (${calendar}.valueAsDate = new Date('1985-12-24'),
    ${calendar}.dispatchEvent(new Event('input', { bubbles: true })),
    ${calendar}.dispatchEvent(new Event('change', { bubbles: true })))`)
  await page.is(field('join.birthday'), { value: '1985-12-24' })
  await join.residence(someone)
  await join.studies()
  for (const [name, content, why] of REFUSED) {
    await page.upload('input[type=file]', fileOf(name, content))
    await page.see(inMain(why))
  }
  await accessible(page)
  // Only the server can tell that a PDF has a password.
  await join.letter(fileOf('증명서.pdf', pdfOf({ trailer: LOCKED })))
  await page.gone(inMain('field.letterEmpty'))
  await accessible(page)
  await join.next()
  await join.finish()
  await page.see(heading('join.joinedTitle', 'ko', { name: someone.nickname }))
  await page.see(inMain('field.letterLocked'))
  await accessible(page)
  await join.letter(fileOf('증명서.png', LETTER))
  await page.press(button('join.letterAgain'))
  await page.see(inMain('join.letterDone'))
  await expect.poll(uploads, 'no file was sent that the page refused').toBe(2)
  await page.press(button('join.toService'))
  await isSignedIn(page, someone)
})

test('a social entrepreneur joins, and a reload and Back at each step lose nothing @all', async ({ tab: page }) => {
  const someone = visitor('SOCIAL')
  const join = joinPages(page)
  await join.begin()
  await page.at(`${app}/join`)
  await accessible(page)
  await join.chooseType('SOCIAL')
  await join.agree()
  await page.reload()
  await page.is(AGREEMENT, { checked: true })
  await page.back()
  const social = { css: '[name=memberTypeCode][value=SOCIAL][aria-current=true]' }
  await page.see(social)
  await page.reload()
  await page.see(social)
  await page.forward()
  await page.is(AGREEMENT, { checked: true })
  await accessible(page)
  await join.next()
  await join.account(someone)
  await page.see(heading('join.screenPerson'))
  await page.reload()
  await page.see(heading('join.screenPerson'))
  await accessible(page)
  await page.back()
  await page.is(field('join.nickname'), { value: someone.nickname })
  await page.see(inMain('join.passwordSet'))
  await page.back()
  await page.see({ in: { css: 'main' }, text: someone.login_id })
  await accessible(page)
  await page.back()
  await page.see(heading('join.termsTitle'))
  await page.forward()
  await page.see({ in: { css: 'main' }, text: someone.login_id })
  await join.next()
  await page.see(heading('join.screenAccount'))
  await join.next()
  await join.person(someone)
  await page.see(heading('join.screenSocial'))
  await join.socialEntrepreneur()
  await page.reload()
  await page.is(field('join.organisationEtc'), { value: '우리 회사' })
  await accessible(page)
  await join.next()
  await page.at(`${app}/join/service`)
  await accessible(page)
  await page.reload()
  await page.back()
  await page.see(heading('join.screenSocial'))
  await join.next()
  await join.finish()
  await accessible(page)
  const joined = heading('join.joinedTitle', 'ko', { name: someone.nickname })
  await page.reload()
  await page.see(joined)
  // The steps of the join are over: Back leads to the service.
  await page.back()
  await isSignedIn(page, someone)
})

test('a business partner joins, and waits for the approval @all', async ({ tab: page }) => {
  const someone = visitor('BSNS')
  const join = joinPages(page)
  await join.begin()
  await join.chooseType('BSNS')
  await join.agree()
  await join.next()
  await join.account(someone)
  await join.person(someone)
  await join.businessPartner()
  await join.next()
  await join.finish()
  await page.see(heading('join.waitingTitle'))
  await accessible(page)
})

test('a family member of the group joins by the number of a recommender @all', async ({ tab: page }) => {
  const someone = visitor('FAMILY')
  const recommender = (await member('sk')).mbr_no ?? ''
  const join = joinPages(page)
  await join.begin()
  await join.chooseType('FAMILY')
  await join.agree()
  await join.next()
  await join.account(someone)
  await join.person(someone)
  await join.family(recommender)
  await join.next()
  await join.finish()
  await page.press(button('join.toService'))
  await isSignedIn(page, someone)
})

test('a member of the group joins with a company and an employee number @all', async ({ tab: page }) => {
  const someone = visitor('SK')
  const join = joinPages(page)
  await join.begin()
  await join.chooseType('SK')
  await join.agree()
  await join.next()
  await join.account(someone)
  await join.group(someone)
  await join.next()
  await join.finish()
  await page.press(button('join.toService'))
  await isSignedIn(page, someone)
})

test('an address with an international domain gets its code, as each engine writes it @all', async ({ tab: page }) => {
  const [name = ''] = visitor('SOCIAL').login_id.split('@')
  const join = joinPages(page)
  await join.begin()
  await join.chooseType('SOCIAL')
  await join.agree()
  await join.next()
  await page.press(field('join.loginId'))
  // A keyboard for Chinese or Japanese writes its own full stop, and a copied address can end with an invisible space.
  await page.type(`${name}@한국。test\u200b`)
  await join.prove('join.emailCode', `${name}@한국.test`)
})

test('a text of terms opens over the form, and returns the focus and the scroll position', async ({ tab: page }) => {
  const name = say('terms.custom')
  const read = { role: 'link', name: say('terms.readOne', 'ko', { name }) }
  const dialog = { role: 'dialog', name }
  const join = joinPages(page)
  await join.begin()
  await join.chooseType('SOCIAL')
  await page.resize(390, 500)
  await page.see(read)
  const check = async () => {
    await expect.poll(() => page.evaluateInFrame<string>('document.body.innerText').catch(String)).toContain(name)
    await accessible(page)
  }
  // NOTE: WebKit's driver moves the keyboard into the frame when it looks there, so Escape comes first.
  for (const leave of [
    () => page.keys('Escape'),
    async () => (await check(), await page.press(button('modal.close'))),
  ]) {
    await page.press(read)
    await page.is({ in: dialog, role: 'heading', name }, { focused: true })
    await page.gone({ in: dialog, role: 'status' })
    const at = await page.evaluate<number>('window.scrollY')
    await leave()
    await page.gone(dialog)
    await page.is(read, { focused: true })
    await expect.poll(() => page.evaluate('window.scrollY')).toBe(at)
  }
})
