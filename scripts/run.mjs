// Every npm script that runs TypeScript calls `node scripts/run.mjs <program> [arguments]`, also on a fresh clone.
import { spawn } from 'node:child_process'
import { fail, install, needNode, root } from './install.mjs'

const [program = '', ...rest] = process.argv.slice(2)
needNode()
install()

// Servers run without `__proto__`, so that no name in a body reaches a prototype (Security D9).
const flags = ['up', 'serve/main'].includes(program) ? ['--disable-proto=delete'] : []
const child = spawn(process.execPath, [...flags, '--import', 'tsx', `scripts/${program}.ts`, ...rest], {
  cwd: root,
  stdio: 'inherit',
})
// NOTE: Ctrl-C reaches the child directly, and the child ends in its own time. A signal to this process alone is passed on.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// NOTE: a signal to npm ends npm and its shell but does not reach this process, so it ends when its parent changes.
const { ppid } = process
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== ppid && child.kill(), 500).unref()
child.on('error', (error) => fail(error.message))
child.on('exit', (code) => process.exit(code ?? 1))
