// How a call names its visit: as the app does, not at all, as another tab, or with the state of another visit.
import fc from 'fast-check'
import type { Visit, World } from './world.ts'

export type Naming = { by: 'own' | 'none' | 'other' | 'swapped'; tab: number }

/** Most acts meet in two tabs of one browser. */
export const tabs = fc.constantFrom(0, 0, 0, 1, 1, 1, 2, 3)
export const naming: fc.Arbitrary<Naming> = fc.oneof(
  { weight: 7, arbitrary: fc.constant({ by: 'own', tab: 0 } as const) },
  { weight: 1, arbitrary: fc.constant({ by: 'none', tab: 0 } as const) },
  { weight: 1, arbitrary: fc.record({ by: fc.constant('other' as const), tab: tabs }) },
  { weight: 1, arbitrary: fc.record({ by: fc.constant('swapped' as const), tab: tabs }) },
)

export const sayNaming = ({ by, tab }: Naming): string =>
  ({ own: '', none: ', names no visit', other: `, names the visit of tab ${tab}`, swapped: `, state of tab ${tab}` })[
    by
  ]

/** What the call sends, the visit that it means (null: none, so nothing may happen), and the status that then refuses it. */
export type Named = { name: object; means: Visit | null; refusal: number }

/** The only visit of a browser that a call without a name can mean. */
function onlyVisit(world: World, browser: number): Named {
  const here = world.visits.filter((visit) => visit.browser === browser)
  const live = here.filter(world.isLive)
  // The issuer has forgotten the visits whose location was followed, or which a sign-out has ended.
  const open = live.length > 0 ? live : here.filter(({ isFollowed, isDead }) => !isFollowed && !isDead)
  return { name: {}, means: open.length === 1 ? (open[0] ?? null) : null, refusal: open.length > 1 ? 409 : 403 }
}

export function nameOf(world: World, visit: Visit, { by, tab }: Naming): Named {
  const other = world.tabs[tab] ?? visit
  if (by === 'none') return onlyVisit(world, visit.browser)
  if (by === 'other') return { name: other.name, means: other.browser === visit.browser ? other : null, refusal: 403 }
  if (by === 'swapped' && other !== visit)
    return { name: { ...visit.name, state: other.name.state }, means: null, refusal: 403 }
  return { name: visit.name, means: visit, refusal: 403 }
}
