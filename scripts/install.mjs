// Checks what everything else needs: a Node that is new enough, and the packages of the lockfile.
// Plain JavaScript without packages, because a fresh clone runs it first.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const STAMP = join(root, 'node_modules/.daemun-lock')

/** Ends the process with one line. */
export function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

export function needNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Node 20.19 or later is needed; this is ${process.versions.node}. Get Node 24 from https://nodejs.org`)
  if (major < 22)
    process.stderr.write(`Node ${process.versions.node} gets no security fixes any more: Node 24 is recommended\n`)
}

/** Installs the packages of the lockfile if they are missing or belong to another lockfile. */
export function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const has = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : ''
  if (has === wanted && existsSync(join(root, 'node_modules/.package-lock.json'))) return
  if (has === '' && lockMatches()) return stamp(wanted)
  process.stdout.write('Installing packages (npm ci) …\n')
  const done = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) fail('npm ci failed: see above. The packages come from the registry that npm is set to use.')
  stamp(wanted)
}

/** If the stamp cannot be written, the next start checks again. */
function stamp(wanted) {
  try {
    writeFileSync(STAMP, wanted)
  } catch {
    return
  }
}

/** npm keeps a copy of what it installed, for example after `npm ci` by hand. */
function lockMatches() {
  const installed = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installed)) return false
  const versions = (file) =>
    Object.fromEntries(
      Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages).map(([path, one]) => [path, one.version]),
    )
  const has = versions(installed)
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).every(([path, one]) => path === '' || one.optional || has[path] === one.version)
}
