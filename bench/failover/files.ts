// The files of deploy/failover with the addresses, names and passwords of a trial.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @property network the first three numbers of the addresses, which stand for 10.0.0 in the files @property folder the trial's own */
export type Trial = { network: string; folder: string; programs: string }

/** Also the address of haproxy and of PgBouncer, which are on the machine of the backend. */
export const backendAddress = ({ network }: Trial): string => `${network}.10`

/** The passwords of the three roles that Patroni uses. */
export const SECRETS = {
  SECRET_OF_POSTGRES: 'postgres_password',
  SECRET_OF_REPLICATOR: 'replicator_password',
  SECRET_OF_REWINDER: 'rewinder_password',
}

export const fileOf = (trial: Trial, name: string): string =>
  readFileSync(join('deploy/failover', name), 'utf8')
    .replaceAll('10.0.0.', `${trial.network}.`)
    .replaceAll('127.0.0.1', backendAddress(trial))

type Own = { OWN_NAME: string; OWN_ADDRESS: string }

/** The environment that a file gives to a service of one machine. */
export function environmentOf(trial: Trial, name: string, own: Own): Record<string, string> {
  const words = { ...own, ...SECRETS }
  const text = Object.entries(words).reduce((all, [word, value]) => all.replaceAll(word, value), fileOf(trial, name))
  const lines = text.split('\n').filter((line) => /^[A-Z]/.test(line))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}
