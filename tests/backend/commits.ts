// What a test counts of the backend's work on its database.
import pg from 'pg'
import { vi } from 'vitest'

export type Cost = { commits: number; statements: number }

/**
 * @returns what tells how many transactions the backend's connections have ended since, and how many statements they have sent. A statement outside a
 * transaction is one; `begin` and `commit` are statements
 */
export function watch(): () => Cost {
  const { mock } = vi.spyOn(
    pg.Client.prototype as unknown as { query: (sent: string | { text: string }) => void },
    'query',
  )
  return () => {
    const inside = new Set<unknown>()
    let commits = 0
    for (const [at, [sent]] of mock.calls.entries()) {
      const text = typeof sent === 'string' ? sent : sent.text
      const connection = mock.contexts[at]
      if (text === 'begin') inside.add(connection)
      if (text === 'commit' || text === 'rollback') inside.delete(connection)
      if (!inside.has(connection)) commits += 1
    }
    return { commits, statements: mock.calls.length }
  }
}
