// The interface of the engine adapters: everything that a journey needs of a browser.

import type { Authenticator } from '../authenticator.ts'

/** A key by its name in `KeyboardEvent.key`, with `Shift+` or `Control+` before it if one is held. */
export type Key = string

/** One tab or window. */
export type Tab = {
  goto: (url: string) => Promise<void>
  reload: () => Promise<void>
  back: () => Promise<void>
  forward: () => Promise<void>
  url: () => Promise<string>
  /** The value of an expression in the page; a promise is awaited. */
  evaluate: <T>(expression: string) => Promise<T>
  /** The value of an expression in the first frame of the page. Rejects while the page has no frame. */
  evaluateInFrame: <T>(expression: string) => Promise<T>
  /** Presses and releases the mouse at a point of the window. */
  click: (x: number, y: number) => Promise<void>
  type: (text: string) => Promise<void>
  press: (key: Key) => Promise<void>
  /** Gives files to the file input that this CSS selector finds. */
  upload: (selector: string, file: string) => Promise<void>
  /** The size of the window's inside in CSS pixels. */
  resize: (width: number, height: number) => Promise<void>
  screenshot: () => Promise<Buffer>
  /** Gives the browser a virtual authenticator. Null: the engine has none. */
  addAuthenticator: (() => Promise<Authenticator>) | null
  close: () => Promise<void>
}

/** A fresh browser profile. Visits share no cookies and no storage. */
export type Visit = {
  newTab: () => Promise<Tab>
  /** Errors that the console or the page has reported so far. */
  troubles: () => Promise<readonly string[]>
  close: () => Promise<void>
}

export type Engine = {
  version: string
  open: () => Promise<Visit>
  close: () => Promise<void>
}

/** The window of a visit that asks for no other size. */
export const WINDOW = { width: 1280, height: 800 }
