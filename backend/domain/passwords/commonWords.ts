// Security A4: words that common passwords are built around, as they are typed on a Latin keyboard; Korean ones too.

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

/** The most frequent passwords. The rest of the list is rarely used by anybody. */
const MOST_FREQUENT = 20_000

let loaded: Promise<ReadonlySet<string>> | undefined

/** Loaded when the first password is set, because loading takes a moment and a sign-in does not need it. */
export const commonWords = (): Promise<ReadonlySet<string>> => (loaded ??= load())

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const frequent = dictionary['passwords-common'].slice(0, MOST_FREQUENT)
  return new Set([...words(LATIN), ...words(HANGUL_KEYS), ...keyColumns(), ...frequent])
}
