// Installs the packages of the lockfile if they are missing or belong to another lockfile: npm does not do this before a script.
// Node imports this file before the program. Plain JavaScript without packages, because a fresh clone runs it first. npm checks the version of Node (engine-strict in .npmrc).
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** npm's own list of what it installed. */
const INSTALLED = 'node_modules/.package-lock.json'
const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

function isInstalled() {
  if (!existsSync(INSTALLED)) return false
  const has = packagesOf(INSTALLED)
  return Object.entries(packagesOf('package-lock.json')).every(
    ([path, { version, optional }]) => path === '' || optional || has[path]?.version === version,
  )
}

if (!isInstalled()) {
  process.stdout.write('Installing packages (npm ci) …\n')
  const stdio = ['ignore', 'inherit', 'inherit']
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--loglevel=error'], {
    stdio,
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(1)
}
