// Security A4: passwords that are easy to guess. The app checks them on the screen of the password, and the backend again, with the same list.
// Both compare the password with everyday words, with frequent passwords, and with the names of the member and the service.

/** How many passwords of the public list both take. The app loads them with the field of a new password: 34 kB after compression. */
export const MOST_FREQUENT = 10_000

/** English and international words, and names of products and things of daily life. */
const LATIN = `password passwort passwd passcode secret private access welcome letmein login signin signup master admin
administrator manager root system server default guest tester user username account iloveyou lovely princess sunshine
superman batman spiderman pokemon football baseball basketball soccer dragon monkey tiger lion falcon eagle shadow freedom
michael jennifer jessica charlie jordan thomas robert daniel ashley hunter killer starwars computer internet website google
naver kakao samsung android iphone windows summer winter spring autumn january february september october november december
monday friday sunday family friend forever hello whatever nothing trustno business company office school student teacher
university learning korea seoul busan hangul daemun mysuni`

/** Korean words with the keyboard left in English: "love", "password", "hello", "our country", "mum", "company" and the like. */
const HANGUL_KEYS = `tkfkdgo tkfkd qlalfqjsgh qlqjs dkssud dkssudgktpdy eogksalsrnr gksrnr rhksflwk ghltk gkrry gkrtod tjstod
djaak dkqk djajsl rkwhr clsrn gksmf gkfnemf gksskdma wjdtkd ghkdlxld rhakdnj tkfkdgody alsrnr tjdnf qntks gkdn dmsgod rlaclwj
tkatjd dkssudgktpdyd`

const words = (text: string) => text.split(/\s+/).filter(Boolean)

/** Columns of the keyboard, down and up, and two of them in a row. */
function keyColumns(): string[] {
  const down = words('1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm')
  const letters = [...down, ...down.map((column) => column.slice(1))]
  const columns = [...letters, ...letters.map((column) => Array.from(column).toReversed().join(''))]
  return columns.flatMap((one) => columns.map((other) => one + other))
}

/** The words that common passwords are built around, with these frequent passwords. All as they are typed on a Latin keyboard. */
export const everydayWords = (frequent: readonly string[]): ReadonlySet<string> =>
  new Set([...words(LATIN), ...words(HANGUL_KEYS), ...keyColumns(), ...frequent])

/** The syllables of Korean in Unicode. */
const FIRST = 0xac00
const LAST = 0xd7a3
// The keys of the usual Korean keyboard, in the order in which Unicode counts the letters of a syllable.
const INITIALS = 'r R s e E f a q Q t T d w W c z x v g'.split(' ')
const MEDIALS = 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' ')
const FINALS = ' r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g'.split(' ')

/** The Latin letters of the keys that type a Korean text. Other characters stay as they are. */
export function asKeys(text: string): string {
  const keys = Array.from(text.normalize('NFC'), (sign) => {
    const code = sign.codePointAt(0) ?? 0
    if (code < FIRST || code > LAST) return sign
    const at = code - FIRST
    const [initial, medial, final] = [Math.floor(at / 588), Math.floor((at % 588) / 28), at % 28]
    return `${INITIALS[initial]}${MEDIALS[medial]}${FINALS[final]}`
  })
  return keys.join('').toLowerCase()
}

/** A text as a whole and its words. A Korean name also yields its given name: the family name is the first syllable. */
const formsOf = (text: string): string[] => {
  const known = text.normalize('NFC').trim()
  const parts = known.split(/\s+/)
  const given = /^[가-힣]{3,4}$/.test(known) ? [known.slice(1)] : []
  return [parts.join(''), ...parts, ...given].map(asKeys)
}

/** Words that an attacker who knows these names would try first, as they are typed. */
export const wordsOf = (names: readonly (string | null | undefined)[]): string[] =>
  names.flatMap((text) => (text ? formsOf(text) : []))

const LEAST_WORD = 5

const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
/** The keys of a text, without regard to Shift. */
const WITHOUT_SHIFT: Record<string, string> = { '!': '1', '@': '2', '#': '3', $: '4', '%': '5', '&': '7', '*': '8' }

/** The spellings of a password that are compared: as typed, with look-alike characters read as letters, and as keys. */
const readings = (password: string): string[] =>
  [{}, LOOKALIKES, WITHOUT_SHIFT].map((signs: Record<string, string>) =>
    Array.from(password.toLowerCase(), (one) => signs[one] ?? one).join(''),
  )

/** Whether one of these words makes up at least half of the password. The rest is then easy to guess. */
export function isGuessable(password: string, known: readonly ReadonlySet<string>[]): boolean {
  const least = Math.max(LEAST_WORD, Math.ceil(password.length / 2))
  for (const reading of readings(password))
    for (let from = 0; from + least <= reading.length; from += 1)
      for (let to = from + least; to <= reading.length; to += 1)
        if (known.some((words) => words.has(reading.slice(from, to)))) return true
  return false
}
