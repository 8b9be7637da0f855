// Renders the login form of each language at build time, so that the page can be used before its script has arrived.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import * as z from 'zod/mini'
import { LOCALES } from '../../contract/locale.ts'
import { arrival, manifest as list, screen } from './firstLoad.ts'
import { fillArrival, fillForm, fillLost, fillRoot } from '../../server/app/html.ts'
import { frequentPasswords } from './frequentPasswords.ts'
import { styles } from './keepFirstLoad.ts'
import { closure, type Manifest, readManifest } from './manifest.ts'

/** The result of src/prerender.tsx for a language. */
type Prerendered = Record<'lang' | 'title' | 'form' | 'shell' | 'lost' | 'slow', string> & {
  titles: Readonly<Record<string, string>>
}
/** The other pages that are prerendered, by the name of their path. */
const ARRIVALS = Object.keys(list.arrivals) as (keyof typeof list.arrivals)[]
const Module = z.object({
  render: z.custom<(locale: string, arrivals: readonly string[]) => Promise<Prerendered>>(
    (value) => typeof value === 'function',
  ),
})

/** The form's texts in a language, unless the entry chunk has them. */
function textsBeside(root: string, manifest: Manifest, locale: string): Record<string, string> | null {
  const file = `locales/${locale}/login.json`
  if (!manifest[file]?.isDynamicEntry) return null
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(join(root, file), 'utf8')))
}

/** The scripts of these sources, or of a chunk group of this name, with all that they import. */
function scriptsFor(manifest: Manifest, sources: readonly string[]): Set<string> {
  const groups = Object.keys(manifest).filter((key) => key.startsWith('_'))
  const keys = sources.map((source) => groups.find((key) => manifest[key]?.name === source) ?? source)
  const missing = keys.filter((key) => !manifest[key])
  if (missing.length > 0) throw new Error(`not in the build: ${missing.join(', ')}`)
  return new Set(keys.flatMap((key) => [...closure(manifest, key)]))
}

const entriesOf = (manifest: Manifest) => Object.keys(manifest).filter((key) => manifest[key]?.isEntry)

/** The scripts of these sources, without those of the form and of `loaded`. */
function filesOf(manifest: Manifest, sources: readonly string[], loaded: readonly string[] = []): string {
  const here = scriptsFor(manifest, [...entriesOf(manifest), ...loaded])
  return [...scriptsFor(manifest, sources)].filter((file) => !here.has(file)).join(' ')
}

/** The scripts and styles of these sources, without those of the form and of `loaded`. */
function withStyles(manifest: Manifest, sources: readonly string[], loaded: readonly string[]): string[] {
  const stylesOf = new Map(Object.values(manifest).map(({ file, css }) => [file, css]))
  const scripts = filesOf(manifest, sources, loaded).split(' ').filter(Boolean)
  return [...new Set(scripts.flatMap((file) => [file, ...(stylesOf.get(file) ?? [])]))]
}

/** Writes the list of these files as a file whose name changes with its content, and returns its path below dist. */
function writeList(dist: string, files: string[]): string {
  const list = files.join(' ')
  const path = `assets/ahead-${createHash('sha256').update(list).digest('hex').slice(0, 8)}.txt`
  writeFileSync(join(dist, path), list)
  return path
}

/** Runs src/prerender.tsx for each language. */
async function render(root: string, entry: string): Promise<Map<(typeof LOCALES)[number], Prerendered>> {
  // A folder per process, because a build and a test can run at the same time. Inside node_modules, where packages are found.
  const outDir = join(root, `node_modules/.daemun/prerender-${process.pid}`)
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      publicDir: false,
      plugins: [react(), styles(), frequentPasswords()],
      build: {
        ssr: entry,
        outDir,
        emptyOutDir: true,
        rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
      },
    })
    const loaded: unknown = await import(`${pathToFileURL(join(outDir, 'prerender.mjs')).href}?at=${Date.now()}`)
    const module = Module.parse(loaded)
    const pages = new Map<(typeof LOCALES)[number], Prerendered>()
    for (const locale of LOCALES) pages.set(locale, await module.render(locale, ARRIVALS))
    return pages
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

/** Writes dist/app/<page>.<locale>.html beside dist/app/index.html and returns the languages. */
export async function prerender(root: string, dist: string): Promise<string[]> {
  const entry = join(root, 'src/prerender.tsx')
  if (!existsSync(entry)) return []
  const pages = await render(root, entry)
  const manifest = readManifest(dist)
  const index = readFileSync(join(dist, 'index.html'), 'utf8')
  const follows = [list.follows.entry]
  const next = filesOf(manifest, follows)
  const request = filesOf(manifest, list.request, follows)
  for (const [locale, page] of pages) {
    const shown = screen(locale)
    const files = {
      next,
      request,
      screen: withStyles(manifest, shown, list.request).join(' '),
      ahead: writeList(dist, withStyles(manifest, list.prefetched.code, [...list.request, ...shown])),
    }
    const own = fillLost(index, page.lost)
    writeFileSync(
      join(dist, `login.${locale}.html`),
      fillForm(own, locale, page, textsBeside(root, manifest, locale), files),
    )
    for (const name of ARRIVALS) {
      const title = page.titles[name] ?? page.title
      const html = fillArrival(own, { ...page, title }, withStyles(manifest, arrival(name, locale), []))
      writeFileSync(join(dist, `${name}.${locale}.html`), html)
    }
  }
  const lost = [...pages.values()].map((page) => page.lost).join('')
  const shell = pages.get(LOCALES[0])?.shell ?? ''
  writeFileSync(join(dist, 'index.html'), fillRoot(fillLost(index, lost), shell))
  return [...LOCALES]
}
