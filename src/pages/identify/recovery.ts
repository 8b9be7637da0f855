// Spec §7, identify: the calls with which a recovery begins, and where their tokens are kept.
import { useEffect, useState } from 'react'
import { initSearchIds, initSearchPwd, resetUsers, searchPwd } from '../../api/identify.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import type { FormHandle, Perform } from '../../effects/perform/usePerform.ts'
import {
  onFoundReset,
  onResetAgain,
  type onResetBegun,
  onResetOfFound,
  onSearchBegun,
} from '../../rules/errors/identify.ts'
import { offered, isAmongFound } from '../../rules/visit/identify.ts'
import type { Outcome } from '../../rules/visit/outcome.ts'
import { identifyToken, keepChannels, saveIdentify, useIdentify } from '../../stores/identify.ts'
import { saveSms } from '../../stores/screen.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { type Answer, succeeded } from '../../../contract/shapes/answer.ts'
import type { ResetAllowed, SearchPwd } from '../../../contract/shapes/identify.ts'

/**
 * How many steps a reset has: the ID, the verification and the new password. After a search for the ID they are the verification, the IDs and
 * the new password.
 */
export const RESET_STEPS = 3

function transaction(): { transaction_id: string; state: string } {
  const { transaction_id = '', state = '' } = useWelcome.getState().welcome ?? {}
  return { transaction_id, state }
}

/** What this page cannot show, because the outcome leads to another page, is said by that one. */
export const saidLater = (form: FormHandle = {}): FormHandle => ({
  formError: (told) => saveIdentify({ told }),
  ...form,
  fieldError: (field, text) => saveIdentify({ told: { field, text } }),
})

/** What an earlier page of the recovery left to say. The page that it leads to says it once. */
export function useTold() {
  const [told] = useState(() => useIdentify.getState().told)
  // Not while rendering: React may render a page twice before it mounts.
  useEffect(() => saveIdentify({ told: null }), [])
  return told
}

/** The token for proving a phone, requested with the first code. Null if there is none; the page already shows the reason. */
export async function searchIdsToken(perform: Perform, form?: FormHandle): Promise<string | null> {
  const kept = identifyToken.read('searchIds')
  if (kept) return kept
  const answer = await initSearchIds(transaction())
  if (answer.ok) identifyToken.keep('searchIds', answer.data.auth_token)
  else await perform(onSearchBegun(answer, serviceFacts()), form)
  return answer.ok ? answer.data.auth_token : null
}

/** A new token, for a server that no longer accepts the old one. */
export function searchIdsRenewed(perform: Perform, form?: FormHandle): Promise<string | null> {
  identifyToken.drop()
  return searchIdsToken(perform, form)
}

/** Whether a code for a reset of this id can be asked for at once. */
export const isResetBegun = (login_id: string): boolean =>
  identifyToken.read('searchPwd') !== '' && useIdentify.getState().channels_of === login_id

/** Asks for the channels of this ID's owner. `rule`: turns the answer into the outcome for the calling page. */
export async function beginReset(login_id: string, rule: typeof onResetBegun): Promise<Outcome> {
  const answer = await initSearchPwd({ login_id, ...transaction() })
  if (answer.ok) {
    const isFound = isAmongFound(login_id, useIdentify.getState().myEmails)
    // An earlier code belongs to the earlier token.
    saveSms('searchPwd', null)
    keepChannels(login_id, { ...answer.data, channels: offered(answer.data.channels, isFound) })
  }
  return rule(answer, serviceFacts())
}

type Proof = Pick<SearchPwd, 'login_id' | 'credential'>
type Allowed = ResetAllowed & { users: readonly string[] }
/** The last right to reset that a page has earned. A React ref fits. */
export type Opened = { current: (Proof & { answer: Answer<ResetAllowed> }) | null }

/**
 * Opens a reset with a proof, and asks whose it is. A proof may count once: if only the second answer is missing, the next call with the same
 * proof repeats only that one.
 */
export async function openReset(opened: Opened, { login_id, credential }: Proof): Promise<Answer<Allowed>> {
  const last = opened.current
  const isSame = last?.login_id === login_id && last.credential.auth_code === credential.auth_code
  const answer = isSame ? last.answer : await searchPwd({ login_id, credential })
  opened.current = answer.ok ? { login_id, credential, answer } : null
  if (!answer.ok) return answer
  const users = await resetUsers(answer.data.reset_token)
  return users.ok ? succeeded({ ...answer.data, users: users.data.users.map((user) => user.login_id) }) : users
}

/** Keeps the right to set a new password for the next page. */
export const keepReset = (allowed: Allowed, steps: number): void =>
  saveIdentify({ reset: { ...allowed, steps }, selectedEmail: allowed.users[0] ?? '' })

/**
 * Begins the reset of an ID that was found. The code of the search serves it too. A server that refuses that code, and a page that has lost it in a
 * reload, lead to another code.
 */
export async function beginResetOfFound(opened: Opened, login_id: string): Promise<Outcome> {
  const { auth_code } = useIdentify.getState()
  const answer = auth_code === '' ? null : await openReset(opened, { login_id, credential: { auth_code, amr: 'SMS' } })
  const outcome = answer && onFoundReset(answer, serviceFacts())
  if (outcome === null) return beginReset(login_id, onResetOfFound)
  if (answer?.ok) keepReset(answer.data, RESET_STEPS)
  return outcome
}

/** The token for a code to the owner of this ID, renewed if it has expired. Null if there is none; the page already shows the reason. */
export async function resetToken(login_id: string, perform: Perform, form?: FormHandle): Promise<string | null> {
  if (isResetBegun(login_id)) return identifyToken.read('searchPwd')
  const { authenticator_type } = useIdentify.getState()
  const outcome = await beginReset(login_id, onResetAgain)
  // The chosen channel stays selected.
  if (authenticator_type) saveIdentify({ authenticator_type })
  if (outcome.length > 0) await perform(outcome, saidLater(form))
  return identifyToken.read('searchPwd') || null
}

export function resetRenewed(login_id: string, perform: Perform, form?: FormHandle): Promise<string | null> {
  identifyToken.drop()
  return resetToken(login_id, perform, form)
}
