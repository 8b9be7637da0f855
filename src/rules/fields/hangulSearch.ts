// Screens, "Join", long lists: finds a name by a part of it, also by initial consonants (ㅅㅇㄷ finds 서울대학교) and while a syllable is
// still being composed.
const FIRST = 0xac00
const LAST = 0xd7a3
const FINALS = 28
const BLOCK = 588
/** The 19 initial consonants in the order of Unicode. */
const INITIALS =
  '\u3131\u3132\u3134\u3137\u3138\u3139\u3141\u3142\u3143\u3145\u3146\u3147\u3148\u3149\u314a\u314b\u314c\u314d\u314e'
/** The final consonants that can begin the next syllable, by their number in a syllable, with their place among the initial ones. */
const NEXT = new Map([
  [1, 0],
  [2, 1],
  [4, 2],
  [7, 3],
  [8, 5],
  [16, 6],
  [17, 7],
  [19, 9],
  [20, 10],
  [21, 11],
  [22, 12],
  [23, 14],
  [24, 15],
  [25, 16],
  [26, 17],
  [27, 18],
])

const isSyllable = (code: number) => code >= FIRST && code <= LAST
const initialOf = (letter: string): string => {
  const code = letter.charCodeAt(0)
  return isSyllable(code) ? (INITIALS[Math.floor((code - FIRST) / BLOCK)] ?? '') : letter
}

/** Whether the typed letter can mean this letter of a name: the same, its initial consonant, or a syllable without its final consonant. */
function means(typed: string, letter: string | undefined): boolean {
  if (letter === undefined) return false
  if (typed === letter) return true
  const [code, other] = [typed.charCodeAt(0), letter.charCodeAt(0)]
  if (!isSyllable(other)) return false
  if (!isSyllable(code)) return initialOf(letter) === typed
  return (code - FIRST) % FINALS === 0 && Math.floor((code - FIRST) / FINALS) === Math.floor((other - FIRST) / FINALS)
}

/** The ways to read the typed text: a final consonant at its end can be the initial of the next syllable (성 on the way to 서울). */
function readings(typed: string): string[] {
  const last = typed.slice(-1)
  const code = last.charCodeAt(0)
  const final = isSyllable(code) ? (code - FIRST) % FINALS : 0
  const next = NEXT.get(final)
  if (next === undefined) return [typed]
  return [typed, `${typed.slice(0, -1)}${String.fromCharCode(code - final)}${INITIALS[next]}`]
}

/** The typed text as a name that the list does not have. Initial consonants alone only search, so they give an empty text. */
export const nameSearched = (typed: string): string => (/^[\u3131-\u314e\s]*$/.test(typed) ? '' : typed.trim())

const plain = (text: string) => text.slice(0, 1000).normalize('NFC').toLowerCase().replace(/\s+/g, '')

/** Whether a name contains the typed text. Empty text finds every name. */
export function isFound(typed: string, name: string): boolean {
  const letters = plain(name)
  return readings(plain(typed)).some((reading) => {
    for (let at = 0; at + reading.length <= letters.length; at += 1)
      if (Array.prototype.every.call(reading, (letter: string, index) => means(letter, letters[at + index])))
        return true
    return false
  })
}
