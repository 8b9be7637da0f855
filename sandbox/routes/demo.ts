// The demo members for the partner's list, for scripts and for tests. Mounted only when the sandbox was started as the demo.
import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Ctx } from '../context'
import { copyDemo, listDemo, resetDemo } from '../demo'
import type { Hashing } from '../domain/hashing'
import { clientIp, isInside } from '../http/clientIp'
import { answer, parseBody, refuse } from '../http/envelope'

const Copy = z.strictObject({ from: z.string().check(z.maxLength(64)) })
const Nothing = z.strictObject({})

export function demoRoutes(ctx: Ctx, hashing: Hashing): Hono {
  const app = new Hono()
  app.use('/demo/*', async (c, next) => {
    if (!isInside(clientIp(c, ctx), ['127.0.0.0/8', '::1'])) throw refuse(404, 'NOT_FOUND')
    await next()
  })
  app.get('/demo/members.json', (c) => c.json(listDemo(ctx)))
  app.post('/demo/members', async (c) => {
    const { from } = await parseBody(c, Copy)
    const member = await copyDemo(ctx, hashing, from)
    if (!member) throw refuse(404, 'NOT_FOUND', undefined, 'no demo member of this key')
    return c.json(answer(member), 201)
  })
  app.post('/demo/reset', async (c) => {
    await parseBody(c, Nothing)
    await resetDemo(ctx, hashing)
    return c.json(answer({}))
  })
  return app
}
