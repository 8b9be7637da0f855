// dist/server: the programs that an operator runs, as plain JavaScript, with the packages that they need (decision 0035).
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { build } from 'vite'
import * as z from 'zod/mini'

/** A program by the name of its npm script, with the flags of Node that it runs with. */
type Program = { file: string; flags?: string }

/** NOTE: a program that reads `import.meta.url` finds its neighbours in this folder, which has no folders below it. */
export const PROGRAMS = {
  backend: { file: 'backend/main.ts', flags: '--disable-proto=delete' },
  serve: { file: 'server/app/main.ts', flags: '--disable-proto=delete' },
  migrate: { file: 'backend/commands/migrate.ts' },
  terms: { file: 'backend/commands/terms.ts' },
  config: { file: 'scripts/config/main.ts' },
  events: { file: 'backend/commands/events.ts' },
  members: { file: 'backend/commands/members.ts' },
  jobs: { file: 'backend/commands/jobs.ts' },
  keys: { file: 'backend/commands/keys.ts' },
  clients: { file: 'backend/commands/clients.ts' },
  codes: { file: 'backend/commands/codes.ts' },
  backup: { file: 'backend/commands/backup.ts' },
  restore: { file: 'backend/commands/restore.ts' },
  smoke: { file: 'scripts/smoke/main.ts' },
} as const satisfies Record<string, Program>

/** What a program starts as a process of its own: no command of an operator. */
const PROCESSES = { drawing: 'backend/letters/drawing.ts' }

/** The Node that runs the sources as well. */
const TARGET = 'node24'

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  engines: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
})

/** The package of an import: `hono` of `hono/cookie`, `@hono/node-server` of `@hono/node-server/conninfo`. */
const packageOf = (id: string): string => id.split('/', id.startsWith('@') ? 2 : 1).join('/')

/**
 * Writes the programs into a folder, and their source maps into another.
 * @returns the packages that the programs import
 */
async function bundle(folder: string, maps: string): Promise<string[]> {
  const files = Object.entries(PROGRAMS).map(([name, { file }]) => [name, file] as const)
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      target: TARGET,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: { ...Object.fromEntries(files), ...PROCESSES },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  if (!('output' in built)) throw new Error('the bundle of the server was not written once')
  mkdirSync(maps, { recursive: true })
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.map')))
    renameSync(join(folder, file), join(maps, file))
  const chunks = built.output.filter((one) => one.type === 'chunk')
  const own = new Set(chunks.map(({ fileName }) => fileName))
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  return [...new Set(imported.filter((id) => !own.has(id) && !isBuiltin(id)).map(packageOf))].sort()
}

/** The package file of the folder: exact versions, and a script for each program under the name that it has in the repository. */
function manifestOf(root: string, packages: readonly string[]) {
  const { name, version, license, engines, dependencies } = Manifest.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  )
  const scripts = Object.entries<Program>(PROGRAMS).map(([script, { flags }]) => [
    script,
    ['node', flags, `${script}.js`].filter(Boolean).join(' '),
  ])
  const needed = packages.map((one) => {
    const exact = dependencies[one]
    if (!exact) throw new Error(`a program imports ${one}, which package.json does not have as a dependency`)
    return [one, exact]
  })
  return {
    name,
    version,
    private: true,
    license,
    type: 'module',
    engines,
    scripts: Object.fromEntries(scripts) as Record<string, string>,
    dependencies: Object.fromEntries(needed) as Record<string, string>,
  }
}

/** Builds the programs of the repository `root`. `npm ci` in the folder then installs what they need. */
export async function buildServer(root: string, folder: string, maps: string): Promise<void> {
  rmSync(maps, { recursive: true, force: true })
  const manifest = manifestOf(root, await bundle(folder, maps))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  // npm takes the packages that are not needed out of the lockfile, and asks no registry for what the lockfile has.
  copyFileSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
  const options = [
    '--package-lock-only',
    '--offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}
