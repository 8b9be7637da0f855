// Security A3, A4: the server asks what the app asks, word for word, and refuses what anybody would try first.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMMON_WORDS } from '../../sandbox/domain/commonWords'
import { asKeys, contextWords } from '../../sandbox/domain/contextWords'
import { passwordRefusal } from '../../sandbox/domain/passwordPolicy'
import { newPasswordProblem } from '../../src/rules/newPassword'
import { openParts, type Parts } from './sandboxParts'

const nobody = { login_id: 'qz@demo.test', phone: null, current_hash: null, words: [] }
const refused = async (password: string, owner: Partial<Parameters<typeof passwordRefusal>[1]> = {}) =>
  (await passwordRefusal(password, { ...nobody, ...owner }, async () => false))?.detail_code ?? null
const holdsWord = (password: string): boolean =>
  [...COMMON_WORDS].some((word) =>
    [password, password.replace(/[0134578@$!]/g, '')].some((one) => one.toLowerCase().includes(word)),
  )

test('what the app lets through the server lets through, and the other way round', async () => {
  const signs = fc.constantFrom(...Array.from('abmtqweklKMTWZ0123456789@$!%*#?&~ -한'))
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: signs, minLength: 6, maxLength: 18 }), async (password) => {
      fc.pre(!holdsWord(password))
      expect((await refused(password)) === null).toBe(newPasswordProblem(password, nobody) === null)
    }),
    { numRuns: 3000 },
  )
})

test.each([
  ['Member77!x', 'member.one@demo.test', null],
  ['xMember.one', 'member@demo.test', 4533],
  ['a#12345678', 'qz@demo.test', 4534],
])('%s of %s is %s', async (password, login_id, detail_code) => {
  expect(await refused(password, { login_id, phone: '+821012345678' })).toBe(detail_code)
  const problem = newPasswordProblem(password, { login_id, phone_number: '01012345678' })
  expect(problem === null).toBe(detail_code === null)
})

describe('words', () => {
  test('fifty that everybody tries, with a few signs around them or in place of letters', async () => {
    const often = [
      'Password7!',
      'P@ssw0rd!9',
      'Welcome#28',
      'L3tmein!42',
      'Adm1nistr@tor',
      'Iloveyou!8',
      'Tkfkdgo!28',
      'Qlalfqjsgh!7',
    ]
    const made = [...COMMON_WORDS]
      .filter((word) => word.length >= 6 && word.length <= 10)
      .slice(0, 42)
      .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}!8`)
    for (const password of [...often, ...made]) expect(await refused(password), password).toBe(4514)
  })

  test('Korean is read as its keys are pressed', () => {
    expect(asKeys('사랑해')).toBe('tkfkdgo')
    expect(asKeys('값없는 Ab')).toBe('rkqtdjqtsms ab')
    expect(asKeys('뷁'.normalize('NFD'))).toBe('qnpfr')
  })
})

describe('what belongs to the member and the service', () => {
  let parts: Parts
  beforeAll(async () => {
    parts = await openParts()
    const names = { rp_name: 'x', display_name: '한걸음 러닝', display_name_en: 'Step Learning', display_name_cn: null }
    await parts.ctx.db
      .insertInto('services')
      .values({ client_id: 'known', ...names })
      .execute()
  })
  afterAll(() => parts.close())

  test.each([
    ['the name', 'Rlagksmf!7'],
    ['the given name', 'Whddlgnsl9!', '김종이훈'],
    ['a name in Latin letters', 'Janedoe!77', 'Jane Doe'],
    ['a part of it', 'Winifred#8', 'Winifred Atwell'],
    ['the name of the service', 'GksrjfdmA#8'],
    ['the same in English', 'Steplearning8!'],
  ])('%s is no password', async (_, password, name = '김하늘') => {
    const words = await contextWords(parts.ctx, 'known', [name, null])
    expect(await refused(password, { words })).toBe(4514)
  })

  test('another name is none of theirs', async () => {
    const words = await contextWords(parts.ctx, 'unknown', ['김하늘', '별'])
    expect(await refused('Winifred#8', { words })).toBeNull()
  })
})
