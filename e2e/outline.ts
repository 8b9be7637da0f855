// What a page looks like, as lines of text that are the same on every machine: each visible part with its place, size, colours and words.
import type { Page } from '@playwright/test'
import { blockFont } from './blockFont.ts'

const FONT = blockFont().toString('base64')

/** One font for all texts, one way to break them, and nothing that stays in place while the page scrolls. */
const STYLE = `
  *, ::before, ::after { font-family: Blocks !important; text-wrap: wrap !important }
  .frame { position: relative }
  .form > [type=submit] { position: static !important }
  .form > [type=submit]::before { content: none !important }
  .banner { position: absolute !important }
`

/**
 * Runs in the page. A line is `tag x,gap width×height | style | words`: x from the part around it, and the gap to the part before it. So a
 * change of one space changes one line. Digits and references are 0, because codes, times and new addresses have others each time; such words have
 * neither x nor width, and what is centred beside them has no x.
 */
async function describe([font, style]: [string, string]): Promise<string[]> {
  const face = new FontFace('Blocks', Uint8Array.from(atob(font), (byte) => byte.charCodeAt(0)).buffer, {
    weight: '1 1000',
  })
  document.fonts.add(await face.load())
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  const family = getComputedStyle(document.body).fontFamily
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  // The focus can arrive later. Without it, no part has a ring; the page hears of none of this.
  const focused = document.activeElement
  const quiet = (event: Event) => event.stopImmediatePropagation()
  const events = ['blur', 'focus', 'focusin', 'focusout']
  for (const name of events) window.addEventListener(name, quiet, true)
  if (focused instanceof HTMLElement) focused.blur()
  const lines: string[] = []

  const CLEAR = 'rgba(0, 0, 0, 0)'
  const hash = (text: string) =>
    Array.from(text)
      .reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7)
      .toString(36)
  const hex = (color: string) =>
    color.replace(
      /rgb\((\d+), (\d+), (\d+)\)/g,
      (_, ...rgb: string[]) =>
        `#${rgb
          .slice(0, 3)
          .map((one) => Number(one).toString(16).padStart(2, '0'))
          .join('')}`,
    )
  const image = (value: string) => (value.length > 60 ? `image ${hash(value)}` : value.replace(location.origin, ''))
  const surface = (css: CSSStyleDeclaration) => {
    const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) =>
      css[`border${side}Style`] === 'none' || css[`border${side}Width`] === '0px'
        ? '-'
        : `${css[`border${side}Width`]} ${hex(css[`border${side}Color`])}`,
    )
    return [
      css.backgroundColor !== CLEAR && `on ${hex(css.backgroundColor)}`,
      css.backgroundImage !== 'none' && image(hex(css.backgroundImage)),
      css.maskImage !== 'none' && css.maskImage !== '' && `mask ${image(css.maskImage)}`,
      sides.some((side) => side !== '-') && `border ${new Set(sides).size === 1 ? sides[0] : sides.join(', ')}`,
      css.boxShadow !== 'none' && `shadow ${hex(css.boxShadow)}`,
    ].filter((part) => part !== false)
  }
  /** Versions of a browser differ in the radius of the boxes that they draw themselves. */
  const round = (element: Element, { borderRadius }: CSSStyleDeclaration) =>
    borderRadius === '0px' || element.matches('[type=radio], [type=checkbox]') ? [] : [`round ${borderRadius}`]
  const text = (css: CSSStyleDeclaration) => [
    hex(css.color),
    `${css.fontSize}/${css.lineHeight}`,
    css.fontWeight,
    ...(css.textAlign === 'center' ? ['centred'] : []),
    ...(css.textDecorationLine === 'none' ? [] : [css.textDecorationLine]),
  ]
  const mask = (words: string) =>
    words
      .replace(/\s+/g, ' ')
      .replace(/\b[\da-f]{8}\b/g, '0')
      .replace(/\d+/g, '0')
      .replace(/오전|오후/g, '오전')
      .replace(/(몇 초|0\S) 전/g, '0분 전')
      .trim()
  const pseudo = (element: Element, which: '::before' | '::after') => {
    const css = getComputedStyle(element, which)
    const looks = surface(css)
    if (css.content === 'none' || css.content === 'normal' || css.display === 'none') return []
    return looks.length === 0 && css.content === '""'
      ? []
      : [`${which} ${css.width}×${css.height} ${[css.content, ...looks].join(' ')}`]
  }

  type Around = { left: number; top: number; depth: number; style: string; before: number }
  const visit = (element: Element, around: Around) => {
    const box = element.getBoundingClientRect()
    const css = getComputedStyle(element)
    const isSeen =
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && box.bottom + scrollY > 0
    // A toast is gone after some seconds. e2e/components.spec.ts has its look.
    if (element.matches('.hidden, .toasts') || (!isSeen && css.display !== 'contents')) return
    const words = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.nodeValue ?? '')
      .join(' ')
    const isField = element.matches('input, select, textarea')
    const value =
      isField && !element.matches('[type=password], [type=checkbox], [type=radio]')
        ? (element as HTMLInputElement).value
        : ''
    const said = mask(element.matches('select') ? (element.selectedOptions[0]?.text ?? '') : words || value)
    const isDrawn = isField || element.matches('svg, img, canvas, iframe, progress')
    const looks = surface(css)
    const parts = [...pseudo(element, '::before'), ...pseudo(element, '::after')]
    let inside = around
    if (box.width > 1 && box.height > 1 && (said !== '' || isDrawn || looks.length > 0 || parts.length > 0)) {
      const words = said === '' ? [] : text(css)
      const style = words.join(' ') === around.style ? [] : words
      const checked = element.matches(':checked:not(option)') ? ['checked'] : []
      const drawing = element.matches('svg')
        ? [`drawing ${hash(element.innerHTML.replace(/\bid="[^"]*"/g, ''))}`, hex(css.color)]
        : []
      const hasDigits = said.includes('0')
      const hasHeight = element !== document.body && (isDrawn || element.childElementCount === 0 || looks.length > 0)
      // In a centred row, words beside a time move with its length.
      const row = element.parentElement
      const isPushed =
        row !== null &&
        row.childElementCount > 1 &&
        getComputedStyle(row).justifyContent === 'center' &&
        /\d/.test(row.textContent)
      const at = hasDigits || isPushed ? '?' : Math.round(box.left - around.left)
      const size = `${hasDigits ? '?' : Math.round(box.width)}×${hasHeight ? Math.round(box.height) : '?'}`
      const details = [...style, ...looks, ...round(element, css), ...checked, ...drawing, ...parts].join(' ')
      lines.push(
        `${'  '.repeat(around.depth)}${element.tagName.toLowerCase()} ${at},${Math.round(box.top - around.before)} ${size}${details && ` | ${details}`}${said && ` | ${said}`}`,
      )
      inside = {
        left: box.left,
        top: box.top,
        depth: around.depth + 1,
        style: words.join(' ') || around.style,
        before: box.top,
      }
      around.before = box.bottom
    }
    if (!element.matches('svg, select')) for (const child of element.children) visit(child, inside)
  }

  const dialog = document.querySelector('[role=dialog]')
  const root = dialog ?? document.body
  const start = root.getBoundingClientRect()
  lines.push(`page ${Math.round(start.width)} | ${family} on ${hex(getComputedStyle(document.body).backgroundColor)}`)
  visit(root, { left: 0, top: 0, depth: 0, style: '', before: dialog ? start.top : -scrollY })
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  for (const name of events) window.removeEventListener(name, quiet, true)
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  document.fonts.delete(face)
  return lines
}

/** The outline of the page, or of its dialog, at its present width. Ends all animations first. */
export async function outlineOf(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const one of document.getAnimations())
      if (one.effect?.getComputedTiming().iterations === Infinity) one.cancel()
      else one.finish()
  })
  return page.evaluate(describe, [FONT, STYLE] as [string, string])
}
