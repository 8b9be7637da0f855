// Node 24 for the tests, on a machine that has an older one. The journeys then run on the machine's own Node.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 'tests/node24'
const MAJOR = 24

export const HOW_TO_GET_NODE = `Node ${MAJOR} is missing, so nothing was tested with it: https://nodejs.org`

/** The path of Node 24 or later. The first call installs it (6 s). @returns null where npm has no binary for this machine */
export function findNode24(): string | null {
  if (Number(process.versions.node.split('.')[0]) >= MAJOR) return process.execPath
  const binary = join(process.cwd(), FOLDER, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  if (!existsSync(binary)) spawnSync('npm', ['ci', '--prefix', FOLDER], { stdio: ['ignore', 'ignore', 'inherit'] })
  return existsSync(binary) ? binary : null
}
