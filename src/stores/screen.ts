// Spec §2, what lies over the page: one modal at a time, toasts, and the state of the phone verification.
import type { MessageKey, Values } from '../rules/texts/messages.ts'
import type { Locale } from '../../contract/locale.ts'
import type { MajorEntry } from '../rules/join/majors.ts'
import type { ModalName } from '../rules/visit/outcome.ts'
import { persisted } from './persisted.ts'
import { pageState } from '../state/pageState.ts'

export type ModalStatus = 'ok' | 'cancel' | 'close' | 'initialize'
type MajorLists = { majors: readonly MajorEntry[]; doubleMajors: readonly MajorEntry[] }
export type TermsText = { name: string; url: string }
export type ModalRequest = {
  name: ModalName | 'notice' | 'confirm' | 'registerMajor' | 'termsText'
  /** The text of a notice or a question. */
  text?: MessageKey
  values?: Values
  /** The words of a notice's button, if it leads to another page. */
  button?: MessageKey
  /** More buttons of a notice. `onPress` runs before the notice closes with `ok`. */
  ways?: readonly { text: MessageKey; onPress: () => void; second?: true }[]
  /**
   * For the register-major modal: the initial lists, the callback for typed changes, and the callback that takes the lists before it closes
   * with `ok`.
   */
  registered?: MajorLists
  onDraft?: (lists: MajorLists) => void
  onRegister?: (lists: MajorLists) => void
  /** For the terms-text modal. */
  termsText?: TermsText
}
export type Modal = ModalRequest & { id: number }

type ToastTone = 'success' | 'warning' | 'error'
export type Toast = { id: number; text: MessageKey; values?: Values; tone: ToastTone }

type ScreenState = {
  /** The title of the screen that a page shows, where a page has several. */
  title: MessageKey | null
  modal: Modal | null
  toasts: readonly Toast[]
  /** A language that could not be loaded, until the member answers. */
  lostLocale: Locale | null
  /** How many pages are loading while the page before is still visible. */
  coming: number
  /** A page waits for the connection. */
  waiting: boolean
  /** Code that the page needs is lost: the reference that the error page shows. */
  broken: string | null
  /** By purpose, as written by `storedSms` of rules/codes/sms.ts: without code or token. */
  sms: { readonly [purpose: string]: unknown }
}

const empty: ScreenState = {
  title: null,
  modal: null,
  toasts: [],
  lostLocale: null,
  coming: 0,
  waiting: false,
  broken: null,
  sms: {},
}

/** Only the phone verification survives a reload. */
export const useScreen = persisted('screen', empty, ({ sms }) => ({ sms }))

const page = pageState(() => ({ lastId: 0, answerModal: null as ((status: ModalStatus) => void) | null }))

/** Opens a modal. The promise resolves with how it was closed. A modal that is already open closes with `initialize`. */
export function openModal(request: ModalRequest): Promise<ModalStatus> {
  closeModal('initialize')
  return new Promise((resolve) => {
    page.answerModal = resolve
    useScreen.setState({ modal: { ...request, id: ++page.lastId } })
  })
}

export function closeModal(status: ModalStatus): void {
  const answer = page.answerModal
  page.answerModal = null
  // Only dialogs show warnings, so the warnings leave with their dialog.
  useScreen.setState(({ toasts }) => ({ modal: null, toasts: toasts.filter(({ tone }) => tone !== 'warning') }))
  answer?.(status)
}

/** Equal toasts become one. */
export function showToast(text: MessageKey, tone: ToastTone, values?: Values): void {
  const isSame = (toast: { text: MessageKey; values?: Values | undefined }) =>
    toast.text === text && JSON.stringify(toast.values) === JSON.stringify(values)
  // The same message again takes the place of the first one, so that it stays for its whole time.
  useScreen.setState(({ toasts }) => ({
    toasts: [...toasts.filter((toast) => !isSame(toast)), { id: ++page.lastId, text, tone, ...(values && { values }) }],
  }))
}

/** A new attempt removes the error toasts of the one before, so that no old message stands beside a new one. */
export const forgetFailures = (): void =>
  useScreen.setState(({ toasts }) => ({ toasts: toasts.filter(({ tone }) => tone !== 'error') }))

export const dismissToast = (id: number): void =>
  useScreen.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))

/** Counts a page as loading until its code has arrived or is lost. */
export async function whileComing<T>(code: Promise<T>): Promise<T> {
  const count = (by: number) => useScreen.setState(({ coming }) => ({ coming: coming + by }))
  // The code is requested while React renders, and a store must not change then.
  await Promise.resolve()
  count(1)
  return code.finally(() => count(-1))
}

export const saveSms = (purpose: string, stored: object | null): void =>
  useScreen.setState(({ sms: { [purpose]: _old, ...others } }) => ({
    sms: stored ? { ...others, [purpose]: stored } : others,
  }))
