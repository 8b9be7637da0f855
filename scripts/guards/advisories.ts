// Security P2: known bad versions of packages in the lockfile, and what `npm audit` finds if the registry answers it.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'

const Advisory = z.strictObject({
  package: z.string(),
  /** Comparators separated by spaces, alternatives by `||`: ">=7.0.0 <7.5.2 || 7.6.0". */
  range: z.string(),
  id: z.string(),
  about: z.string(),
})
type Advisory = z.infer<typeof Advisory>
const Lockfile = z.object({ packages: z.record(z.string(), z.object({ version: z.optional(z.string()) })) })

const numbers = (version: string) => (version.split(/[-+]/)[0] ?? '').split('.').map(Number)

function compare(one: string, other: string): number {
  const [a, b] = [numbers(one), numbers(other)]
  for (const place of [0, 1, 2]) if (a[place] !== b[place]) return (a[place] ?? 0) - (b[place] ?? 0)
  // A pre-release precedes its release.
  return Number(other.includes('-')) - Number(one.includes('-'))
}

function fits(version: string, comparator: string): boolean {
  const parts = /^(<=|>=|<|>|=)?(\d+\.\d+\.\d+\S*)$/.exec(comparator)
  if (!parts?.[2]) throw new Error(`advisories: cannot read the range "${comparator}"`)
  const order = compare(version, parts[2])
  switch (parts[1]) {
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    default:
      return order === 0
  }
}

export const inRange = (version: string, range: string): boolean =>
  range.split('||').some((part) =>
    part
      .trim()
      .split(/\s+/)
      .every((comparator) => fits(version, comparator)),
  )

/** One line for each installed package with an advisory. Both arguments are parsed JSON. */
export function matches(advisories: unknown, lockfile: unknown): string[] {
  const list = z.array(Advisory).parse(advisories)
  const installed = Object.entries(Lockfile.parse(lockfile).packages).map(([path, { version = '' }]) => ({
    name: path.split('node_modules/').at(-1) ?? '',
    version,
  }))
  return list.flatMap((advisory) =>
    installed
      .filter(({ name, version }) => name === advisory.package && version && inRange(version, advisory.range))
      .map(({ name, version }) => `${name} ${version}: ${advisory.id}, ${advisory.about}`),
  )
}

const Audit = z.object({ vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })) })

/**
 * The findings of `npm audit --json`.
 * @returns one line for each vulnerable package, or null if the registry does not answer audits
 */
export function audited(output: string): string[] | null {
  try {
    const found = Audit.safeParse(JSON.parse(output))
    if (!found.success) return null
    return Object.entries(found.data.vulnerabilities).map(([name, { severity }]) => `${name}: npm audit, ${severity}`)
  } catch {
    return null
  }
}

const AUDIT_TIMEOUT_MS = 60_000

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
  const known = matches(read('security/advisories.json'), read('package-lock.json'))
  const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', timeout: AUDIT_TIMEOUT_MS })
  const audit = audited(stdout ?? '')
  if (audit === null) process.stdout.write('npm audit: NOT CHECKED, the registry does not answer audits\n')
  const found = [...known, ...(audit ?? [])]
  for (const line of found) process.stdout.write(`${line}\n`)
  process.exitCode = found.length > 0 ? 1 : 0
}
