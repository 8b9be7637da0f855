// `npm run gallery:compare -- COMMIT`: builds an earlier commit beside this one, takes pictures of forty states of both in English on a
// phone, and puts each pair with its differences on one page, screenshots/compare.html. The pictures stay out of git.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { compare } from './pictures.ts'
import { complain, say } from './running.ts'

const SET = 'en-phone'
const STATES = (
  'login login-wrong login-locked login-wait certification chooser sms ' +
  'identify-myid identify-done identify-none identify-verify identify-verify-sent identify-new identify-changed ' +
  'join-type join-terms join-email join-email-code join-account join-account-missing join-person join-phone join-own-bsns ' +
  'join-own-family join-own-student join-own-majors join-service join-completed join-waiting ' +
  'resolve-terms resolve-password resolve-required resolve-nickname resolve-service resolve-info resolve-suspended ' +
  'resolve-passkey error-403 error-500 about'
).split(' ')
/** Below this share a difference is a time or a random name. */
const LEAST = 0.004

const run = (command: string, args: string[], cwd: string) => spawnSync(command, args, { cwd, stdio: 'inherit' }).status

/** Takes the pictures of the version in this folder. Its build must be there. Older pictures would pass for those of this version. */
function takePictures(folder: string): void {
  rmSync(resolve(folder, 'screenshots', SET), { recursive: true, force: true })
  run(
    process.execPath,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--project=screenshots',
      '--reporter=line',
      '--grep',
      'en on a phone',
    ],
    folder,
  )
}

/** A folder with the earlier version, built with the packages of this one. */
function checkOut(commit: string): string {
  const { stdout, status } = spawnSync('git', ['rev-parse', '--verify', '--short=12', `${commit}^{commit}`])
  if (status !== 0) throw new Error(`no commit ${commit}`)
  const folder = resolve('.data', `looks-${stdout.toString().trim()}`)
  if (!existsSync(folder)) {
    mkdirSync('.data', { recursive: true })
    if (run('git', ['worktree', 'add', '--detach', folder, commit], '.') !== 0)
      throw new Error(`cannot check out ${commit}`)
    symlinkSync(resolve('node_modules'), resolve(folder, 'node_modules'))
  }
  if (!existsSync(resolve(folder, 'dist/app')) && run(process.execPath, ['scripts/build.ts'], folder) !== 0)
    throw new Error(`${commit} cannot be built`)
  return folder
}

const row = ({ state, share, name }: { state: string; share: number; name: string }) =>
  `<section><h2>${state} · ${(share * 100).toFixed(1)} %</h2>${['before', 'after', 'marked']
    .map(
      (part) =>
        `<figure><img src="compare/${part}-${name}" alt="" loading="lazy"><figcaption>${part}</figcaption></figure>`,
    )
    .join('')}</section>`

async function main(commit: string): Promise<void> {
  const folder = checkOut(commit)
  takePictures(folder)
  takePictures('.')
  mkdirSync('screenshots/compare', { recursive: true })
  const pairs = []
  for (const state of STATES) {
    const name = `${state}.png`
    const [before, after] = [folder, '.'].map((root) => resolve(root, 'screenshots', SET, name))
    if (!before || !after || !existsSync(before) || !existsSync(after)) {
      complain(`${state}: no picture in one of the versions`)
      process.exitCode = 1
      continue
    }
    const { share, marked } = await compare(before, after)
    for (const [part, file] of [
      ['before', before],
      ['after', after],
    ] as const)
      copyFileSync(file, `screenshots/compare/${part}-${name}`)
    writeFileSync(`screenshots/compare/marked-${name}`, marked)
    pairs.push({ state, share, name })
  }
  const changed = pairs.filter(({ share }) => share >= LEAST).toSorted((one, other) => other.share - one.share)
  const same = pairs.filter(({ share }) => share < LEAST).map(({ state }) => state)
  writeFileSync(
    'screenshots/compare.html',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Compared with ${commit}</title>
<style>body{font:15px system-ui;margin:1.5rem}section{display:flex;flex-wrap:wrap;gap:1rem}h2{flex-basis:100%;font-size:1rem}figure{margin:0}img{width:260px;border:1px solid #cbd3de}</style>
<h1>${changed.length} of ${pairs.length} states look different from ${commit}</h1>${changed.map(row).join('\n')}<p>The same: ${same.join(', ')}</p></html>\n`,
  )
  say(`${changed.length} of ${pairs.length} states differ: screenshots/compare.html`)
}

const [commit] = process.argv.slice(2)
if (!commit) {
  complain('Which commit? npm run gallery:compare -- COMMIT')
  process.exitCode = 2
} else await main(commit)
