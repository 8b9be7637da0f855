// The commands of the model, by how often they are tried. Each says when it can be tried, and what it does.
import fc from 'fast-check'
import { MATCHER_TYPES } from '../../../contract/codes.ts'
import { Command, type Does } from './command.ts'
import type { May } from './facts.ts'
import { naming, sayNaming, tabs, type Naming } from './naming.ts'
import { INVITED, SERVICES, type Service } from './people.ts'
import * as joining from './joining.ts'
import * as recovery from './recovery.ts'
import * as signing from './signing.ts'
import * as steps from './steps.ts'
import { TABS, type Visit, type World } from './world.ts'

const PROMPTS = ['', '', '', '', 'login', 'select_account', 'select_account', 'session', 'create', 'create', 'password']
const CHANGES = ['RECOMMENDED_CHANGE_PWD', 'REQUIRED_CHANGE_PWD']
const FACTORS = ['AUTH_REQUIRED', 'ADMIN_CERTIFICATION_CHECK']

export const service = fc.constantFrom(...SERVICES)
const member = fc.nat(INVITED)
/** The members whose steps other members have too. */
export const often = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(0, 1, 3, 4) }, { weight: 1, arbitrary: member })
export const rightly = fc.integer({ min: 0, max: 4 }).map((pick) => pick > 0)
const browser = fc.constantFrom(...new Set(TABS))

const isOpen = (visit: Visit | null | undefined): visit is Visit => visit !== null && visit !== undefined
const open = (tab: number) => (world: World) => isOpen(world.tabs[tab])
const live = (tab: number) => (world: World) => {
  const visit = world.tabs[tab]
  return isOpen(visit) && world.isLive(visit) && !visit.isDead
}
const at = (tab: number, names: readonly string[]) => (world: World) => names.includes(world.tabs[tab]?.step ?? '')
const isMember = (world: World, index: number) => world.people[index]?.joined === true

/** What few tabs can do: the first one that can, beginning with `drawn`. */
const inSomeTab = (drawn: number, act: (tab: number) => Does): Command => {
  const of = (more: number) => act((drawn + more) % TABS.length)
  return new Command(of(0), ...TABS.slice(1).map((_, more) => of(more + 1)))
}

/** A command of a tab whose call names a visit. */
const stepOf = (
  says: string,
  names: readonly string[],
  does: (world: World, tab: number, by: Naming) => Promise<May>,
): fc.Arbitrary<Command> =>
  fc.tuple(tabs, naming).map(
    ([tab, by]) =>
      new Command({
        can: at(tab, names),
        does: (world) => does(world, tab, by),
        says: `tab ${tab}: ${says}${sayNaming(by)}`,
      }),
  )

const simple = (says: string, step: steps.Step) =>
  stepOf(says, [step.name], (world, tab, by) => steps.answerStep(world, tab, by, step))

export const KEYS = ['old', 'older', 'plain', 'newcomer', 'student', 'sms', 'admin', 'terms', 'forced', 'invited']
export type Key = (typeof KEYS)[number]

const arrive = fc.tuple(tabs, service, fc.constantFrom(...PROMPTS)).map(
  ([tab, to, prompt]: [number, Service, string]) =>
    new Command({
      can: () => true,
      does: (world) => signing.arrive(world, tab, to, prompt),
      says: `tab ${tab}: ${to} asks for a sign-in${prompt && `, prompt=${prompt}`}`,
    }),
)

const arriveInvited = fc.tuple(tabs, service).map(
  ([tab, to]) =>
    new Command({
      can: () => true,
      does: (world) => signing.arriveInvited(world, tab, INVITED, to),
      says: `tab ${tab}: opens the invitation to ${to}`,
    }),
)

const signIn = fc.tuple(tabs, often, rightly, naming).map(
  ([tab, index, isRight, by]) =>
    new Command({
      can: open(tab),
      does: (world) => signing.signIn(world, tab, index, isRight, by),
      says: `tab ${tab}: ${KEYS[index]} types ${isRight ? 'the' : 'a wrong'} password${sayNaming(by)}`,
    }),
)

