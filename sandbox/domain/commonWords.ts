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

export const COMMON_WORDS: ReadonlySet<string> = new Set([...words(LATIN), ...words(HANGUL_KEYS)])
