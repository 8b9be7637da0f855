// Spec §2, what lies over the page: one modal at a time, toasts, and how far the phone verification has come.
import type { MessageKey, Values } from '../rules/messages'
import type { MajorEntry } from '../rules/majors'
import type { ModalName } from '../rules/outcome'
import { persisted } from './persisted'

export type ModalStatus = 'ok' | 'cancel' | 'close' | 'initialize'
type MajorLists = { majors: readonly MajorEntry[]; doubleMajors: readonly MajorEntry[] }
export type ModalRequest = {
  name: ModalName | 'notice' | 'confirm' | 'registerMajor'
  /** The sentence of a notice or a question. */
  text?: MessageKey
  values?: Values
  /** Of the register-major modal: what it begins with, who notes what is typed, and who takes it, before it closes with `ok`. */
  registered?: MajorLists
  onDraft?: (lists: MajorLists) => void
  onRegister?: (lists: MajorLists) => void
}
export type Modal = ModalRequest & { id: number }

type ToastTone = 'success' | 'warning' | 'error'
export type Toast = { id: number; text: MessageKey; values?: Values; tone: ToastTone }

type ScreenState = {
  modal: Modal | null
  toasts: readonly Toast[]
  /** How many pages are on their way, for one of which the page before is still shown. */
  coming: number
  /** A page waits for the connection. */
  waiting: boolean
  /** Code that the page needs is lost: the reference of the page that says so. */
  broken: string | null
  /** By purpose, as `storedSms` of rules/sms.ts wrote it: without code or token. */
  sms: { readonly [purpose: string]: unknown }
}

const empty: ScreenState = { modal: null, toasts: [], coming: 0, waiting: false, broken: null, sms: {} }

/** Only the phone verification survives a reload. */
export const useScreen = persisted('screen', empty, ({ sms }) => ({ sms }))

let lastId = 0
let answerModal: ((status: ModalStatus) => void) | null = null

/** Opens a modal and promises how it was closed. One at a time: a modal that was open before is closed with `initialize`. */
export function openModal(request: ModalRequest): Promise<ModalStatus> {
  closeModal('initialize')
  return new Promise((resolve) => {
    answerModal = resolve
    useScreen.setState({ modal: { ...request, id: ++lastId } })
  })
}

export function closeModal(status: ModalStatus): void {
  const answer = answerModal
  answerModal = null
  useScreen.setState({ modal: null })
  answer?.(status)
}

/** Equal toasts collapse into the one that is there. */
export function showToast(text: MessageKey, tone: ToastTone, values?: Values): void {
  useScreen.setState(({ toasts }) => {
    const known = toasts.some((toast) => toast.text === text && JSON.stringify(toast.values) === JSON.stringify(values))
    return known ? {} : { toasts: [...toasts, { id: ++lastId, text, tone, ...(values && { values }) }] }
  })
}

/** A new attempt takes back what was said of the one before: an old message must not stand beside a new one. */
export const forgetFailures = (): void =>
  useScreen.setState(({ toasts }) => ({ toasts: toasts.filter(({ tone }) => tone !== 'error') }))

export const dismissToast = (id: number): void =>
  useScreen.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))

/** Notes that a page is on its way until its code is here, or is known to be lost. */
export async function whileComing<T>(code: Promise<T>): Promise<T> {
  const count = (by: number) => useScreen.setState(({ coming }) => ({ coming: coming + by }))
  // Whoever asks for code does so while React renders.
  await Promise.resolve()
  count(1)
  return code.finally(() => count(-1))
}

export const saveSms = (purpose: string, stored: object | null): void =>
  useScreen.setState(({ sms: { [purpose]: _old, ...others } }) => ({
    sms: stored ? { ...others, [purpose]: stored } : others,
  }))