const byPasskey = fc.tuple(tabs, often, fc.option(tabs, { freq: 3 }), naming).map(
  ([tab, index, other, by]) =>
    new Command({
      can: (world) => open(tab)(world) && open(other ?? tab)(world) && world.people[index]?.passkey !== undefined,
      does: (world) => signing.byPasskey(world, tab, index, other ?? tab, by),
      says: `tab ${tab}: ${KEYS[index]} uses the passkey, for the challenge of tab ${other ?? tab}${sayNaming(by)}`,
    }),
)

const follow = tabs.map(
  (tab) =>
    new Command({
      can: (world) => world.tabs[tab]?.location !== null && world.tabs[tab] !== null,
      does: (world) => signing.follow(world, tab),
      says: `tab ${tab}: follows its location`,
    }),
)

const changePassword = fc.tuple(rightly, tabs, naming).map(
  ([isRight, tab, by]) =>
    new Command({
      can: at(tab, CHANGES),
      does(world) {
        const { step, subject } = world.tabs[tab] ?? {}
        const change = steps.changePassword(step ?? '', subject ?? null, isRight)
        return steps.answerStep(world, tab, by, change)
      },
      says: `tab ${tab}: changes the password, the current one ${isRight ? 'right' : 'wrong'}${sayNaming(by)}`,
    }),
)

const proveFactor = fc.tuple(tabs, rightly).map(
  ([tab, isRight]) =>
    new Command({
      can: at(tab, FACTORS),
      does: (world) => steps.proveFactor(world, tab, isRight),
      says: `tab ${tab}: types ${isRight ? 'the' : 'a wrong'} code of the second factor`,
    }),
)

const useProof = fc.tuple(tabs, fc.option(tabs, { freq: 3 }), naming).map(
  ([tab, other, by]) =>
    new Command({
      can: at(tab, FACTORS),
      does: (world) => steps.useProof(world, tab, other ?? tab, by),
      says: `tab ${tab}: passes the second factor with the proof of tab ${other ?? tab}${sayNaming(by)}`,
    }),
)

const answerAnother = fc.tuple(tabs, fc.constantFrom('AUTH_REQUIRED', ...MATCHER_TYPES), naming).map(
  ([tab, type, by]) =>
    new Command({
      can: open(tab),
      does: (world) => steps.answerAnother(world, tab, type, by),
      says: `tab ${tab}: answers ${type}, which its page does not show${sayNaming(by)}`,
    }),
)

const look = fc.tuple(tabs, naming).map(
  ([tab, by]) =>
    new Command({
      can: open(tab),
      does: (world) => steps.look(world, tab, by),
      says: `tab ${tab}: asks who its member is${sayNaming(by)}`,
    }),
)

const sendLetter = fc.tuple(tabs, naming).map(([drawn, by]) =>
  inSomeTab(drawn, (tab) => ({
    can: (world) => at(tab, ['SERVICE_ADD_INFO'])(world) || world.tabs[tab]?.joiner?.isDone === true,
    does: (world) => steps.sendLetter(world, tab, by),
    says: `tab ${tab}: sends a letter${sayNaming(by)}`,
  })),
)

const hasAccounts = (tab: number) => (world: World) => (world.tabs[tab]?.accounts.length ?? 0) > 0

const choose = fc.tuple(tabs, fc.option(tabs, { freq: 3 }), fc.nat(2), naming).map(([drawn, other, pick, by]) =>
  inSomeTab(drawn, (tab) => ({
    can: (world) => open(tab)(world) && hasAccounts(other ?? tab)(world),
    does: (world) => signing.choose(world, tab, other ?? tab, pick, by),
    says: `tab ${tab}: chooses account ${pick} of tab ${other ?? tab}${sayNaming(by)}`,
  })),
)

