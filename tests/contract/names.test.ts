// Spec §5, names: one rule for the app and the backend, tried with names as people of these countries write them.
import { describe, expect, test } from 'vitest'
import { nicknameProblem } from '../../src/rules/fields/nickname.ts'
import { nameProblem } from '../../src/rules/fields/textFields.ts'
import { isFullName, isNickname, nameKey, nicknameKey } from '../../contract/names.ts'

const NAMES: readonly (readonly [country: string, ...names: string[]])[] = [
  ['Korea', '김하늘', '남궁 민수', '황보 관', 'Kim Ha-neul'],
  ['Japan', 'ヤマダ・タロウ', '山田 太郎', '佐々木 希', 'ジャン゠リュック', 'ﾔﾏﾀﾞ･ﾀﾛｳ', 'スティーヴン・キング'],
  ['China', '王小明', '欧阳娜娜', '迪丽热巴·迪力木拉提', '迪丽热巴•迪力木拉提', '㛃玉'],
  ['Taiwan', '蔡英文', '林・巴查克'],
  ['Mongolia', 'Батбаяр Дорж', 'ᠪᠠᠲᠤ'],
  ['Vietnam', 'Nguyễn Thị Ánh', 'Đỗ Mười', 'Nguye\u0302\u0303n'],
  ['Thailand', 'สมชาย ใจดี', 'น้ำฝน', 'กิตติ์ธเนศ'],
  ['Myanmar', 'အောင်ဆန်းစုကြည်', 'မြို့မငြိမ်း', 'ကျွန်းဦး', 'ဒေါ်ခင်ကြည်'],
  ['Cambodia', 'សុខ សុភាព', 'ព្រះស៊ីហនុ'],
  ['Laos', 'ຄຳຜຸຍ ແກ້ວບົວລາ'],
  ['Bhutan', 'འཇིགས་མེད་གེ་སར་', 'བསྟན་འཛིན་རྒྱ་མཚོ', 'བསོད་ནམས་སྒྲོལ་མ'],
  ['India', 'नरेन्द्र मोदी', 'श्रीदेवी', 'க. சுப்பிரமணியன்', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', 'અમિત શાહ', 'ಕೆಂಪೇಗೌಡ', 'మహేష్ బాబు', 'ശ്രീനാരായണന്\u200d'],
  ['Nepal', 'विष्णु प्रसाद', 'क\u094d\u200dषितिज'],
  ['Bangladesh', 'শেখ মুজিবুর রহমান', 'র\u200d\u09cdযাব'],
  ['Sri Lanka', 'ශ\u0dca\u200dරී ලාල්', 'චන\u0dca\u200dද\u0dca\u200dරිකා', 'M. A. Sumanthiran'],
  ['Iran', 'علی\u200cرضا محمدی', 'محمد\u200cحسین', 'زهرا'],
  ['Pakistan', 'محمد علی', 'فاطمہ'],
  ['Saudi Arabia', 'عبد الله', 'مُحَمَّد'],
  ['Egypt', 'محمد السيد', 'Al-Sayyid'],
  ['Israel', 'יעל כהן', 'צ׳ארלי', 'מנכ״ל', 'דָּוִד'],
  ['Türkiye', 'İbrahim Yılmaz', 'Ayşe Çelik'],
  ['Armenia', 'Արամ Խաչատրյան', 'Աննա֊Մարիա'],
  ['Georgia', 'ნინო ბერიძე'],
  ['Ethiopia', 'አበበ ቢቂላ'],
  ['Russia', 'Николай Семёнов', 'Римский-Корсаков'],
  ['Ukraine', "Дем'янчук Олег", 'Мар’яна'],
  ['Greece', 'Γιώργος Παπαδόπουλος', 'Μαρία'],
  ['Bulgaria', 'Ангел Иванов'],
  ['Serbia', 'Đorđe Петровић'.split(' ')[0] ?? '', 'Ђорђе Петровић'],
  ['France', 'Jean-Luc Picard', 'Jean‐Luc Picard', 'Zoë L’Étoile', "D'Artagnan"],
  ['Spain', 'José Mª Muñoz', 'Aguiló i Gal·la'],
  ['Portugal', 'João da Conceição'],
  ['Germany', 'Jürgen Groß', 'Hans-Peter von der Straße'],
  ['Netherlands', "'t Hooft", '’t Hart', 'IJsbrand'],
  ['Sweden', 'Åsa Öberg'],
  ['Iceland', 'Þórður Ægisson'],
  ['Poland', 'Łukasz Żółć'],
  ['Czechia', 'Jiří Dvořák'],
  ['Hungary', 'Őze Ágnes'],
  ['Romania', 'Ștefan Țepeș'],
  ['Ireland', "Anna O'Neill", 'Máire Ní Bhriain'],
  ['United Kingdom', 'Robert (Bob) Lee', 'Siân'],
  ['United States', 'Martin Luther King, Jr.', 'Kaʻiulani', 'Li'],
  ['Nigeria', 'Ọláńrewájú Adébáyọ̀', 'Chukwuemeka'],
  ['Uganda', "Ng'ang'a Mukasa"],
  ['New Zealand', 'Kōwhai Ngāta'],
]

/** Characters that nobody sees, or that change how others are read. */
const INVISIBLE = [
  '\u3164',
  '\ufe0f',
  '\u034f',
  '\u200b',
  '\u200d',
  '\u200c',
  '\u115f',
  '\u1160',
  '\uffa0',
  '\u2060',
  '\u00ad',
  '\u180e',
  '\ufeff',
]
const HOSTILE = [
  ...INVISIBLE,
  ...INVISIBLE.map((one) => one + one),
  ...INVISIBLE.map((one) => `Anna${one}Lee`),
  ...INVISIBLE.map((one) => `김${one}하늘`),
  'a\u200db',
  '하\u200d늘',
  'ا\u200c',
  '\u200cعلی',
  'a\u0007bell',
  'a\u0000b',
  '\u202eevil',
  'pаypal',
  'zal\u0316\u0317\u0318go',
  'a\u0301\u0301b',
  '<b>x</b>',
  '★별★',
  'Ann😀',
  'a'.repeat(900),
]

describe('full names', () => {
  test('of 40 countries and more', () =>
    expect(new Set(NAMES.map(([country]) => country)).size).toBeGreaterThanOrEqual(40))

  test.each(NAMES.flatMap(([country, ...names]) => names.map((name) => [country, name] as const)))(
    '%s: %s is taken by the backend and the app',
    (_, name) => {
      expect(isFullName(name.normalize('NFC'))).toBe(true)
      expect(nameProblem(name)).toBeNull()
    },
  )

  test.each(HOSTILE)('%j is refused', (name) => expect(isFullName(name)).toBe(false))

  test.each([
    ...INVISIBLE,
    'a\u0007bell',
    'a\u0000b',
    'pаypal',
    'zal\u0316\u0317\u0318go',
    '<b>x</b>',
    'a'.repeat(900),
  ])('a name of %j alone is refused by the app', (name) => expect(nameProblem(name)).not.toBeNull())
})

describe('nicknames', () => {
  test.each(['하늘', '별 하나', 'sky_walker', 'မြို့မ', 'བསྟན་འཛིན', 'ශ\u0dca\u200dරී', 'علی\u200cرضا', '7up', 'Jean-Luc'])(
    '%s is taken',
    (nickname) => {
      expect(isNickname(nickname)).toBe(true)
      expect(nicknameProblem(nickname)).toBeNull()
    },
  )

  test.each([...HOSTILE, '별・하나', '-a', ' a'])('%j is refused', (nickname) => {
    expect(isNickname(nickname)).toBe(false)
  })

  test('a joiner makes no other nickname', () => expect(nicknameKey('علی\u200cرضا')).toBe(nicknameKey('علیرضا')))
})

test.each([
  ['남궁 민수', '남궁민수'],
  ['Jean-Luc Picard', 'jean luc picard'],
  ['Anna O’Neill', "ANNA O'NEILL"],
  ['ヤマダ・タロウ', 'ﾔﾏﾀﾞ ﾀﾛｳ'],
  ['علی\u200cرضا', 'علی رضا'],
  ['José', 'Jose\u0301'],
  ['ΝΊΚΟΣ', 'Νίκος'],
])('%s and %s are one name', (one, other) => expect(nameKey(one)).toBe(nameKey(other)))

test('different names have different keys', () => expect(nameKey('김하늘')).not.toBe(nameKey('김하는')))
