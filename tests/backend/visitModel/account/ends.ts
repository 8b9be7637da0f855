// What ends with a device, with everything of a member, and with a phone: in the model, and so in the backend.
import { TABS } from '../world.ts'
import type { Person } from '../people.ts'
import type { Page, Visit, World } from '../world.ts'

/** A join that can be answered again, and accepts a letter, ends with any browser of its member. */
function endJoins(world: World, person: Person): void {
  for (const visit of world.visits) if (visit.joiner?.isDone && visit.joiner.person === person) visit.joiner = null
}

/** Signs the member out in these browsers. @param stays whether a visit of the member goes on */
export function endBrowsers(
  world: World,
  person: Person,
  browsers: readonly number[],
  stays: (visit: Visit) => boolean,
): void {
  const gone = browsers.map((at) => world.sessions[at]).filter((session) => session?.member === person)
  for (const at of browsers) {
    world.accounts[at]?.delete(person)
    if (world.sessions[at]?.member === person) world.sessions[at] = null
  }
  for (const visit of world.visits) {
    // The issuer forgets a visit with the session that it began with.
    if (visit.beganWith !== null && gone.includes(visit.beganWith)) visit.isDead = true
    if (visit.subject !== person || stays(visit)) continue
    world.leave(visit)
    world.forgetProofs(visit, person)
  }
  endJoins(world, person)
}

/** The browsers besides that of a page. */
export function endOthers(world: World, { person, browser }: Page): void {
  const others = [...new Set(TABS)].filter((at) => at !== browser)
  endBrowsers(world, person, others, (visit) => visit.browser === browser)
}

/** What a report or the link of a notice does: everything ends, and the account is protected. */
export function protect(world: World, person: Person): void {
  for (const to of person.leavesAt === null ? [] : [person.login_id, person.phone]) world.expectMessage(to)
  world.endEverythingOf(person, null)
  endJoins(world, person)
  Object.assign(person, { isProtected: true, leavesAt: null })
}

/** What was on its way by a phone that is another one now: second factors, and resets. */
export function endUseOfPhone(world: World, person: Person): void {
  for (const visit of world.visits) {
    visit.proofs = visit.proofs.filter((proof) => proof.person !== person)
    visit.proved.get(person)?.delete('sms')
    if (visit.reset?.person === person) visit.reset = null
  }
}
