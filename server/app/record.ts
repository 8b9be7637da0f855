// dist/app/build.json: the content of a build. It is written last, so that a broken build has none. The server and the budget read it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const Sizes = z.object({ path: z.string(), bytes: z.number(), br: z.number(), gz: z.number() })

export const BuildRecord = z.object({
  /** Changes with any served byte. */
  release: z.string(),
  /** The hash of the sources. */
  sources: z.string(),
  locales: z.array(z.string()),
  scriptHashes: z.array(z.string()),
  styleHashes: z.array(z.string()),
  files: z.array(Sizes),
})
export type BuildRecord = z.infer<typeof BuildRecord>

/** The record of the build in a folder, or null without a finished build. */
export function readRecord(dist: string): BuildRecord | null {
  try {
    return BuildRecord.parse(JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')))
  } catch {
    return null
  }
}
