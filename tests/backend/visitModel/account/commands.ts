// The commands of the model in which pages of the account stay open, by how often they are tried.
import fc from 'fast-check'
import { Command } from '../command.ts'
import { beside, KEYS, next, often, rightly, service, type Key } from '../commands.ts'
import type { May } from '../facts.ts'
import { tabs } from '../naming.ts'
import { ACCOUNT } from '../people.ts'
import { arrive } from '../signing.ts'
import type { World } from '../world.ts'
import * as acts from './acts.ts'

const isOpen = (world: World, ...all: number[]) => all.every((tab) => (world.pages[tab] ?? null) !== null)

/** A command of a page: what it does with what the sequence has chosen. */
const onPage = <Chosen>(
  chosen: fc.Arbitrary<Chosen>,
  says: (chosen: Chosen) => string,
  does: (world: World, tab: number, chosen: Chosen) => Promise<May>,
): fc.Arbitrary<Command> =>
  fc.tuple(tabs, chosen).map(
    ([tab, one]) =>
      new Command({
        can: (world) => isOpen(world, tab),
        does: (world) => does(world, tab, one),
        says: `tab ${tab}: in the account, ${says(one)}`,
      }),
  )

const nothing = fc.constant(null)

/** Another tab, for what its page has: mostly the same one. */
const elsewhere = fc.option(tabs, { freq: 3 })
const fromPage = <Chosen>(
  chosen: fc.Arbitrary<Chosen>,
  says: (chosen: Chosen) => string,
  does: (world: World, tab: number, from: number, chosen: Chosen) => Promise<May>,
) =>
  fc.tuple(tabs, elsewhere, chosen).map(
    ([tab, other, one]) =>
      new Command({
        can: (world) => isOpen(world, tab, other ?? tab),
        does: (world) => does(world, tab, other ?? tab, one),
        says: `tab ${tab}: in the account, ${says(one)}${other === null ? '' : `, by the page of tab ${other}`}`,
      }),
  )

/** The most acts between a service and the end of a sign-in. */
const MOST_ACTS = 7
type Entering = { tab: number; who: Key; isAnother: boolean }

/** The member of a tab gets to the account, in place of the member of the browser if the sequence says so. The other model looks at each act of this. */
async function enter(world: World, { tab, who, isAnother }: Entering): Promise<May> {
  world.pages[tab] = null
  const may = await arrive(world, tab, ACCOUNT, isAnother ? 'login' : '')
  const head = { who, from: ACCOUNT, way: 'password', acts: 0 } as const
  for (let act = 0; act < MOST_ACTS && world.tabs[tab] && !isOpen(world, tab); act += 1) {
    const { members, visits, services, passwords = may.passwords } = await next(world, tab, head)
    for (const id of members) may.members.add(id)
    for (const id of visits) may.visits.add(id)
    for (const name of services) may.services.add(name)
    if (passwords) may.passwords = true
  }
  return may
}

const sayEntering = ({ tab, who, isAnother }: Entering) =>
  `tab ${tab}: ${who} opens the account${isAnother ? ', prompt=login' : ''}`

const opens = fc
  .record({ tab: tabs, who: often.map((index) => KEYS[index] ?? 'plain'), isAnother: fc.boolean() })
  .map((by) => new Command({ can: () => true, does: (world) => enter(world, by), says: sayEntering(by) }))

/** The pages that are open when a sequence begins: in two tabs of one browser, and mostly in another browser, where it may be another member's. */
export const openings = fc.record({
  who: often.map((index) => KEYS[index] ?? 'plain'),
  other: fc.option(often.map((index) => KEYS[index] ?? 'plain')),
  isElsewhere: fc.nat(3).map((pick) => pick > 0),
})

export async function begin(world: World, first: Opening): Promise<void> {
  const tabs = first.isElsewhere ? [0, 1, 3] : [0, 1]
  for (const tab of tabs) {
    const by = { tab, who: tab === 3 ? (first.other ?? first.who) : first.who, isAnother: false }
    await world.run(sayEntering(by), () => enter(world, by))
  }
}
type Opening = typeof openings extends fc.Arbitrary<infer One> ? One : never

/** Whose phone was changed, or whose link was used. */
const undo = fc.tuple(often, fc.nat(2)).map(
  ([at, pick]) =>
    new Command({
      can: (world) => (world.people[at]?.formerPhones.length ?? 0) > 0 || world.undone.has(at),
      does: (world) => acts.undo(world, at, pick),
      says: `${KEYS[at]} presses link ${pick} that undoes a change of the phone`,
    }),
)

const age = nothing.map(
  () => new Command({ can: () => true, does: (world) => acts.age(world), says: 'ten minutes pass' }),
)

const lists = fc.constantFrom('services' as const, 'activity' as const, 'passkeys' as const)
const method = fc.constantFrom('PASSKEY' as const, 'PWD' as const, 'PWD' as const, 'SMS' as const, 'EMAIL' as const)
const withProof = (is: boolean) => (is ? ', with a proof if one is needed' : '')

const WEIGHTS: readonly [number, fc.Arbitrary<Command>][] = [
  [14, opens],
  [4, onPage(nothing, () => 'loads the page again', acts.reload)],
  [5, onPage(nothing, () => 'looks who is signed in', acts.look)],
  [2, onPage(lists, (list) => `reads its ${list}`, acts.read)],
  [3, onPage(nothing, () => 'lists the devices', acts.listDevices)],
  [
    6,
    onPage(
      fc.tuple(method, rightly),
      ([by, isRight]) => `proves the member by ${isRight ? by : 'a wrong password'}`,
      (world, tab, [by, isRight]) => acts.proveHere(world, tab, by, isRight),
    ),
  ],
  [7, onPage(rightly, (is) => `changes the password${withProof(is)}`, acts.changePassword)],
  [3, onPage(rightly, (is) => `proves another phone${withProof(is)}`, acts.proveNewPhone)],
  [9, fromPage(rightly, (is) => `changes the phone${withProof(is)}`, acts.changePhone)],
  [6, undo],
  [5, fromPage(fc.nat(1), (pick) => `ends device ${pick}`, acts.endDevice)],
  [3, onPage(nothing, () => 'ends all other devices', acts.endOtherDevices)],
  [
    4,
    onPage(
      fc.tuple(service, rightly),
      ([from, is]) => `withdraws ${from}${withProof(is)}`,
      (world, tab, [from, is]) => acts.withdraw(world, tab, from, is),
    ),
  ],
  [4, onPage(rightly, (is) => `begins to leave${withProof(is)}`, acts.leave)],
  [4, onPage(nothing, () => 'stays', acts.stay)],
  [2, fromPage(nothing, () => 'says "this was not me"', acts.report)],
  [5, age],
  ...beside,
]

/** Sequences of the account, among visits of the same browsers. */
export const sequences = (most: number) =>
  fc.commands(
    WEIGHTS.flatMap(([weight, command]) => Array.from({ length: weight }, () => command)),
    { maxCommands: most, size: 'max' },
  )
