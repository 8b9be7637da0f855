// `npm run bench:rules`: what a rule costs for ten thousand characters of whatever is hardest for it, beside reading them once. Times
// depend on the machine, and no test asks for them; that no rule's work outgrows its input is shown by linear.test.ts.
import { bench, describe } from 'vitest'
import { FIELD_RULES, LETTERS } from './fieldRules'

const texts = LETTERS.map((letter) => letter.repeat(Math.ceil(10_000 / letter.length)))
const all = (rule: (text: string) => unknown) => () => texts.forEach(rule)

describe(`${texts.length} texts of ten thousand characters, each judged by`, () => {
  bench(
    'reading them once',
    all((text) => Array.from(text).length),
  )
  for (const [name, rule] of Object.entries(FIELD_RULES)) bench(name, all(rule))
})
