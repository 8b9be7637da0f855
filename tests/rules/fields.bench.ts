// `npm run bench:rules`: the time of each rule for ten thousand characters of its worst input, compared with reading them once. Times
// depend on the machine, so no test checks them. linear.test.ts shows that no rule takes more than linear time.
import { bench, describe } from 'vitest'
import { FIELD_RULES, LETTERS } from './fieldRules.ts'

const texts = LETTERS.map((letter) => letter.repeat(Math.ceil(10_000 / letter.length)))
const all = (rule: (text: string) => unknown) => () => texts.forEach(rule)

describe(`${texts.length} texts of ten thousand characters, each judged by`, () => {
  bench(
    'reading them once',
    all((text) => Array.from(text).length),
  )
  for (const [name, rule] of Object.entries(FIELD_RULES)) bench(name, all(rule))
})
