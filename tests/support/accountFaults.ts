// Each call of the account: what the member does until it is made, what stays when it fails, and what the page shows when it is done.
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { ACCOUNT_CALLS } from '../../contract/calls.ts'
import type { Row as Call } from '../../contract/row.ts'
import type { ProofMethod } from '../../contract/signInMethods.ts'
import { accountServer, type AccountState, BEGIN, codeServer, type Fault, SIGN_IN } from './account.ts'
import { holdTime } from './clock.ts'
import { renderAt } from './render.tsx'
import { calls } from './server.ts'
import { stubAuthenticator } from './webauthn.ts'

export type Name = keyof typeof ACCOUNT_CALLS
export const FAULTS: readonly Fault[] = [404, 500, 503, 'lost', 'broken', 'hangs']
/** In ms: a wait says so, and a call is over. */
const [SLOW_MS, TIMEOUT_MS] = [4000, 10_000]

const NEW = 'wQ7!mz2Rk9'
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const dialog = async () => within(await screen.findByRole('dialog'))
const field = (label: string | RegExp) => screen.findByLabelText(label, { selector: 'input' })

type Here = { user: UserEvent; authenticator: ReturnType<typeof stubAuthenticator> }
type Row = {
  at: string
  /** Before the page opens. */
  prepare?: (state: AccountState) => void
  /** What the member does until the call is made. Nothing for what the page loads. */
  act?: (here: Here) => Promise<unknown>
  /** What else the member does when the call is made again. */
  again?: (here: Here, how: Fault) => Promise<unknown>
  /** What the page shows when it is done. */
  done: string | RegExp | ((here: Here) => void)
  /** Where a 404 says that it is done already: what the page says then. Elsewhere it says that the thing is no longer there. */
  gone?: string
  /** What was typed stays. */
  typed?: [label: string | RegExp, value: string]
}

const click =
  (name: string | RegExp) =>
  async ({ user }: Here) =>
    user.click(await button(name))
const confirmed =
  (name: string | RegExp, confirm: string) =>
  async ({ user }: Here) => {
    await user.click(await button(name))
    await user.click((await dialog()).getByRole('button', { name: confirm }))
  }
/** Types into the fields of a part, in order. */
const typed =
  (open: string | RegExp, fields: readonly (readonly [string | RegExp, string])[], press?: string) =>
  async ({ user }: Here) => {
    await user.click(await button(open))
    for (const [label, text] of fields) {
      await user.clear(await field(label))
      await user.type(await field(label), text)
    }
    if (press) await user.click(await button(press))
  }
const needs = (method: ProofMethod) => (state: AccountState) => void (state.proofs = [[method]])
const turnOn = click('Turn on Second step at sign-in')
const newPhone = typed('Change Mobile number', [['New mobile number', '01099998888']], 'Send code')
const newEmail = typed('Change Email', [['New email', 'new@demo.test']], 'Send code')
const typeCode = async ({ user }: Here) => user.type(await screen.findByLabelText('Verification code'), '123456')

/** The browser has created a passkey. */
const created = async ({ authenticator: { questions } }: Here) => {
  await waitFor(() => expect(questions.length).toBeGreaterThan(0))
  act(() => questions.at(-1)?.end({ id: 'two' }))
}
const isAsked = ({ authenticator }: Here) => expect(authenticator.questions).toHaveLength(1)
const oneSignIn = (state: AccountState) =>
  void (state.activity = [{ id: 'row-0', at: '2026-06-01T00:00:00.000Z', event: 'SIGN_IN', result: 'DONE' }])

