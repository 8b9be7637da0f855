// The demo members for the partner's list, for scripts and for tests.
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { Nothing } from '../../contract/shapes/service.ts'
import type { Ctx } from '../../backend/context.ts'
import { changeDemo, copyDemo, listDemo, resetDemo } from '../members.ts'
import { decide, waiting } from '../../backend/domain/join/approvals.ts'
import type { Hashing } from '../../backend/domain/passwords/hashing.ts'
import { isInside, LOOPBACK } from '../../backend/domain/limits/networks.ts'
import { clientIp } from '../../backend/http/clientIp.ts'
import { refuse } from '../../backend/domain/refusal.ts'
import { answer, parseBody } from '../../backend/http/envelope.ts'

/** With a phone: for a member who shares it with another one. */
const Copy = z.strictObject({
  from: z.string().check(z.maxLength(64)),
  phone: z.optional(z.string().check(z.regex(/^\+\d{6,15}$/))),
})
const Change = z.strictObject({ login_id: z.string().check(z.maxLength(256)), like: z.string().check(z.maxLength(64)) })
/** With a reason the join is refused. */
const Approval = z.strictObject({
  login_id: z.string().check(z.maxLength(256)),
  reason: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
})

export function memberRoutes(ctx: Ctx, hashing: Hashing): Hono {
  const app = new Hono()
  app.use('/demo/*', async (c, next) => {
    if (!isInside(clientIp(c, ctx), LOOPBACK)) throw refuse(404, 'NOT_FOUND')
    await next()
  })
  app.get('/demo/members.json', (c) => c.json(listDemo(ctx)))
  app.post('/demo/members', async (c) => {
    const { from, phone } = await parseBody(c, Copy)
    const member = await copyDemo(ctx, hashing, from, phone)
    if (!member) throw refuse(404, 'NOT_FOUND', undefined, 'no demo member of this key')
    return c.json(answer(member), 201)
  })
  app.post('/demo/members/change', async (c) => {
    const { login_id, like } = await parseBody(c, Change)
    if (!(await changeDemo(ctx, login_id, like)))
      throw refuse(404, 'NOT_FOUND', undefined, 'no such demo member or key')
    return c.json(answer({}))
  })
  app.get('/demo/waiting.json', async (c) => c.json(await waiting(ctx)))
  app.post('/demo/approve', async (c) => {
    const { login_id, reason = null } = await parseBody(c, Approval)
    if (!(await decide(ctx, login_id, reason, 'the demo')))
      throw refuse(404, 'NOT_FOUND', undefined, 'nobody of this id waits')
    return c.json(answer({}))
  })
  app.post('/demo/reset', async (c) => {
    await parseBody(c, Nothing)
    await resetDemo(ctx, hashing)
    return c.json(answer({}))
  })
  return app
}
