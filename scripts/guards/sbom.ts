// `npm run sbom [file]`: the list of the packages that run, in the format CycloneDX, for a release. Fails if a package of the lockfile is missing.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'

const DEVELOPMENT = 'cdx:npm:package:development'

const Sbom = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.looseObject({
      'bom-ref': z.string(),
      purl: z.string(),
      properties: z.optional(z.array(z.object({ name: z.string(), value: z.string() }))),
    }),
  ),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
})
type Sbom = z.infer<typeof Sbom>

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.optional(z.string()), dev: z.optional(z.boolean()), link: z.optional(z.boolean()) }),
  ),
})

/**
 * The list without the packages that only development needs.
 * NOTE: `npm sbom --omit dev` also leaves out packages that both need, such as React.
 * @param sbom parsed JSON of `npm sbom`
 */
export function running(sbom: unknown): Sbom {
  const all = Sbom.parse(sbom)
  const components = all.components.filter(
    ({ properties = [] }) => !properties.some(({ name }) => name === DEVELOPMENT),
  )
  const refs = new Set(components.map((component) => component['bom-ref']))
  const dependencies = all.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => refs.has(ref)) }))
  return { ...all, components, dependencies }
}

/** The path of a package in the lockfile ends with its name. */
const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? ''

/** One line for each package of the lockfile that runs and that the list lacks. @param lockfile parsed JSON */
export function missingFrom({ components }: Pick<Sbom, 'components'>, lockfile: unknown): string[] {
  const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl)))
  return Object.entries(Lockfile.parse(lockfile).packages).flatMap(([path, { version, dev, link }]) => {
    if (!path.includes('node_modules/') || link || dev) return []
    const purl = `pkg:npm/${nameOf(path)}@${version}`
    return listed.has(purl) ? [] : [`${path}: ${purl} is not in the list`]
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const options = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const text = execFileSync('npm', options, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const list = running(JSON.parse(text))
  const found = missingFrom(list, JSON.parse(readFileSync('package-lock.json', 'utf8')))
  for (const line of found) process.stdout.write(`${line}\n`)
  process.exitCode = found.length > 0 ? 1 : 0
  const [, , file] = process.argv
  if (file && found.length === 0) writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`)
}
