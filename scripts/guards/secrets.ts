// Searches the tree and its history for secrets. A build has its own check.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const LEFT_OUT = new Set([
  'node_modules',
  'dist',
  '.git',
  '.data',
  '.env',
  'coverage',
  'test-results',
  'screenshots',
  'package-lock.json',
])
const BINARY = /\.(png|jpe?g|webp|ico|woff2?|br|gz|pdf)$/
const LARGEST = 2_000_000

const PATTERNS: [kind: string, pattern: RegExp][] = [
  ['private key', /-----BEGIN (?:RSA |EC |DSA |OPENSSH |ENCRYPTED )?PRIVATE KEY-----(?:\s|\\n)*[A-Za-z0-9+/=]{16}/],
  ['private JSON web key', /"d"\s*:\s*"[\w-]{40,}"/],
  ['signed token', /\beyJ[\w-]{12,}\.eyJ[\w-]{12,}\.[\w-]{16,}/],
  ['cloud access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['code host token', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{60,}|glpat-[\w-]{20})/],
  ['package registry token', /\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=\s*[\w-]{16,}/],
  ['payment or chat token', /\b(?:sk_live_[A-Za-z0-9]{20,}|xox[abprs]-[\w-]{20,})/],
  ['map or mail API key', /\bAIza[\w-]{35}\b|\bSG\.[\w-]{22}\.[\w-]{43}\b/],
  [
    'password in an address',
    /\b(?:postgres(?:ql)?|smtps?|https?):\/\/[^\s/:@'"`$<>{}]+:(?!password@|secret@|canary@)[^\s/@'"`$<>{}]{6,}@/,
  ],
]

/** The kinds of secrets in a text. */
export const secretsIn = (text: string): string[] =>
  PATTERNS.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind)

function files(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !LEFT_OUT.has(name) && !BINARY.test(name))
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? files(path) : [path]))
}

/** One line for each file in a folder that seems to contain a secret; never the secret. */
export const scan = (folder: string): string[] =>
  files(folder)
    .filter((path) => statSync(path).size < LARGEST)
    .flatMap((path) => secretsIn(readFileSync(path, 'utf8')).map((kind) => `${path}: ${kind}`))

/**
 * One line for each commit that seems to have added a secret, because a removed one stays readable in the history.
 * NOTE: only added lines count. Context lines were checked when they were added.
 */
export function scanHistory(log: string): string[] {
  const commits = log.split(/^commit (?=[\da-f]{40}$)/m).slice(1)
  return commits.flatMap((text) => {
    const added = text
      .split('\n')
      .filter((line) => line.startsWith('+'))
      .map((line) => line.slice(1))
    return secretsIn(added.join('\n')).map((kind) => `commit ${text.slice(0, 12)}: ${kind}`)
  })
}

/** All lines ever added, or nothing without a history. @throws if git cannot read the history: none of it would be searched */
function history(): string {
  if (!existsSync('.git')) return ''
  const left = [...LEFT_OUT].map((name) => `:!${name}`)
  const args = ['log', '-p', '--all', '--unified=0', '--no-color', '--no-ext-diff', '--', '.', ...left]
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e9 })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = [...scan('.'), ...scanHistory(history())]
  for (const line of found) process.stdout.write(`${line}\n`)
  process.exitCode = found.length > 0 ? 1 : 0
}
