// Every npm script that runs TypeScript goes through here: `node scripts/run.mjs <program> [arguments]`, also on a fresh clone.
import { spawn } from 'node:child_process'
import { fail, install, needNode, root } from './install.mjs'

const [program = '', ...rest] = process.argv.slice(2)
needNode()
install()

// What serves others runs without `__proto__`: no name in a body reaches a prototype by it (Security D9).
const flags = ['up', 'serve/main'].includes(program) ? ['--disable-proto=delete'] : []
const child = spawn(process.execPath, [...flags, '--import', 'tsx', `scripts/${program}.ts`, ...rest], {
  cwd: root,
  stdio: 'inherit',
})
// @note Ctrl-C reaches the child by itself; it then ends in its own time. A signal sent to this process alone is handed on.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// @note A signal to npm ends npm and its shell, but does not come here: what npm started ends with its shell.
const { ppid } = process
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== ppid && child.kill(), 500).unref()
child.on('error', (error) => fail(error.message))
child.on('exit', (code) => process.exit(code ?? 1))
