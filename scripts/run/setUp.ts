// The programs that the tests need beside the packages of the lockfile, and how a machine gets them. It never asks.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, findHeadlessChromium } from './chromium.ts'
import { type EngineName, find } from './engines.ts'

/**
 * @property packages of Debian and Ubuntu
 * @property browser what Playwright calls it, if Playwright has a build of its own
 * @property without what is not tested on a machine that cannot get it. Null if the tests only take longer.
 */
export type Need = {
  name: string
  isThere: () => boolean
  packages: string[]
  browser?: EngineName
  without: string | null
}

const isProgram = (name: string, flag = '-v') => spawnSync(name, [flag], { stdio: 'ignore' }).error === undefined
/** Debian keeps nginx in a folder that is not on everybody's PATH. */
export const findNginx = (): string | null => ['nginx', '/usr/sbin/nginx'].find((name) => isProgram(name)) ?? null

/** Debian keeps it in the folder of nginx. */
export const findPgbouncer = (): string | null =>
  ['pgbouncer', '/usr/sbin/pgbouncer'].find((name) => isProgram(name)) ?? null

/** Debian 12 has Redis alone. */
export const findValkey = (): string | null => ['valkey-server', 'redis-server'].find((name) => isProgram(name)) ?? null

/** Debian's package takes 330 MB, so `npm test` does not install it. Its tests run where both programs are on the PATH. */
export const findPrometheus = (): { prometheus: string; promtool: string } | null =>
  isProgram('prometheus') && isProgram('promtool') ? { prometheus: 'prometheus', promtool: 'promtool' } : null

const DEBIAN_SERVERS = '/usr/lib/postgresql'
const SERVER_PROGRAMS = ['initdb', 'postgres', 'pg_basebackup', 'pg_receivewal', 'pg_rewind', 'pg_verifybackup']

/** The folder of the newest PostgreSQL server of the machine's own packages, which have client programs that the lockfile's server lacks. */
export function findServer(): string | null {
  const versions = existsSync(DEBIAN_SERVERS) ? readdirSync(DEBIAN_SERVERS) : []
  const folders = versions.toSorted((a, b) => Number(b) - Number(a)).map((one) => join(DEBIAN_SERVERS, one, 'bin'))
  return folders.find((folder) => SERVER_PROGRAMS.every((name) => existsSync(join(folder, name)))) ?? null
}

/** What `npm run load:failover` needs beside PgBouncer. @returns the folder of the PostgreSQL server, or null if something is missing */
export const findFailover = (): string | null =>
  ['patroni', 'etcd', '/usr/sbin/haproxy'].every((name) => isProgram(name, '--version')) && findPgbouncer() !== null
    ? findServer()
    : null

/** Without it, a browser shows boxes for Korean, Chinese and Japanese. */
const FONTS = 'fonts-noto-cjk'

const NEEDS: readonly Need[] = [
  {
    name: 'Chromium',
    isThere: () => find('chromium') !== null,
    packages: ['chromium', FONTS],
    browser: 'chromium',
    without: 'the journeys in Chromium, and those on two backends',
  },
  {
    name: 'the headless shell of Chromium, which needs a third less time',
    isThere: () => findHeadlessChromium() !== findChromium() || process.env.CHROMIUM_PATH !== undefined,
    packages: ['chromium-headless-shell'],
    without: null,
  },
  {
    name: 'Firefox',
    isThere: () => find('firefox') !== null,
    packages: ['firefox-esr', FONTS],
    browser: 'firefox',
    without: 'the journeys in Firefox',
  },
  {
    name: 'WebKit',
    isThere: () => find('webkit') !== null,
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth', FONTS],
    browser: 'webkit',
    without: 'the journeys in WebKit',
  },
  {
    name: 'nginx with openssl',
    isThere: () => findNginx() !== null && isProgram('openssl'),
    packages: ['nginx-light', 'openssl'],
    without: 'docs/nginx.conf',
  },
  {
    name: 'PgBouncer',
    isThere: () => findPgbouncer() !== null,
    packages: ['pgbouncer'],
    without: 'the backend behind a pooler',
  },
  {
    name: 'Valkey or Redis',
    isThere: () => findValkey() !== null,
    packages: ['redis-server'],
    without: 'limits on Valkey or Redis',
  },
]

/** What `npm run test:all` needs besides. */
const NEEDS_OF_ALL: readonly Need[] = [
  ...NEEDS,
  {
    name: 'Patroni with etcd, haproxy and PostgreSQL',
    isThere: () => findFailover() !== null,
    packages: ['patroni', 'etcd-server', 'haproxy', 'postgresql'],
    without: 'the loss of the machine of the primary',
  },
]

const say = (line: string) => void process.stdout.write(`${line}\n`)

function call(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
}

type Installers = { apt: (packages: string[]) => void; playwright: (browser: string) => void }

const isRoot = process.getuid?.() === 0

const INSTALLERS: Installers = {
  apt(packages) {
    if (isRoot && existsSync('/usr/bin/apt-get'))
      call('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
  },
  playwright: (browser) =>
    void call('node_modules/.bin/playwright', ['install', ...(isRoot ? ['--with-deps'] : []), browser]),
}

/**
 * Gets what the machine lacks: with apt-get as root on Debian and Ubuntu, otherwise from Playwright.
 *
 * @returns one line for each program that could not be had, with what is not tested without it
 */
export function setUp(
  needs: readonly Need[] = process.env.TEST_ALL === 'true' ? NEEDS_OF_ALL : NEEDS,
  install: Installers = INSTALLERS,
): string[] {
  const lacking = needs.filter(({ isThere }) => !isThere())
  for (const { name } of lacking) say(`This machine lacks ${name}: installing it`)
  // Each by itself: a system that lacks one of the packages would install none of them.
  for (const { packages } of lacking) install.apt(packages)
  for (const { browser, isThere } of lacking) if (browser && !isThere()) install.playwright(browser)
  return lacking
    .filter(({ isThere }) => !isThere())
    .flatMap(({ name, packages, without }) =>
      without === null ? [] : `not tested: ${without}. ${name} is missing: apt-get install ${packages.join(' ')}`,
    )
}
