// Node imports this file before a program. It installs the packages of the lockfile if they are missing or belong to another lockfile, which npm does
// not do before a script. On a Node that is too old it then runs the program with the Node of the lockfile.
// Plain JavaScript without packages, because a fresh clone runs it first, on Node 20.19 or later. npm checks the version (engine-strict in .npmrc).
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** The first version that runs TypeScript by itself and still gets security fixes. */
const MAJOR = 24
const NODE = 'node_modules/.bin/node'
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

if (Number(process.versions.node.split('.')[0]) < MAJOR) {
  if (!existsSync(NODE)) {
    process.stderr.write(`Node ${MAJOR} is needed, and npm has none for this machine: https://nodejs.org\n`)
    process.exit(1)
  }
  // npm puts node_modules/.bin first in the PATH, so this is only for the run that installs.
  const child = spawn(NODE, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' })
  // Ctrl-C reaches the whole group. This process waits for the end of the program.
  process.on('SIGINT', () => {})
  const end = () => child.kill('SIGTERM')
  process.on('SIGTERM', end)
  // server/parent.ts says why. It looks from inside the program, and cannot see past this process.
  const { ppid } = process
  setInterval(() => process.ppid === ppid || end(), 500)
  child.on('exit', (code) => process.exit(code ?? 1))
  await new Promise(() => {})
}