const security = '/account/security'
export const ROWS: Record<Name, Row> = {
  initAccount: { at: '/account', prepare: (state) => void (state.signedOut = true), done: () => {} },
  account: { at: '/account', done: 'Haneul Kim' },
  proofToken: { at: security, act: newPhone, done: 'Verification code', typed: ['New mobile number', '010-9999-8888'] },
  proofPasskey: {
    at: security,
    prepare: needs('PASSKEY'),
    act: async (here) => {
      await turnOn(here)
      await here.user.click((await dialog()).getByRole('button', { name: 'Use a passkey' }))
    },
    done: isAsked,
  },
  proof: {
    at: security,
    prepare: needs('PWD'),
    act: async (here) => {
      await turnOn(here)
      await here.user.type((await dialog()).getByLabelText('Password'), 'kT7!mz2R{Enter}')
    },
    done: /On: after the password/,
    typed: ['Password', 'kT7!mz2R'],
  },
  accountPassword: {
    at: security,
    act: typed(
      'Change Password',
      [
        ['New password', NEW],
        ['Repeat the new password', NEW],
      ],
      'Change password',
    ),
    done: /All other browsers are signed out/,
    typed: ['New password', NEW],
  },
  accountPhone: {
    at: security,
    act: async (here) => {
      await newPhone(here)
      await typeCode(here)
    },
    done: '010-****-**99',
    typed: ['New mobile number', '010-9999-8888'],
  },
  accountEmail: {
    at: security,
    act: async (here) => {
      await newEmail(here)
      await typeCode(here)
    },
    done: 'ne***@demo.test',
    typed: ['New email', 'new@demo.test'],
  },
  accountNickname: {
    at: '/account',
    act: typed('Change Nickname', [['Nickname', 'Cloud{Enter}']]),
    done: 'Cloud',
    typed: ['Nickname', 'Cloud'],
  },
  accountMarketing: {
    at: '/account/privacy',
    act: async ({ user }) => user.click(await screen.findByRole('checkbox', { name: 'By email' })),
    done: () => expect(screen.getByRole('checkbox', { name: 'By email' })).not.toBeChecked(),
  },
  accountSecondFactor: { at: security, act: turnOn, done: /On: after the password/ },
  accountPasskeys: { at: security, done: 'My phone' },
  passkeyOptions: { at: security, act: click('Add a passkey'), done: isAsked },
  addPasskey: {
    at: security,
    act: async (here) => {
      await click('Add a passkey')(here)
      await created(here)
    },
    // A call that hangs is made again with the passkey that the browser has created.
    again: async (here, how) => {
      if (how === 'hangs') return
      await waitFor(() => expect(here.authenticator.questions).toHaveLength(2))
      await created(here)
    },
    done: 'The passkey was added.',
  },
  renamePasskey: {
    at: security,
    act: typed('Rename My phone', [['Name of the passkey', 'Work phone{Enter}']]),
    done: 'Work phone',
    typed: ['Name of the passkey', 'Work phone'],
  },
  removePasskey: {
    at: security,
    act: confirmed('Remove My phone', 'Remove'),
    done: 'You have no passkey yet.',
    gone: 'The passkey was removed.',
  },
  accountSessions: { at: '/account/devices', done: 'Safari · iPhone' },
  endSession: {
    at: '/account/devices',
    act: click('Sign out Safari\u00a0· iPhone'),
    done: () => expect(screen.queryByText('Safari · iPhone')).toBeNull(),
    gone: 'That browser is signed out.',
  },
  endOtherSessions: {
    at: '/account/devices',
    act: confirmed('Sign out all other browsers', 'Sign out'),
    done: () => expect(screen.queryByText('Safari · iPhone')).toBeNull(),
  },
  accountServices: { at: '/account/services', done: 'Step Learning' },
  withdrawService: {
    at: '/account/services',
    act: confirmed('Withdraw consent Step Learning', 'Withdraw consent'),
    done: 'You have not used any service yet.',
    gone: 'Your consent was withdrawn.',
  },
  accountActivity: { at: '/account/activity', prepare: oneSignIn, done: /Signed in/ },
  reportActivity: {
    at: '/account/activity',
    prepare: oneSignIn,
    act: confirmed(/This wasn’t me/, 'Sign out everything'),
    done: /^(Everything is|You are) signed out$/,
  },
  exportAccount: { at: '/account/privacy', act: click('Show as a page'), done: 'Your data is ready.' },
  leave: {
    at: '/account/privacy',
    act: typed('Delete my account…', [[/Why are you leaving/, 'Too many e-mails']], 'Delete my account'),
    done: /will be deleted on 12 Dec 2026/,
    typed: [/Why are you leaving/, 'Too many e-mails'],
  },
  stay: {
    at: '/account/devices',
    prepare: (state) => void (state.account.leaving = { effective_at: '2026-12-12T09:00:00Z' }),
    act: click('Keep my account'),
    done: () => expect(screen.queryByText(/will be deleted on/)).toBeNull(),
  },
}

/** The call in `AccountState`. */
function keyOf(name: Name): string {
  const { method, path, fresh }: Call = ACCOUNT_CALLS[name]
  if (name === 'initAccount') return BEGIN
  return `${method} ${path.replace('/v1/account', '').replace(/\{\w+\}/, ':id')}${fresh === undefined ? '' : '*'}`
}

/** How often the app has made a call. */
function made(name: Name): number {
  const row: Call = ACCOUNT_CALLS[name]
  const pattern = new RegExp(`^${row.path.replace(/\{\w+\}/, '[^/]+')}$`)
  return calls().filter(({ method, path }) => method === row.method && pattern.test(path)).length
}

/** Meets the fault, and answers it. @returns how often the call was made */
export async function meets(name: Name, how: Fault): Promise<number> {
  const row = ROWS[name]
  const time = how === 'hangs' ? holdTime() : null
  const authenticator = stubAuthenticator()
  const state = accountServer()
  codeServer()
  row.prepare?.(state)
  state.fault = { call: keyOf(name), how }
  const { user, left } = await renderAt(row.at)
  const here: Here = { user, authenticator }
  await row.act?.(here)
  await waitFor(() => expect(made(name)).toBe(1))
  if (time) {
    time.pass(SLOW_MS)
    expect(await screen.findByText(/longer than usual/)).toBeVisible()
    time.pass(TIMEOUT_MS)
  }
  const isGone = how === 404 && row.act !== undefined
  if (isGone) expect(await screen.findByText(row.gone ?? /no longer there/)).toBeVisible()
  const again = isGone ? null : await button('Try again')
  if (row.typed) expect(screen.getByLabelText(row.typed[0], { selector: 'input' })).toHaveValue(row.typed[1])
  expect(made(name), 'made again by itself').toBe(1)
  if (!again) {
    expect(state.done).not.toContain(keyOf(name))
    return 1
  }
  state.fault = null
  await user.click(again)
  await row.again?.(here, how)
  const { done } = row
  if (typeof done === 'function') await waitFor(() => done(here))
  else expect((await screen.findAllByText(done))[0]).toBeVisible()
  if (name === 'initAccount') await waitFor(() => expect(left.to).toEqual([SIGN_IN]))
  return made(name)
}
