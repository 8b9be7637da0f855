// The ways out of a screen: back, the login form, the service, support. The footer does not count, nor does a link to a text.
import { expect, type Page } from '@playwright/test'
import type { MessageKey } from '../src/rules/texts/messages.ts'
import { pathOf } from '../src/rules/visit/paths.ts'
import { partner } from './addresses.ts'
import { LANGUAGES, pattern } from './texts.ts'

/** Buttons that leave a screen and are no links. Any button of a dialog closes it. */
const LEAVE: readonly MessageKey[] = [
  'sms.startOver',
  'resolve.later',
  'identify.changeLater',
  'join.back',
  'join.toService',
  'join.letterCancel',
  'info.toLogin',
]
const leaving = LEAVE.flatMap((key) => LANGUAGES.map((language) => pattern(key, language).source))

type WayOut = { kind: 'link' | 'button'; text: string; to: string }

/** Where a link may lead: to a page of this app that is not this one, to the service, or to customer support. */
function isAllowed(href: string, here: URL, services: readonly string[]): boolean {
  if (!URL.canParse(href)) return false
  const url = new URL(href)
  if (services.includes(url.origin)) return true
  if (url.origin !== here.origin) return false
  const path = pathOf(url.pathname)
  return url.pathname.startsWith('/policies/support.') || (path !== undefined && path !== pathOf(here.pathname))
}

/**
 * The visible ways out: of the dialog if one is open, else of header and main part.
 * @param services the origins of the services that a link may lead to
 */
export async function waysOut(page: Page, services: readonly string[] = [partner]): Promise<WayOut[]> {
  const found = await page.evaluate((words) => {
    const dialog = document.querySelector('[role=dialog]')
    const places = dialog ? [dialog] : [...document.querySelectorAll('header, main')]
    const isOpen = (element: HTMLElement) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('[inert], [aria-disabled=true], :disabled')
    const all = <Kind extends HTMLElement>(selector: string) =>
      places.flatMap((place) => [...place.querySelectorAll<Kind>(selector)]).filter(isOpen)
    const isLeaving = (button: HTMLElement) =>
      dialog !== null || words.some((word) => new RegExp(word).test(button.innerText.trim()))
    return [
      ...all<HTMLAnchorElement>('a[href]').map((link) => ({
        kind: 'link' as const,
        text: link.innerText,
        to: link.href,
      })),
      ...all('button')
        .filter(isLeaving)
        .map((button) => ({ kind: 'button' as const, text: button.innerText, to: '' })),
    ]
  }, leaving)
  const here = new URL(page.url())
  return found.filter(({ kind, to }) => kind === 'button' || isAllowed(to, here, services))
}

export async function expectWayOut(page: Page, state: string, services?: readonly string[]): Promise<void> {
  await expect.poll(() => waysOut(page, services), `a way out of ${state}, at ${page.url()}`).not.toEqual([])
}
