// Contract, the app: in every way in which the contract lets a backend answer, the app reaches the same pages, and none of them is a dead
// end. All routes are on these ways.
import { allPairs, type Style } from '../conformance/scripted/variants'
import { paths } from '../src/rules/paths'
import { codes, type Flow, steps, walks } from './scripted/flows'
import { expect, type Stage, test } from './scripted/stage'
import { between, isSettled } from './scripted/walk'
import { expectWayOut } from './waysOut'

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

/** Each flow meets styles of its own, so that all of them together meet every style. */
const stylesFor = (at: number, most: number): Style[] =>
  Array.from({ length: most }, (_, turn) => styles[(at * most + turn) % styles.length]).flatMap((style) => style ?? [])

const chunk = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

test('the ways of this kit lead over every route of the app', () => {
  const visited = new Set(Object.values({ ...walks, ...steps, ...codes }).flatMap(({ routes }) => routes))
  expect(Object.values(paths).filter((path) => !visited.has(path))).toEqual([])
})

test.describe('A backend that keeps the contract', () => {
  test.describe.configure({ timeout: 120_000 })

  for (const [at, [name, flow]] of Object.entries(walks).entries())
    test(name, async ({ stage }) => {
      for (const style of stylesFor(at, 1)) await runs(stage, name, flow, style)
    })

  for (const [at, rows] of chunk(Object.entries({ ...codes, ...steps }), 8).entries())
    test(`steps and codes, part ${at + 1}`, async ({ stage }) => {
      for (const [turn, [name, flow]] of rows.entries())
        for (const style of stylesFor(at * 8 + turn, 1)) await runs(stage, name, flow, style)
    })
})
