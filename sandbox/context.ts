// What every part of the sandbox is given: the database, the settings, the clock and the log.
import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from './db/schema'
import type { SandboxKeys } from './db/keys'
import type { SandboxSettings } from './settings'

export type Fields = Record<string, string | number | boolean | null | undefined>

export type Ctx = {
  db: Kysely<Schema>
  settings: SandboxSettings
  keys: SandboxKeys
  now(): Date
  /** One JSON line on stderr. Values of telling names are masked; see log.ts. */
  log(event: string, fields?: Fields): void
  /** Sessions that are over, once they are: their services are told (oidc/backchannel.ts). */
  sessionsEnded(ended: readonly EndedSession[]): void
}

/** A member's session at one service. @property sid its name there, and nowhere else */
export type EndedSession = { client_id: string; member_id: string; sid: string }

/** A time so many seconds from now. */
export const secondsFrom = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)

/** A secret of 256 bits for a cookie, a token or a code that travels. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** How a secret of `newSecret` is stored and looked up: random enough that a plain SHA-256 does. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
