// What commands look up: the visit of a tab, a member, and everything that a sign-out may touch.
import { expect } from 'vitest'
import type { May } from './facts.ts'
import { ACCOUNT, SERVICES, type Person } from './people.ts'
import type { Visit, World } from './world.ts'

export const visitIn = (world: World, tab: number): Visit => world.tabs[tab] ?? expect.fail('no visit in this tab')
export const personAt = (world: World, at: number): Person => world.people[at] ?? expect.fail('no such member')
/** Every visit and service: for commands that end what a member has open. */
export const everywhere = (world: World, may: May): May => {
  for (const service of [...SERVICES, ACCOUNT]) may.services.add(service)
  for (const { id } of world.visits) may.visits.add(id)
  return may
}
