// Gives the start its stylesheets, and fails a build that differs from the list of firstLoad.ts.
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { differences, manifest, stylesheets, unknownPaths } from './firstLoad.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Resolves the stylesheets of the start, which are no files. */
export function styles(): Plugin {
  const sheets = stylesheets(ROOT)
  const id = /^virtual:\w+\.css$/
  return {
    name: 'daemun:styles',
    resolveId: { filter: { id }, handler: (source) => (source in sheets ? source : null) },
    load: { filter: { id }, handler: (source) => sheets[source] },
  }
}

/** The modules of a chunk and of all that it imports statically. */
function modulesOf(bundle: Rolldown.OutputBundle, name: string, seen = new Set<string>()): string[] {
  const chunk = bundle[name]
  if (chunk?.type !== 'chunk' || seen.has(name)) return []
  seen.add(name)
  return [...chunk.moduleIds, ...chunk.imports.flatMap((next) => modulesOf(bundle, next, seen))]
}

export const keepFirstLoad = (): Plugin => ({
  name: 'daemun:first-load',
  apply: 'build',
  buildStart() {
    const unknown = unknownPaths(manifest, ROOT)
    if (unknown.length > 0) this.error(`scripts/build/firstLoad.ts names unknown paths: ${unknown.join(', ')}`)
  },
  generateBundle(_options, bundle) {
    const entries = Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry)
    const modules = entries.flatMap(({ fileName }) => modulesOf(bundle, fileName))
    const found = differences(modules.map((id) => relative(ROOT, id)))
    if (found.length > 0) this.error(`the first load differs from scripts/build/firstLoad.ts: ${found.join(', ')}`)
  },
})
