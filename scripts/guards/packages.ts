// Checks the packages of the lockfile: an accepted licence, a hash, and no host but the registry.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'

/** Licences that only require their own text. */
const ANYWHERE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Zlib',
])
/** Licences with further conditions for shipped files, or that not every lawyer accepts: only for tools. `CC-BY-4.0`: tables of data. */
const TOOLS = new Set(['CC-BY-4.0', 'MPL-2.0', 'Unlicense'])
/** sharp loads libvips as a shared library, which the LGPL permits without conditions on the code that calls it. */
const SHARED_LIBRARIES = /^node_modules\/@img\/sharp-/
const REGISTRY = 'registry.npmjs.org'

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      license: z.optional(z.string()),
      dev: z.optional(z.boolean()),
      integrity: z.optional(z.string()),
      resolved: z.optional(z.string()),
      link: z.optional(z.boolean()),
    }),
  ),
})

/** Reads an SPDX expression: of `(MIT OR CC0-1.0)` one is enough, of `(MIT AND Zlib)` all are needed. */
const mayBeUsed = (license: string, isAllowed: (one: string) => boolean): boolean =>
  license
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every(isAllowed))

/** One line for each package that must not be installed. @param lockfile parsed JSON */
export function unwanted(lockfile: unknown): string[] {
  // The project's own folders have no licence and no hash: its root, a workspace, and the link to a workspace.
  const packages = Object.entries(Lockfile.parse(lockfile).packages).filter(
    ([path, { link = false }]) => path.includes('node_modules/') && !link,
  )
  return packages.flatMap(([path, { license = 'none', dev = false, integrity = '', resolved }]) => [
    ...(mayBeUsed(
      license,
      (one) =>
        ANYWHERE.has(one) || (dev && TOOLS.has(one)) || (SHARED_LIBRARIES.test(path) && one === 'LGPL-3.0-or-later'),
    )
      ? []
      : [`${path}: licence ${license}`]),
    ...(integrity.startsWith('sha512-') ? [] : [`${path}: no hash`]),
    ...(resolved === undefined || (URL.canParse(resolved) && new URL(resolved).host === REGISTRY)
      ? []
      : [`${path}: not from ${REGISTRY}`]),
  ])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = unwanted(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  for (const line of found) process.stdout.write(`${line}\n`)
  process.exitCode = found.length > 0 ? 1 : 0
}