const forget = fc.tuple(tabs, fc.option(tabs, { freq: 3 }), fc.nat(2)).map(
  ([tab, other, pick]) =>
    new Command({
      can: (world) => open(tab)(world) && hasAccounts(other ?? tab)(world),
      does: (world) => signing.forget(world, tab, other ?? tab, pick),
      says: `tab ${tab}: forgets account ${pick} of tab ${other ?? tab}`,
    }),
)

const isSignedIn = (index: number) => (world: World) => (world.sessions[index]?.id_token ?? '') !== ''

const signOut = browser.map(
  (index) =>
    new Command({
      can: isSignedIn(index),
      does: (world) => signing.signOut(world, index),
      says: `browser ${index}: signs out at the service`,
    }),
)

const withdraw = fc.tuple(browser, service).map(
  ([index, from]) =>
    new Command({
      can: isSignedIn(index),
      does: (world) => signing.withdraw(world, index, from),
      says: `browser ${index}: withdraws the consent to ${from}`,
    }),
)

const findId = fc.tuple(tabs, member, naming).map(
  ([tab, index, by]) =>
    new Command({
      can: (world) => live(tab)(world) && isMember(world, index),
      does: (world) => recovery.findId(world, tab, index, by),
      says: `tab ${tab}: ${KEYS[index]} looks for the ID${sayNaming(by)}`,
    }),
)

const askReset = fc.tuple(tabs, often, fc.constantFrom('sms' as const, 'email' as const), naming).map(
  ([tab, index, channel, by]) =>
    new Command({
      can: (world) => live(tab)(world) && isMember(world, index),
      does: (world) => recovery.askReset(world, tab, index, channel, by),
      says: `tab ${tab}: ${KEYS[index]} proves the ${channel} channel to set a new password${sayNaming(by)}`,
    }),
)

const setPassword = fc.tuple(tabs, fc.option(tabs, { freq: 3 }), fc.option(member, { freq: 3 }), naming).map(
  ([tab, other, index, by]) =>
    new Command({
      can: (world) =>
        open(tab)(world) && world.tabs[other ?? tab]?.reset !== undefined && world.tabs[other ?? tab]?.reset !== null,
      does: (world) => recovery.setPassword(world, tab, other ?? tab, index, by),
      says: `tab ${tab}: sets a new password${index === null ? '' : ` for ${KEYS[index]}`}, by the right of tab ${other ?? tab}${sayNaming(by)}`,
    }),
)

const proveForJoin = fc.tuple(tabs, fc.boolean(), naming).map(
  ([tab, isStudent, by]) =>
    new Command({
      can: (world) =>
        live(tab)(world) &&
        (world.tabs[tab]?.prompt === 'create' ||
          (world.tabs[tab]?.joiner !== undefined && world.tabs[tab]?.joiner !== null)),
      does: (world) => joining.proveForJoin(world, tab, isStudent, by),
      says: `tab ${tab}: a new ${isStudent ? 'student' : 'member'} proves phone and e-mail to join${sayNaming(by)}`,
    }),
)

const sendJoin = fc.tuple(tabs, naming).map(
  ([tab, by]) =>
    new Command({
      can: (world) => world.tabs[tab]?.joiner !== undefined && world.tabs[tab]?.joiner !== null,
      does: (world) => joining.sendJoin(world, tab, by),
      says: `tab ${tab}: sends the form of the join${sayNaming(by)}`,
    }),
)

/** Who is before a tab at first, where they come from, how they get in, and how far they have got when the sequence begins. */
export type Head = { who: Key; from: Service; way: 'password' | 'reset' | 'join'; acts: number }

