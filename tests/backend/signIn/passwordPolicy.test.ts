// Security A3, A4: the server applies the app's password rules exactly, and also refuses common passwords.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { contextWords } from '../../../backend/domain/passwords/newPassword.ts'
import { isCommon, passwordRefusal } from '../../../backend/domain/passwords/passwordPolicy.ts'
import { asKeys } from '../../../contract/guessable.ts'
import { newPasswordProblem } from '../../../src/rules/fields/newPassword.ts'
import { sharedParts } from '../shared.ts'

const nobody = { login_id: 'qz@demo.test', phone: null, words: [] }
const refused = async (password: string, owner: Partial<Parameters<typeof passwordRefusal>[1]> = {}) =>
  (await passwordRefusal(password, { ...nobody, ...owner }))?.detail_code ?? null

test('what the app lets through the server lets through, and the other way round', async () => {
  const signs = fc.constantFrom(...Array.from('abmtqweklKMTWZ0123456789@$!%*#?&~ -한'))
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: signs, minLength: 6, maxLength: 18 }), async (password) => {
      // Only the server has the list of common words.
      fc.pre(!(await isCommon(password, [])))
      expect((await refused(password)) === null).toBe(newPasswordProblem(password, nobody) === null)
    }),
    { numRuns: 3000 },
  )
})

test.each([
  ['Zorvex77!x', 'zorvex.one@demo.test', null],
  ['xMember.one', 'member@demo.test', 4533],
  ['a#12345678', 'qz@demo.test', 4534],
])('%s of %s is %s', async (password, login_id, detail_code) => {
  expect(await refused(password, { login_id, phone: '+821012345678' })).toBe(detail_code)
  const problem = newPasswordProblem(password, { login_id, phone_number: '01012345678' })
  expect(problem === null).toBe(detail_code === null)
})

describe('words', () => {
  const OFTEN = `Liverpool1! 1qaz@WSX Chelsea99! Arsenal#77 Blink182!! Superman#9 Batman2024! Pokemon25! Sunshine7! Princess#1
Dragon99!x Monkey77#x Shadow88!! Master#2025 Michael7! Jennifer9! Jordan#28 Harley!99 Ranger#77 Buster!88 Hunter2!x
Charlie#7 Ashley!99 Ferrari#1! Yankees!9 Corvette7! Mercedes#9 Porsche!91 Bigdaddy7! Letmein!9 Trustno1! Welcome!25
Passw0rd!9 P@ssw0rd#7 Football#9 B@seball77 Starwars!7 Matrix#2003 Computer!9 Internet#7 Killer!77x Cookie#99!
Pepper!77x Ginger#88! Summer!2025 Winter#2024 Q!w@e#r$5t !QAZ2wsx 2WSX#edc Zaq!2wsx Xsw2!qaz Iloveyou!8 Tkfkdgo!28
Phoenix#7 Maverick!5 Scooby!99 Midnight#2 Samantha!1 Yellow#28 Diamond!77 Thunder#55 Silver!2024 Bailey#99 Nascar!88
Snoopy#77`

  test('that are frequent pass the rules, and are refused', async () => {
    const often = OFTEN.split(/\s+/)
    expect(often.length).toBeGreaterThanOrEqual(50)
    for (const password of often) {
      expect(newPasswordProblem(password, nobody), password).toBeNull()
      expect(await refused(password), password).toBe(4514)
    }
  })

  test.each(['mR7$kwd2Tq', 'wQ7!mz2Rk9', 'Otter#Quilt58', 'v9$Lamp!tro2', '8Kites&Rain', 'gksRhc!7vl2'])(
    '%s is no frequent word',
    async (password) => expect(await refused(password)).toBeNull(),
  )

  test('Korean is read as its keys are pressed', () => {
    expect(asKeys('사랑해')).toBe('tkfkdgo')
    expect(asKeys('값없는 Ab')).toBe('rkqtdjqtsms ab')
    expect(asKeys('뷁'.normalize('NFD'))).toBe('qnpfr')
  })
})

describe('what belongs to the member and the service', () => {
  const parts = sharedParts()
  beforeAll(async () => {
    const names = { rp_name: 'x', display_name: '한걸음 러닝', display_name_en: 'Step Learning', display_name_cn: null }
    await parts.ctx.db
      .insertInto('services')
      .values({ client_id: 'known', ...names })
      .execute()
  })

  test.each([
    ['the name', 'Rlagksmf!7'],
    ['the given name', 'Whddlgnsl9!', '김종이훈'],
    ['a name in Latin letters', 'Janedoe!77', 'Jane Doe'],
    ['a part of it', 'Wenzelin#8', 'Wenzelin Atwell'],
    ['the name of the service', 'GksrjfdmA#8'],
    ['the same in English', 'Steplearning8!'],
  ])('%s is refused as a password', async (_, password, name = '김하늘') => {
    const words = await contextWords(parts.ctx, 'known', [name, null])
    expect(await refused(password, { words })).toBe(4514)
  })

  test('another name is allowed', async () => {
    const words = await contextWords(parts.ctx, 'unknown', ['김하늘', '별'])
    expect(await refused('Wenzelin#8', { words })).toBeNull()
  })
})
