// The broken backends of the member's account: one for each rule that protects it.
import { APP } from '../backend/browser.ts'
import { changed, type Fault, type Faults, fieldsOf, say } from './broken.ts'

/** Answers a refusal of one call as a success with this data. */
const served = (method: string, path: string, refusal: number, data?: object): (() => Fault) => {
  const isMeant = (asked: { method: string; path: string }) => asked.method === method && asked.path.startsWith(path)
  return () => ({
    answered(answered, asked) {
      if (isMeant(asked) && answered.status === refusal) say(answered, data ? 200 : 204, { data })
    },
  })
}

const PASSKEY = { id: 'passkey-1', name: 'Passkey', created_at: '2026-03-01T09:00:00Z', synced: false }

/** Changes the list of the passkeys. */
const listed = (change: (rows: object[]) => object[]) => (): Fault => ({
  answered(answered, { method, path }) {
    if (method !== 'GET' || path !== '/v1/account/passkeys') return
    const { data } = fieldsOf(answered.body)
    if (Array.isArray(data)) say(answered, 200, { data: change(data as object[]) })
  },
})

export const ACCOUNT_FAULTS: Faults = {
  'a page of another origin may change the account': {
    row: 'account.origin',
    fault: () => ({
      asked({ path, headers }) {
        if (path.startsWith('/v1/account')) headers.origin = APP
      },
    }),
  },
  'the old password proves its own change': {
    row: 'proof.replaced',
    fault: served('PUT', '/v1/account/password', 403, { ended_sessions: 0 }),
  },
  'a call counts in any session': {
    row: 'account.another-session',
    fault: () => ({
      asked({ headers }) {
        delete headers['x-account-session']
      },
    }),
  },
  'a browser of another member is ended': {
    row: 'account.browsers.strange',
    fault: served('DELETE', '/v1/account/sessions/', 404),
  },
  'a phone is changed without a code': {
    row: 'account.phone',
    fault: served('PUT', '/v1/account/phone', 400, { masked: '010-****-**78' }),
  },
  'an address is changed without a code': {
    row: 'account.email',
    fault: served('PUT', '/v1/account/email', 400, { masked: 'm*****@member.test' }),
  },
  'a passkey is added without its challenge': {
    row: 'account.passkeys.add',
    fault: served('POST', '/v1/account/passkeys', 400, PASSKEY),
  },
  'another name of a passkey is not kept': {
    row: 'account.passkeys.rename',
    fault: listed((rows) => rows.map((row) => ({ ...row, name: PASSKEY.name }))),
  },
  'a passkey that was removed stays': {
    row: 'account.passkeys.remove',
    fault: listed((rows) => (rows.length === 0 ? [PASSKEY] : rows)),
  },
  'a passkey of another member is removed': {
    row: 'account.passkeys.strange',
    fault: served('DELETE', '/v1/account/passkeys/', 404),
  },
  'a passkey proves its own removal': {
    row: 'proof.passkey',
    fault: served('DELETE', '/v1/account/passkeys/', 403),
  },
  'an old proof counts': { row: 'proof.old', fault: served('GET', '/v1/account/export', 403, {}) },
  'nobody has to sign in': { row: 'account.no-session', fault: served('GET', '/v1/account/export', 401, {}) },
  'a wrong password proves': {
    row: 'proof.wrong',
    fault: served('POST', '/v1/account/proof', 400, { fresh_until: new Date().toISOString() }),
  },
  'the copy has a hash of the password': {
    row: 'account.export',
    fault: () => ({
      answered(answered, { path }) {
        if (path === '/v1/account/export') changed(answered, (tables) => ({ ...tables, password: '$argon2id$v=19$' }))
      },
    }),
  },
  'a member who leaves is not told': {
    row: 'account.leave',
    fault: () => ({
      answered(answered, { method, path }) {
        if (method === 'GET' && path === '/v1/account') changed(answered, ({ leaving: _left, ...rest }) => rest)
      },
    }),
  },
}

/** A backend of before the account. */
export const withoutAccount = (): Fault => ({
  answered(answered, { path }) {
    if (/^\/v1\/(?:init\/)?account\b/.test(path)) say(answered, 404, { code: 'NOT_FOUND' })
  },
})
