// Korean lines break between words. A dependent noun is a word that means nothing at the start of a line, so it stays with the word before it.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const namesIn = (folder: string) => readdirSync(folder).map((file) => `${folder}/${file}`)
/** A phone breaks an SMS itself, and some networks have no no-break space. Mails are plain text as well. */
const files = namesIn('locales/ko').filter((file) => !file.endsWith('messages.json'))
const policies = namesIn('public/policies').filter((file) => file.endsWith('.ko.html'))
const asRead = (page: string) => page.replaceAll('&nbsp;', '\u00a0').replaceAll(/[ \n]+/g, ' ')
const texts = [
  ...files.flatMap((file) => Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)),
  ...policies.flatMap((file) =>
    asRead(readFileSync(file, 'utf8'))
      .split(/(?<=[.>]) ?/)
      .map((text) => [file, text] as const),
  ),
]

const BROKEN = new RegExp(
  [
    // "Can" and "cannot" are three words.
    '[가-힣] 수도?[ \u00a0](?=있|없)|수도? (?=있|없)',
    // A time stands with what follows it, a count with its unit, and "more" with the count.
    '[가-힣\\d}] (?=(?:뒤|전|후)(?:에|부터|까지)?(?:[ .,]|$))',
    '(?:[한두세}]|다섯|여러) 번(?!호)|번 더',
    // "Any more" are two words, and the title follows a name.
    '더 이상| 님(?=[ ,.]|$)',
    // "Thing", "time", "since", "place", "as".
    '[가-힣] (?:것(?:[은을이]|이라)?|적[이도]?|지|데|대로|게)(?=[ .,<]|$)',
  ].join('|'),
)

test.each([
  ['이용할 수 있어요', true],
  ['이용할\u00a0수 없어요', true],
  ['이용할\u00a0수\u00a0있어요', false],
  ['{{time}} 뒤에 다시', true],
  ['{{time}}\u00a0뒤에 다시', false],
  ['있을 수도 있어요', true],
  ['한\u00a0번 더 입력해', true],
  ['더 이상 쓸\u00a0수', true],
  ['{{name}} 님, 반가워요', true],
  ['인증한 번호를 입력해', false],
  ['바꾸는 게 좋아요', true],
  ['승인되는 대로 이용', true],
  ['인증한 지 오래', true],
])('%s', (text, isBroken) => expect(BROKEN.test(text)).toBe(isBroken))

test('no Korean text can break before a dependent noun', () => {
  expect(texts.length).toBeGreaterThan(500)
  expect(policies).toHaveLength(3)
  expect(texts.filter(([, text]) => BROKEN.test(text))).toEqual([])
})

// Chinese and Japanese lines break between any two characters, or two phrases. The labels of the accounts, which end in an ID, are heard and not seen.
test.each([
  ['en', 'a number and its unit', /\d MB/],
  ['zh', 'a number and its unit', /(?:\d|\}\}) (?:MB|[位次个天条步项年页周小万分])/],
  [
    'ja',
    'an address or a quotation and its particle',
    /(?:\}\}|>) [のにをでがは]|(?<!login_id\}\})[」）][をにはがでのとか]/,
  ],
  ['ja', '“もう” and “一度”', /もう一度/],
])('no text of %s can break between %s', (locale, _, broken) => {
  const read = (file: string) => Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  const others = namesIn(`locales/${locale}`)
    .filter((file) => !file.endsWith('messages.json'))
    .flatMap(read)
  expect(others.filter(([, text]) => broken.test(text))).toEqual([])
})
