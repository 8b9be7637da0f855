// The address of an earlier page, which older mails and services link to. The member's account has its place.
import { Hono } from 'hono'
import type { Ctx } from '../context.ts'

export function connectedRoutes({ settings }: Ctx): Hono {
  const app = new Hono()
  // A page that was open when the release came still sends its form.
  app.on(['GET', 'POST'], ['/connected-services'], (c) => c.redirect(`${settings.app_origin}/account/services`, 303))
  return app
}
