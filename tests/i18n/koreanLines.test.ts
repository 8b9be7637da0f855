// Korean lines break between words. A dependent noun is a word that means nothing at the start of a line, so it stays with the word before it.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'locales/ko'
/** A phone breaks an SMS itself, and some networks have no no-break space. Mails are plain text as well. */
const files = readdirSync(folder).filter((file) => file !== 'messages.json')
const texts = files.flatMap((file) =>
  Object.entries(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Record<string, string>),
)

/** "can" and "cannot" are three words, and a time stands with what follows it. */
const BROKEN = /[가-힣] 수[ \u00a0](?=있|없)|수 (?=있|없)|[가-힣\d}] (?=(?:뒤|전|후)(?:에|부터|까지)?(?:[ .,]|$))/

test.each([
  ['이용할 수 있어요', true],
  ['이용할\u00a0수 없어요', true],
  ['이용할\u00a0수\u00a0있어요', false],
  ['{{time}} 뒤에 다시', true],
  ['{{time}}\u00a0뒤에 다시', false],
])('%s', (text, isBroken) => expect(BROKEN.test(text)).toBe(isBroken))

test('no Korean text can break before a dependent noun', () => {
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.filter(([, text]) => BROKEN.test(text)).map(([key]) => key)).toEqual([])
})
