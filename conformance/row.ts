// One row of the kit: a sentence of the contract, how it is tried, and what a member sees where a backend does not keep it.
import type { Kit } from './kit.ts'

export type Row = {
  id: string
  /** A statement about the backend. */
  title: string
  /** What a member sees otherwise. */
  screen: string
  run(kit: Kit): Promise<void>
}

export type Chapter = { name: string; rows: readonly Row[] }
