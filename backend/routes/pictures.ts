// Pictures of services that the database holds (settings/pictures.ts). Everybody may see them, without a session.
import { Hono } from 'hono'
import type { Ctx } from '../context.ts'
import { refuse } from '../domain/refusal.ts'

/** A year. The address has the hash of the bytes, so that another picture has another address. */
const FOR_A_YEAR = 'public, max-age=31536000, immutable'

/** 10 MB of memory at most. Each browser that comes for the first time asks for the same few pictures. */
const MOST_KEPT = 32

type Stored = { type: string; bytes: Uint8Array<ArrayBuffer> }

export function pictureRoutes(ctx: Ctx): Hono {
  const app = new Hono()
  const kept = new Map<string, Stored>()

  async function find(id: string): Promise<Stored | undefined> {
    const here = kept.get(id)
    if (here) return here
    const row = await ctx.db.selectFrom('pictures').select(['type', 'bytes']).where('id', '=', id).executeTakeFirst()
    if (!row) return undefined
    const [oldest] = kept.size < MOST_KEPT ? [] : kept.keys()
    if (oldest !== undefined) kept.delete(oldest)
    const stored = { type: row.type, bytes: new Uint8Array(row.bytes) }
    kept.set(id, stored)
    return stored
  }

  app.get('/pictures/:id', async (c) => {
    const id = c.req.param('id')
    const picture = /^[\da-f]{64}$/.test(id) ? await find(id) : undefined
    if (!picture) throw refuse(404, 'NOT_FOUND')
    return c.body(picture.bytes, 200, {
      'Content-Type': picture.type,
      'Cache-Control': FOR_A_YEAR,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
  })
  return app
}
