// Part of the inline script: goes on to the service before the code of the app is here. It sends a sign-in that is pressed so early, as a password
// manager does it, with the key of the init data. The app takes the answer as that of its own call (handover.ts). Where the answer is the address
// of a service and nothing is left to store, the browser goes there at once.
import { urlOf } from '../../contract/url.ts'
import { wholeUrl } from '../rules/visit/outside.ts'
import { forgetKeys, isRemembered } from '../state/stored.ts'
import type { Early, Typed } from './early.ts'
import { isSame } from './handover.ts'
import { isBuiltIn, isSafeKey, sealByBrowser, type SealingKey } from './sealing.ts'

/** The settings as the page has them: text, and not checked yet. */
export type RawSettings = Record<string, string | undefined>

/** Success comes as `{ data: … }` or as the bare object (contract, "Conventions"). */
const opened = (body: unknown): Record<string, unknown> => {
  const answer = Object(body) as Record<string, unknown>
  return Object((answer as { data?: unknown }).data ?? answer) as Record<string, unknown>
}

const inputOf = (form: HTMLFormElement, name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)

const typedIn = (form: HTMLFormElement): Typed => ({
  login_id: inputOf(form, 'login_id')?.value.trim() ?? '',
  password: inputOf(form, 'password')?.value ?? '',
  stay_session: inputOf(form, 'stay_session')?.checked === true,
})

/** Printable ASCII without spaces. The app rewrites another ID, and asks about another password before it sends it. */
const isPlain = (text: string): boolean => /^[!-~]{1,256}$/.test(text)

/** The address of a service that the settings list, or null. */
function serviceIn(location: unknown, { VITE_REDIRECT_ORIGINS = '' }: RawSettings): string | null {
  const url = typeof location === 'string' ? wholeUrl(location) : null
  const isListed = VITE_REDIRECT_ORIGINS.split(',').some((origin) => urlOf(origin.trim())?.origin === url?.origin)
  return url && isListed && url.origin !== window.location.origin ? url.href : null
}

/** The address of a listed service that this answer leads to, or null. */
const placeIn = (answer: Response | null | undefined, settings: RawSettings): Promise<string | null> | null =>
  answer?.ok
    ? answer
        .clone()
        .json()
        .then((body: unknown) => serviceIn(opened(body).location, settings))
    : null

/** In place of an answer that the browser already follows: an app that comes meanwhile waits, and offers to ask again. */
const followed = () => new Promise<Response>(() => {})

/** The service wants the phone, and the app asks the backend whether it is proved. */
const isPhoneOwed = () => new URLSearchParams(location.search).has('certification')

/**
 * Goes on to the service of a session that stands (Spec §2, /init/session).
 * @returns resolves when nothing more follows; never rejects
 */
export const followSession = (early: Early, settings: RawSettings, leave: (url: string) => void): Promise<void> =>
  Promise.resolve(early.session)
    .then((answer) => placeIn(answer, settings))
    .then((url) => {
      if (!url || !early.session || isPhoneOwed()) return
      early.session = followed()
      forgetKeys('expiredVisit')
      leave(url)
    })
    // The app asks again, and says what has failed.
    .catch(() => {})

/** Whether the app would store or remove a remembered ID, or owes the member a step. @throws if the browser refuses its storage */
const isAppNeeded = (form: HTMLFormElement): boolean =>
  inputOf(form, 'remember')?.checked === true || isRemembered() || isPhoneOwed()

/**
 * @param leave goes to a service
 * @returns resolves when nothing more follows; never rejects
 */
export function signInEarly(
  form: HTMLFormElement,
  early: Early,
  settings: RawSettings,
  leave: (url: string) => void,
): Promise<void> {
  const { init, base, name } = early
  const typed = typedIn(form)
  if (!init || early.signIn || !navigator.onLine || !isPlain(typed.login_id) || !isPlain(typed.password))
    return Promise.resolve()
  const send = (sealed: string) =>
    fetch(`${base}/v1/verify/pwd`, {
      method: 'POST',
      credentials: 'include',
      redirect: 'error',
      headers: {
        Accept: 'application/json',
        'Accept-Language': document.documentElement.lang,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(Object.assign({}, typed, name, { password: sealed })),
    }).then((answer) => answer.text().then((text) => new Response(text || null, answer)))
  const sent = init
    .then((answer) => (answer.ok ? answer.clone().json() : null))
    .then((body: unknown) => {
      const { modulus, exponent, enc_alg } = opened(body)
      const key = { modulus: String(modulus), exponent: String(exponent), enc_alg } as SealingKey
      if (!isBuiltIn(key) || !isSafeKey(key)) return null
      return sealByBrowser(typed.password, key).then((sealed) => ({ sealed, response: send(sealed) }))
    })
  const own = { typed, sent }
  early.signIn = own
  return (
    sent
      .then((sending) => sending?.response)
      .then((answer) => placeIn(answer, settings))
      .then((url) => {
        // The entry of the app takes the init data.
        if (!url || !early.init || early.signIn !== own || !isSame(typedIn(form), typed) || isAppNeeded(form)) return
        early.init = followed()
        forgetKeys('expiredVisit')
        leave(url)
      })
      // The app takes the answer, or makes the same call, and says what has failed.
      .catch(() => {})
  )
}
