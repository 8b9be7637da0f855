// After an account is left, the next person in the same tab finds no data of it.
import 'fake-indexeddb/auto'
import { waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { Blob as NodeBlob, File as NodeFile } from 'node:buffer'
import { beforeEach, expect, test, vi } from 'vitest'
import { leaveAccount } from '../../../src/effects/session/leaveAccount.ts'
import { keepLetter, recallLetter } from '../../../src/effects/session/letter.ts'
import { enter, saveService } from '../../../src/effects/session/session.ts'
import { useIdentify } from '../../../src/stores/identify.ts'
import { useLogin } from '../../../src/stores/login.ts'
import { useScreen } from '../../../src/stores/screen.ts'
import { emptyJoin, readJoin } from '../../../src/stores/join.ts'
import { emptySignUp, saveSignUp, useSignUp } from '../../../src/stores/signUp.ts'
import { saveToWelcome, useWelcome } from '../../../src/stores/welcome.ts'
import { serviceInfo, welcomeData } from '../../support/builders.ts'
import { performer } from '../../support/performer.tsx'
import { startApp } from '../../support/render.tsx'

const letter = new NodeFile(['%PDF-1.7'], '증명서.pdf', { type: 'application/pdf' }) as unknown as File
const major = { majorCode: '00', majorName: '국문학' }
const draft = { majors: [major], doubleMajors: [major] }

/** Every field of a state with another value than the empty one. */
const filled = <State extends object>(empty: State): State =>
  Object.fromEntries(Object.entries(empty).map(([name, value]) => [name, other(value)])) as State
function other(value: unknown): unknown {
  if (typeof value === 'string') return 'member@demo.test'
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return 7
  if (Array.isArray(value)) return ['member@demo.test']
  return value === null ? 'STUDENT' : filled(value as object)
}

/** The keys of the entries in the database. */
const vault = () =>
  new Promise<IDBValidKey[]>((resolve, reject) => {
    const opening = indexedDB.open('daemun', 1)
    opening.onupgradeneeded = () => void opening.result.createObjectStore('letters')
    opening.onerror = () => reject(opening.error ?? new Error('no database'))
    opening.onsuccess = () => {
      const keys = opening.result.transaction('letters').objectStore('letters').getAllKeys()
      keys.onsuccess = () => (opening.result.close(), resolve(keys.result))
    }
  })

/** A member in the middle of a step and of a join, with a letter in the vault. */
async function fillTab(): Promise<void> {
  // NOTE: jsdom's own Blob makes buffers that WebCrypto does not accept.
  vi.stubGlobal('Blob', NodeBlob)
  vi.stubGlobal('indexedDB', new IDBFactory())
  await startApp()
  saveToWelcome({ route_query: { login_id: 'hint@demo.test', nick: '하늘' } })
  enter(welcomeData())
  saveService(serviceInfo())
  useLogin.setState(filled(useLogin.getInitialState()))
  useIdentify.setState(filled(useIdentify.getInitialState()))
  useSignUp.setState({ ...filled(emptyJoin), letter: null, letter_ticket: '', majorsDraft: draft })
  useScreen.setState({ sms: { login: { at: 'issued' }, join: { at: 'issued' }, joinEmail: { at: 'blocked' } } })
  await keepLetter(letter)
  expect(readJoin().letter_ticket).not.toBe('')
  expect(await vault()).toHaveLength(1)
}
beforeEach(fillTab)

test('leaves nothing of the member in any store or in the vault, but the login ID for the form', async () => {
  const { welcome, ...visit } = useWelcome.getState()
  leaveAccount()
  expect(useSignUp.getState()).toEqual(useSignUp.getInitialState())
  expect(Object.keys(useSignUp.getState())).toEqual(Object.keys(emptySignUp))
  expect(useIdentify.getState()).toEqual(useIdentify.getInitialState())
  expect(useScreen.getState()).toEqual(useScreen.getInitialState())
  expect(useLogin.getState()).toEqual({ ...useLogin.getInitialState(), login_id: 'member@demo.test' })
  expect(useWelcome.getState()).toEqual({ ...visit, welcome, route_query: { login_id: 'hint@demo.test', nick: '' } })
  await waitFor(async () => expect(await vault()).toEqual([]))
  expect(await recallLetter()).toBeNull()
})

test('a letter that is still being sealed does not come back', async () => {
  const keeping = keepLetter(letter)
  leaveAccount()
  await keeping
  expect(readJoin()).toEqual(emptyJoin)
  await waitFor(async () => expect(await vault()).toEqual([]))
})

test('a sign-in of another member leaves nothing of the join before it', async () => {
  const { perform } = await performer()
  await perform([{ do: 'beginStep', login: { matcher_type: 'SERVICE_ADD_INFO', step_login_id: 'other@demo.test' } }])
  expect(useSignUp.getState()).toEqual(emptySignUp)
  await waitFor(async () => expect(await vault()).toEqual([]))
})

test('a sign-in of the same member, and a later step of it, keep the join', async () => {
  const { perform } = await performer()
  const before = useSignUp.getState()
  await perform([
    { do: 'beginStep', login: { matcher_type: 'SERVICE_ADD_INFO', step_login_id: 'Member@demo.test' } },
    { do: 'beginStep', login: { matcher_type: 'SERVICE_ADD_INFO' } },
  ])
  expect(useSignUp.getState()).toEqual({ ...before, isApplyService: false })
  expect(await vault()).toHaveLength(1)
})

test('what was typed before the sign-in stays for the member who signs in', async () => {
  useLogin.setState(useLogin.getInitialState(), true)
  saveSignUp({ ...emptySignUp, fullName: '김하늘' })
  const { perform } = await performer()
  await perform([{ do: 'beginStep', login: { matcher_type: 'JOIN', step_login_id: 'new@demo.test' } }])
  expect(readJoin().fullName).toBe('김하늘')
})
