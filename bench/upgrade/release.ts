// The release before, from the history of the repository: its files in a folder of their own, with the packages of this one. Its sources may be such that
// Node does not run them, so its backend is built.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'

/** The tag of the release, and the commit that it stands for in a copy of the repository without tags. */
const BEFORE = { tag: 'v0.1.0', commit: '0c88b373ac9705eee76da0a12112fabc12cb45c5' }

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' })

/** @returns the commit of the release before, or null in a copy of the repository that lacks it */
export function commitBefore(): string | null {
  const found = [BEFORE.tag, BEFORE.commit].map((name) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`))
  return found.find(({ status }) => status === 0)?.stdout.trim() ?? null
}

/** The backend with the demo, as plain JavaScript in the folder of a release that `checkOut` has made. */
export const BUNDLE = 'bundle/demo/main.js'

/** @returns a new folder with its files and `BUNDLE`. The caller deletes it. */
export async function checkOut(commit: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const { NODE_ENV } = process.env
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: 'demo/main.ts',
      outDir: 'bundle',
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      // A file for each module, because a program asks whether its own file was started.
      rolldownOptions: { output: { preserveModules: true, preserveModulesRoot: folder } },
    },
  })
  // Vite writes `production` into the environment, which the servers read.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  // 0.1.0 asks where `tsx` is when it starts, for the process that draws letters. No member here sends one.
  const tsx = join(folder, 'bundle/node_modules/tsx')
  mkdirSync(tsx, { recursive: true })
  writeFileSync(join(tsx, 'index.js'), '')
  return folder
}
