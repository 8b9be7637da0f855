// Static copies of a page's present state, for the engines that cannot reach it: their drivers intercept no requests.
import { serve } from '@hono/node-server'
import type { Page } from '@playwright/test'
import { freePort } from '../server/ports.ts'
import { app } from './addresses.ts'

/** Runs in the page. What a document's text lacks is written into it: the state of its fields, and the rules that Emotion inserts without a text. */
function describe(): string {
  // A copy begins at the start of everything that scrolls inside the page.
  for (const element of document.body.querySelectorAll('*')) element.scrollTop = 0
  const copy = document.documentElement.cloneNode(true) as HTMLElement
  const twins = [copy, ...copy.querySelectorAll('*')]
  for (const [place, element] of document.querySelectorAll('*').entries()) {
    const twin = twins[place]
    if (!twin) continue
    if (element instanceof HTMLInputElement && element.matches('[type=checkbox], [type=radio]'))
      twin.toggleAttribute('checked', element.checked)
    else if (element instanceof HTMLInputElement)
      // A copy looks the same, and holds no password.
      twin.setAttribute('value', element.type === 'password' ? '•'.repeat(element.value.length) : element.value)
    else if (element instanceof HTMLTextAreaElement) twin.textContent = element.value
    else if (element instanceof HTMLOptionElement) twin.toggleAttribute('selected', element.selected)
    else if (element instanceof HTMLStyleElement && !element.textContent)
      twin.textContent = [...(element.sheet?.cssRules ?? [])].map(({ cssText }) => cssText).join('\n')
  }
  // WebKit has no setting for less motion, and keeps the width of a page whose parts came from the side.
  const still = document.createElement('style')
  still.textContent = '*, ::before, ::after { animation-duration: 0s !important }'
  copy.querySelector('head')?.append(still)
  for (const script of copy.querySelectorAll('script, link[rel=modulepreload]')) script.remove()
  return `<!doctype html>${copy.outerHTML}`
}

export const copyOf = (page: Page): Promise<string> => page.evaluate(describe)

/**
 * Serves copies, and everything else as the app does: its files may be used by pages of their own origin only.
 * @returns `put`, which gives the address of a copy
 */
export async function serveCopies() {
  const copies: string[] = []
  async function answer({ url }: Request): Promise<Response> {
    const { pathname } = new URL(url)
    const copy = copies[Number(/^\/copies\/(\d+)$/.exec(pathname)?.[1])]
    if (copy !== undefined) return new Response(copy, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    const { status, headers, body } = await fetch(app + pathname)
    return new Response(body, { status, headers: { 'content-type': headers.get('content-type') ?? '' } })
  }
  const port = await freePort()
  const server = serve({ fetch: answer, port, hostname: '127.0.0.1' })
  return {
    put: (copy: string) => `http://localhost:${port}/copies/${copies.push(copy.replaceAll(`${app}/`, '/')) - 1}`,
    close: () => void server.close(),
  }
}
