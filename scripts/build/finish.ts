// After Vite has written dist/app: the prerendered pages, the compressed copies, and the build record.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { writeTwins } from '../../server/app/compress.ts'
import { inlineHashes } from '../../server/app/html.ts'
import { prerender } from './prerender.ts'
import type { BuildRecord } from '../../server/app/record.ts'
import { filesBelow, hashSources } from '../../server/app/sources.ts'

const PRIVATE = /^\.vite\//

export function finish(): Plugin {
  let root = ''
  let dist = ''
  let written = false
  return {
    name: 'daemun:finish',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root
      dist = join(root, config.build.outDir)
    },
    writeBundle() {
      written = true
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        // Vite also closes a failed build, whose own error is the one to show.
        if (written) await finishBuild(root, dist)
      },
    },
  }
}

async function finishBuild(root: string, dist: string): Promise<void> {
  const locales = await prerender(root, dist)
  await writeRecord(dist, hashSources(root), locales)
}

/** Writes the compressed copies and build.json of a folder. From then on the static server can serve it. */
export async function writeRecord(dist: string, sources: string, locales: string[]): Promise<void> {
  const paths = filesBelow(dist)
    .map((file) => relative(dist, file))
    .filter((path) => !PRIVATE.test(path))
  const release = createHash('sha256')
  const files: BuildRecord['files'] = []
  for (const path of paths) {
    release
      .update(path)
      .update('\0')
      .update(readFileSync(join(dist, path)))
    files.push({ path, ...(await writeTwins(join(dist, path))) })
  }
  const { script, style } = inlineHashes(readFileSync(join(dist, 'index.html'), 'utf8'))
  const record: BuildRecord = {
    release: release.digest('hex').slice(0, 16),
    sources,
    locales,
    scriptHashes: script,
    styleHashes: style,
    files,
  }
  writeFileSync(join(dist, 'build.json'), `${JSON.stringify(record, null, 2)}\n`)
}
