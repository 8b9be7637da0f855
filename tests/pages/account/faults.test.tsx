// Faults, "Network and answers", for each call of the account: what the member sees and has typed stays until it is answered, there is a next step, and nothing
// is done twice.
import { expect, test } from 'vitest'
import { FAULTS, meets, type Name, ROWS } from '../../support/accountFaults.ts'
import { someOf } from '../../support/someOf.ts'

const names = Object.keys(ROWS) as Name[]
// In turn, so that the few pairs of the short run meet every fault and most calls.
const pairs = names.flatMap((name, at) =>
  FAULTS.map((_, turn) => [name, FAULTS[(at + turn) % FAULTS.length] ?? 500] as const),
)

test.each(someOf(pairs, 22))(
  '%s that fails (%s) is told until it is answered, keeps what was typed, and is done once',
  async (name, how) => {
    const times = await meets(name, how)
    // What is not there any more cannot be tried again.
    expect(times).toBeGreaterThanOrEqual(how === 404 && ROWS[name].act ? 1 : 2)
  },
)
