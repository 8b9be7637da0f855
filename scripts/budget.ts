// `npm run budget`, and the last step of every build: bytes and requests of the login form, compared with their limits.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { manifest as list } from './build/firstLoad.ts'
import { leaks } from './build/leaks.ts'
import { closure, inCircles, readManifest } from './build/manifest.ts'
import { BuildRecord } from '../server/app/record.ts'

type Row = { what: string; is: number; limit: number; unit: 'kB' | '' }

/** The page's calls before the form is ready: init data and service info. */
const API_CALLS = 2
const PER_ROUTE = 60
/** All that the page of another address names: its first screen is there when that has come. */
const ARRIVAL = { initJoin: 210, initSignUp: 220, initPassword: 210, initSession: 225, account: 260 } satisfies Record<
  keyof typeof list.arrivals,
  number
>

const named = (html: string, tag: RegExp) => [...html.matchAll(tag)].map((found) => found[1] ?? '')

function measure(dist: string): Row[] {
  const record = BuildRecord.parse(JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')))
  const manifest = readManifest(dist)
  const sizes = new Map(record.files.map((file) => [file.path, file]))
  /** NOTE: a file that is not in the record must not count as 0 bytes, or a limit would hold for files that nobody has measured. */
  const fileOf = (path: string) => {
    const file = sizes.get(path)
    if (!file) throw new Error(`${path} is not in build.json`)
    return file
  }
  const br = (path: string) => fileOf(path).br / 1000
  const keyOf = (file: string) => Object.keys(manifest).find((key) => manifest[key]?.file === file) ?? ''
  const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + br(file), 0)

  const page = (locale: string) => {
    const name = record.locales.includes(locale) ? `login.${locale}.html` : 'index.html'
    const html = readFileSync(join(dist, name), 'utf8')
    const asked = [
      ...named(html, /<script type="module"[^>]*src="\/([^"]+)"/g),
      ...named(html, /<link rel="modulepreload"[^>]*href="\/([^"]+)"/g),
    ]
    const files = new Set(asked.flatMap((file) => [file, ...closure(manifest, keyOf(file))]))
    const linked = named(html, /<link rel="stylesheet"[^>]*href="\/([^"]+)"/g)
    const css = named(html, /<style[^>]*>([\s\S]*?)<\/style>/g).join('')
    // What the app loads before the sign-in request leaves, with its styles.
    const behind = named(html, / data-(?:next|request)="([^"]+)"/g).flatMap((list) => list.split(' '))
    const request = behind.flatMap((file) => [file, ...(manifest[keyOf(file)]?.css ?? [])])
    return { name, files, linked, css, request }
  }
  const arrival = (name: string) => {
    const html = readFileSync(join(dist, `${name}.ko.html`), 'utf8')
    return br(`${name}.ko.html`) + total(new Set(named(html, /<(?:link|script)[^>]*(?:href|src)="\/(assets\/[^"]+)"/g)))
  }
  const ko = page('ko')
  const most = Math.max(...['ko', ...record.locales].map((one) => page(one).files.size + page(one).linked.length))
  const decoded = [...ko.files].reduce((sum, file) => sum + fileOf(file).bytes, 0) / 1000
  const lazy = Object.entries(manifest).filter(([, chunk]) => chunk.isDynamicEntry)
  const loads = lazy.map(([key, chunk]) => ({
    name: chunk.src ?? key,
    files: [...closure(manifest, key)].filter((file) => !ko.files.has(file)),
  }))
  const shared = (file: string) => loads.filter((one) => one.files.includes(file)).length > 1
  const own = loads
    .map(({ name, files }) => ({ name, size: total(files.filter((file) => !shared(file))) }))
    .sort((a, b) => b.size - a.size)
  return [
    { what: 'JS to the form', is: total(ko.files), limit: 85, unit: 'kB' },
    { what: 'the same, decoded', is: decoded, limit: 310, unit: 'kB' },
    { what: 'HTML, with the form inside', is: br(ko.name), limit: 15, unit: 'kB' },
    { what: 'of it CSS', is: brotliCompressSync(ko.css).length / 1000, limit: 6, unit: 'kB' },
    { what: 'in all to the form', is: total(ko.files) + br(ko.name), limit: 95, unit: 'kB' },
    {
      what: 'in all before the sign-in request',
      is: total(ko.files) + br(ko.name) + total(ko.request),
      limit: 140,
      unit: 'kB',
    },
    { what: 'requests to the form, any language', is: 1 + most + API_CALLS, limit: 5, unit: '' },
    ...Object.entries(ARRIVAL).map(([name, limit]) => ({
      what: `in all to the first screen of ${name}`,
      is: arrival(name),
      limit,
      unit: 'kB' as const,
    })),
    ...own
      .slice(0, 8)
      .map(({ name, size }) => ({ what: `own of ${name}`, is: size, limit: PER_ROUTE, unit: 'kB' as const })),
  ]
}

/** Prints the table, and what a build must not contain. Returns false if a limit is exceeded. */
export function checkBudget(dist: string): boolean {
  const rows = measure(dist)
  const circles = inCircles(readManifest(dist)).map(
    (file) => `${file} waits for itself: see the chunks in vite.config.ts`,
  )
  const found = [...leaks(dist), ...circles]
  // NOTE: 0 means that a part of the page was not found.
  const isGood = ({ is, limit }: Row) => is > 0 && is <= limit
  const lines = rows.map((row) => {
    const { what, is, limit, unit } = row
    const value = `${unit ? is.toFixed(1) : is} ${unit}`.trim()
    return `${isGood(row) ? '✓' : '✗'} ${what.padEnd(52)} ${value.padStart(9)}  of ${limit} ${unit}`.trimEnd()
  })
  process.stdout.write([...lines, ...found.map((leak) => `✗ ${leak}`), ''].join('\n'))
  return found.length === 0 && rows.every(isGood)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = checkBudget('dist/app') ? 0 : 1
