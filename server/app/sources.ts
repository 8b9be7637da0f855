// One hash of all sources of a build, so that a start can skip a build that would change nothing.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = [
  'src',
  'locales',
  'public',
  'scripts/build',
  'server/app',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]

/** Every file below a path, in a stable order; none if the path does not exist. */
export function filesBelow(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

export function hashSources(root: string): string {
  const hash = createHash('sha256')
  for (const source of SOURCES)
    for (const file of filesBelow(join(root, source)))
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}
