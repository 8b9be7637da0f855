// Vite's manifest: which chunk contains which source, and what it imports.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const Chunk = z.object({
  file: z.string(),
  src: z.optional(z.string()),
  name: z.optional(z.string()),
  isEntry: z.optional(z.boolean()),
  isDynamicEntry: z.optional(z.boolean()),
  imports: z._default(z.array(z.string()), []),
  css: z._default(z.array(z.string()), []),
})
export type Manifest = Record<string, z.infer<typeof Chunk>>

export const readManifest = (dist: string): Manifest =>
  z.record(z.string(), Chunk).parse(JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')))

/** The file names of everything that a chunk imports statically, itself included. */
export function closure(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const next of chunk.imports) closure(manifest, next, seen)
  return seen
}

/** Chunks that import themselves through others. The order of their execution would depend on which is imported first. */
export const inCircles = (manifest: Manifest): string[] =>
  Object.values(manifest)
    .filter(({ file, imports }) => imports.some((next) => closure(manifest, next).has(file)))
    .map(({ file }) => file)
