// Every npm script that runs TypeScript goes through here: `node scripts/run.mjs <program> [arguments]`, also on a fresh clone.
import { spawn } from 'node:child_process'
import { fail, install, needNode, root } from './install.mjs'

const [program = '', ...rest] = process.argv.slice(2)
needNode()
install()

const child = spawn(process.execPath, ['--import', 'tsx', `scripts/${program}.ts`, ...rest], {
  cwd: root,
  stdio: 'inherit',
})
// @note Ctrl-C reaches the child by itself; it then ends in its own time. A signal sent to this process alone is handed on.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => fail(error.message))
child.on('exit', (code) => process.exit(code ?? 1))
