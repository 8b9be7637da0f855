// dist/build.json: what one build consists of. Written last, so that a broken build has none; read by the server and the budget.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const Sizes = z.object({ path: z.string(), bytes: z.number(), br: z.number(), gz: z.number() })

export const BuildRecord = z.object({
  /** Changes with any byte that is served. */
  release: z.string(),
  /** The hash of what it was built from. */
  sources: z.string(),
  locales: z.array(z.string()),
  scriptHashes: z.array(z.string()),
  styleHashes: z.array(z.string()),
  files: z.array(Sizes),
})
export type BuildRecord = z.infer<typeof BuildRecord>

/** The record of the build in a folder, or null where none was finished. */
export function readRecord(dist: string): BuildRecord | null {
  try {
    return BuildRecord.parse(JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')))
  } catch {
    return null
  }
}