/** The next act of a member who wants to get to the service, from wherever the tab stands. */
export function next(world: World, tab: number, { who, from, way }: Head): Promise<May> {
  const visit = world.tabs[tab]
  if (!visit) return signing.arrive(world, tab, from, way === 'join' ? 'create' : '')
  const own = { by: 'own', tab } as const
  if (visit.location !== null) return signing.follow(world, tab)
  if (visit.isDead) return signing.arrive(world, tab, from, '')
  if (visit.joiner && !visit.joiner.isDone)
    return visit.joiner.phoneProved ? joining.sendJoin(world, tab, own) : joining.proveForJoin(world, tab, false, own)
  const step = [steps.later, steps.agreeToTerms, steps.agreeToService, steps.tellJob].find(
    ({ name }) => name === visit.step,
  )
  if (step) return steps.answerStep(world, tab, own, step)
  if (FACTORS.includes(visit.step ?? ''))
    return visit.proofs.length > 0 ? steps.useProof(world, tab, tab, own) : steps.proveFactor(world, tab, true)
  if (CHANGES.includes(visit.step ?? ''))
    return steps.answerStep(world, tab, own, steps.changePassword(visit.step ?? '', visit.subject, true))
  const isChooser = visit.prompt === 'select_account' && visit.accounts.length > 0
  if (isChooser && visit.subject === null && visit.step === null) return signing.choose(world, tab, tab, 0, own)
  if (way === 'join' && visit.joiner === null) return joining.proveForJoin(world, tab, false, own)
  const isReset =
    (way === 'reset' || world.people[KEYS.indexOf(who)]?.isProtected === true) &&
    visit.subject === null &&
    isMember(world, KEYS.indexOf(who))
  if (isReset && visit.reset) return recovery.setPassword(world, tab, tab, null, own)
  if (isReset) return recovery.askReset(world, tab, KEYS.indexOf(who), 'sms', own)
  return signing.signIn(world, tab, KEYS.indexOf(who), true, own)
}

/** Brings the tabs to where the sequence begins. */
export async function begin(world: World, heads: readonly Head[]): Promise<void> {
  for (const [tab, head] of heads.entries())
    for (let act = 0; act < head.acts; act += 1)
      await world.run(`tab ${tab}: ${head.who} goes on at ${head.from}`, () => next(world, tab, head))
}

const head: fc.Arbitrary<Head> = fc.record({
  who: often.map((index) => KEYS[index] ?? 'plain'),
  from: service,
  way: fc.constantFrom('password', 'password', 'password', 'password', 'reset', 'join'),
  acts: fc.constantFrom(0, 1, 2, 2, 2, 3, 4),
})
export const heads = fc.tuple(head, head)

const goOn = fc.tuple(tabs, often, service).map(
  ([tab, index, from]) =>
    new Command({
      can: () => true,
      does: (world) => next(world, tab, { who: KEYS[index] ?? 'plain', from, way: 'password', acts: 1 }),
      says: `tab ${tab}: ${KEYS[index]} goes on at ${from}`,
    }),
)

const WEIGHTS: readonly [number, fc.Arbitrary<Command>][] = [
  [20, goOn],
  [4, arrive],
  [1, arriveInvited],
  [6, signIn],
  [4, byPasskey],
  [4, follow],
  [3, simple('presses "later"', steps.later)],
  [3, changePassword],
  [2, simple('agrees to new terms', steps.agreeToTerms)],
  [4, simple('agrees to the service', steps.agreeToService)],
  [2, simple('tells the job', steps.tellJob)],
  [3, sendLetter],
  [3, proveFactor],
  [3, useProof],
  [1, answerAnother],
  [1, look],
  [3, choose],
  [1, forget],
  [1, signOut],
  [1, withdraw],
  [1, findId],
  [1, askReset],
  [3, setPassword],
  [4, proveForJoin],
  [5, sendJoin],
]

/** What happens in the visits of a browser while its account is open: sign-ins, sign-outs, and new passwords. */
export const beside: readonly [number, fc.Arbitrary<Command>][] = [
  [10, goOn],
  [3, arrive],
  [3, signIn],
  [2, byPasskey],
  [2, follow],
  [3, changePassword],
  [2, choose],
  [2, forget],
  [3, signOut],
  [2, askReset],
  [4, setPassword],
]

/** Sequences: commands that cannot be tried where they stand are left out. */
export const sequences = (most: number) =>
  fc.commands(
    WEIGHTS.flatMap(([weight, command]) => Array.from({ length: weight }, () => command)),
    { maxCommands: most, size: 'max' },
  )
