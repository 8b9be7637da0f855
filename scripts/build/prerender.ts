// The login form of each language, rendered once at build time from the app itself. A page that is open before its script has arrived.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import * as z from 'zod/mini'
import { LOCALES } from '../../src/wire/codes'
import { fillForm, fillRoot } from './html'

/** What src/prerender.tsx answers for a language. */
export type Prerendered = { lang: string; title: string; form: string; shell: string }
const Module = z.object({
  render: z.custom<(locale: string) => Promise<Prerendered>>((value) => typeof value === 'function'),
})
const Manifest = z.record(z.string(), z.object({ file: z.string(), isEntry: z.optional(z.boolean()) }))

/** The chunks that hold one language's sentences, where they are not in the entry already. */
function languageChunks(dist: string, locale: string): string[] {
  const path = join(dist, '.vite/manifest.json')
  const manifest = Manifest.parse(JSON.parse(readFileSync(path, 'utf8')))
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry)?.file
  const files = Object.entries(manifest)
    .filter(([source]) => source.includes(`locales/${locale}/login.`) || source.includes(`i18n/${locale}.`))
    .map(([, chunk]) => chunk.file)
  return [...new Set(files)].filter((file) => file !== entry)
}

/** Writes dist/login.<locale>.html beside dist/index.html and answers the languages that it wrote. */
export async function prerender(root: string, dist: string): Promise<string[]> {
  const entry = join(root, 'src/prerender.tsx')
  if (!existsSync(entry)) return []
  // Of this process alone: a build and a test may run at the same time. Inside node_modules, so that packages are found.
  const outDir = join(root, `node_modules/.daemun/prerender-${process.pid}`)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [react()],
    build: { ssr: entry, outDir, emptyOutDir: true, rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } } },
  })
  const loaded: unknown = await import(`${pathToFileURL(join(outDir, 'prerender.mjs')).href}?at=${Date.now()}`)
  const { render } = Module.parse(loaded)
  const neutral = readFileSync(join(dist, 'index.html'), 'utf8')
  for (const locale of LOCALES) {
    const page = await render(locale)
    writeFileSync(join(dist, `login.${locale}.html`), fillForm(neutral, locale, page, languageChunks(dist, locale)))
    if (locale === LOCALES[0]) writeFileSync(join(dist, 'index.html'), fillRoot(neutral, page.shell))
  }
  rmSync(outDir, { recursive: true, force: true })
  return [...LOCALES]
}
