// The keys of the Korean texts are the type of every message. `login` is in the first load; the other areas come after it.
import type account from '../../../locales/ko/account.json'
import type errors from '../../../locales/ko/errors.json'
import type exported from '../../../locales/ko/exported.json'
import type fields from '../../../locales/ko/fields.json'
import type identify from '../../../locales/ko/identify.json'
import type info from '../../../locales/ko/info.json'
import type join from '../../../locales/ko/join.json'
import type login from '../../../locales/ko/login.json'
import type passkey from '../../../locales/ko/passkey.json'
import type password from '../../../locales/ko/password.json'
import type resolve from '../../../locales/ko/resolve.json'
import type sms from '../../../locales/ko/sms.json'

export type Messages = typeof login &
  typeof account &
  typeof errors &
  typeof exported &
  typeof fields &
  typeof identify &
  typeof info &
  typeof join &
  typeof passkey &
  typeof password &
  typeof resolve &
  typeof sms
export type MessageKey = keyof Messages
export type Values = Record<string, string | number>
/** A text without a language. */
export type Said = { text: MessageKey; values?: Values }
/**
 * The error of a form. `again`: the same press can succeed, so the form offers it. `reference`: the server's name for the failed request,
 * for customer support. `isNews`: the member has made no mistake, and nothing has failed.
 */
export type FormError = Said & { again?: true; reference?: string; isNews?: true }
/** `repeat`: what "try again" does, if it is not the form's own submit. */
export type ShownError = FormError & { repeat?: (() => void) | undefined }
