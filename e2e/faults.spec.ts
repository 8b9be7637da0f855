// Faults, "Network and answers": at each call, every kind of answer that is none. The member is told of the right cause, nothing is blank or waits for
// ever, what was typed stays, and the same visit goes on to its end. Every fault of every call has the tag `@all`.
import { type VisitCallName, everyVisitCall } from '../contract/calls.ts'
import { FAILS, type Fault, forbidden, NOT_HERE, SILENT, TOO_MANY } from '../conformance/scripted/variants.ts'
import type { Flow } from './scripted/flows.ts'
import { type Meeting, ROWS, survives, told } from './scripted/faults.ts'
import { expect, type Stage, test } from './scripted/stage.ts'
import { between } from './scripted/walk.ts'
import { say } from './texts.ts'
import { expectWayOut } from './waysOut.ts'

test.beforeEach(async ({ page, watch }) => {
  // The app reports each answer that does not fit.
  watch.allow(/error report: .*contract/)
  await page.clock.install()
})

const placeOf = (call: VisitCallName) => everyVisitCall.findIndex(({ name }) => name === call)

/** Every fault of a call. */
function faultsOf(call: VisitCallName, { backend }: Stage): Fault[] {
  const { ends, silent } = ROWS[call]
  const refusals = ends ? [FAILS, TOO_MANY] : [FAILS, TOO_MANY, NOT_HERE]
  return [...refusals, ...forbidden(call, backend.usual(call), placeOf(call)), ...(silent ? [SILENT] : [])]
}

/** Two faults of each call, in turn, so that the calls of one kind of page meet all kinds of faults. */
function oneOfEach(call: VisitCallName, stage: Stage): Meeting {
  const all = faultsOf(call, stage)
  const at = placeOf(call)
  const picked = new Set([all[at % 3], all.at(-1 - (at % (all.length - 3)))])
  return { call, faults: [...picked].flatMap((fault) => fault ?? []) }
}

const flows = new Map<Flow, VisitCallName[]>()
for (const { name } of everyVisitCall) flows.set(ROWS[name].flow, [...(flows.get(ROWS[name].flow) ?? []), name])

/** By day, the flows of these calls: a sign-in, and the end of a join. */
const BY_DAY: readonly VisitCallName[] = ['verifyPwd', 'signUp']

for (const [flow, calls] of flows)
  test(
    `a failure of ${calls.join(', ')} shows a message, nothing is lost, and the flow goes on`,
    { tag: calls.some((call) => BY_DAY.includes(call)) ? [] : ['@all'] },
    ({ stage }) =>
      survives(
        stage,
        flow,
        calls.map((call) => oneOfEach(call, stage)),
      ),
  )

/** A call of each kind of page, and an answer that ends its step (401) or its visit (409). */
const ENDINGS = [
  ['verifyPwd', 409],
  ['resolveUser', 409],
  ['changePassword', 401],
  ['verifyJoin', 409],
  ['signUp', 401],
  ['searchPwd', 409],
] as const satisfies readonly (readonly [VisitCallName, number])[]

for (const [call, status] of ENDINGS)
  test(`${status} of ${call} shows one message, and the page leads on @all`, async ({ page, stage }) => {
    const { backend } = stage
    backend.always(call, { refusal: { status, code: 'INJECTED' } })
    between(page, { isOver: () => backend.count(call) > 0 })
    await ROWS[call].flow.run(stage)
    const ended = page.getByRole('heading', { name: say('error.ended') })
    await expect(ended.or(told(page))).toHaveCount(1)
    // Behind a dialog the button stays busy: the dialog leads on.
    if (!(await page.getByRole('dialog').isVisible()))
      await expect(page.locator('main .spinner, .coming')).toHaveCount(0)
    await expectWayOut(page, `${status} of ${call}`, [backend.partner])
  })

test.describe('Every fault', { tag: '@all' }, () => {
  test.describe.configure({ timeout: 150_000 })
  for (const { name } of everyVisitCall)
    test(`of ${name} shows a message, nothing is lost, and the flow goes on`, ({ stage }) =>
      survives(stage, ROWS[name].flow, [{ call: name, faults: faultsOf(name, stage) }]))
})
