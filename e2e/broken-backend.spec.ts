// Faults, "Network and answers", by a backend that breaks the contract: at each call, every kind of answer that the contract forbids. The member
// is told of the right cause, nothing is blank or waits for ever, what was typed stays, and the same visit goes on to its end. Only
// `npm run test:all` runs these journeys; fault-matrix.spec.ts has the common faults of every submit.
import { type CallName, everyCall } from '../conformance/calls'
import { BROKEN, survives } from './scripted/broken'
import { test } from './scripted/stage'

test.describe('A backend that breaks the contract', { tag: '@all' }, () => {
  test.describe.configure({ timeout: 150_000 })
  for (const [place, { name }] of everyCall.entries())
    test(`${name}: told, nothing lost, and the flow goes on`, async ({ page, stage, watch }) => {
      // The app reports each answer that does not fit.
      watch.allow(/error report: .*contract/)
      await page.clock.install()
      await survives(stage, name satisfies CallName, BROKEN[name], place)
    })
})
