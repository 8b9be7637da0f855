// Contract, the app: in every way in which the contract lets a backend answer, the app reaches the same pages, and none of them is a dead
// end. All routes are on these ways.
import { allPairs, type Style } from '../conformance/scripted/variants.ts'
import { isAccount, paths } from '../src/rules/visit/paths.ts'
import { codes, type Flow, steps, walks } from './scripted/flows.ts'
import { expect, type Stage, test } from './scripted/stage.ts'
import { between, isSettled } from './scripted/walk.ts'
import { expectWayOut } from './waysOut.ts'

const styles = allPairs()
const named = (style: Style) => Object.values(style).join(', ')

async function runs(stage: Stage, name: string, flow: Flow, style: Style): Promise<void> {
  const { page, backend } = stage
  const look = async () => {
    if (!stage.atPartner() && (await isSettled(page))) await expectWayOut(page, name, [backend.partner])
  }
  await test.step(`${name}: ${named(style)}`, async () => {
    between(page, { look })
    stage.begin(style)
    await flow.run(stage)
    await look()
    stage.isHeard(`${name}: ${named(style)}`)
    expect(flow.routes.filter((route) => !stage.visited().has(route))).toEqual([])
  })
}

/** Each flow meets a style of its own, so that all of them together meet every style. */
function styleAt(at: number): Style {
  const style = styles[at % styles.length]
  if (!style) throw new Error('no styles')
  return style
}

const chunk = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

type Ways = [name: string, flow: Flow][]
/** By day, one way of each kind. */
const BY_DAY = ['a second factor', 'a join as SOCIAL', 'a reset', 'pages that need no visit']
const ALL: Ways = Object.entries(walks)

// The app reports to the operator what it does not know.
test.beforeEach(({ watch }) => watch.allow(/unknown detail code 4999/))

test('the journeys visit every route of the app', () => {
  const visited = new Set([...Object.values(walks), ...Object.values(steps)].flatMap(({ routes }) => routes))
  // A backend may have no account.
  expect(Object.values(paths).filter((path) => !visited.has(path) && !isAccount(path))).toEqual([])
  expect(BY_DAY.filter((name) => !(name in walks))).toEqual([])
})

test.describe('A backend that keeps the contract', () => {
  test.describe.configure({ timeout: 120_000 })
  for (const [at, [name, flow]] of ALL.entries())
    test(`${name} reaches its end`, { tag: BY_DAY.includes(name) ? [] : ['@all'] }, ({ stage }) =>
      runs(stage, name, flow, styleAt(at)),
    )
  for (const [part, rows] of chunk([...Object.entries(codes), ...Object.entries(steps)], 8).entries())
    test(`each step and code leads to its page, part ${part + 1} @all`, async ({ stage }) => {
      for (const [turn, [name, flow]] of rows.entries()) await runs(stage, name, flow, styleAt(part * 8 + turn))
    })
})
