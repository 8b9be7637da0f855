// The broken backends of the member's account: one for each rule that protects it.
import { APP } from '../backend/browser.ts'
import { changed, type Fault, type Faults, say } from './broken.ts'

/** Answers a refusal of one call as a success with this data. */
const served = (method: string, path: string, refusal: number, data?: object): (() => Fault) => {
  const isMeant = (asked: { method: string; path: string }) => asked.method === method && asked.path.startsWith(path)
  return () => ({
    answered(answered, asked) {
      if (isMeant(asked) && answered.status === refusal) say(answered, data ? 200 : 204, { data })
    },
  })
}

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
