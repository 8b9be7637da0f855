// What else happens between two statements of a call.
import type { KyselyPlugin } from 'kysely'
import type { Ctx } from '../../backend/context.ts'

type Case = {
  /** The call. */
  act: (ctx: Ctx) => Promise<unknown>
  /** Runs once, after one statement of the call, on another connection. */
  meanwhile: () => Promise<unknown>
  look: () => Promise<void>
}

/**
 * Repeats a call with something else after its first statement, then after its second, and so on, until it has no more of them.
 * @param arrange begins each repetition @returns how many statements the call has
 */
export async function wherever(ctx: Ctx, arrange: () => Promise<Case>): Promise<number> {
  for (let count = 1; ; count += 1) {
    const { act, meanwhile, look } = await arrange()
    let answered = 0
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        answered += 1
        if (answered === count) await meanwhile()
        return result
      },
    }
    await act({ ...ctx, db: ctx.db.withPlugin(plugin) })
    if (answered < count) return count - 1
    await look()
  }
}
