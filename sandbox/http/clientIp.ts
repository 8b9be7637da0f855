// Security O11, the client's address: the socket's, or what our own proxy wrote; never what a client claims.
import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Ctx } from '../context'

const plain = (address: string): string => address.replace(/^::ffff:/i, '')

/**
 * The address of whoever called.
 * @param socket the address at the other end of the connection
 * @param forwarded X-Forwarded-For, to which each proxy adds at the right; only our own hops are believed
 */
export function addressOf(ctx: Ctx, socket: string | undefined, forwarded: string | undefined): string {
  const { proxy_hops } = ctx.settings
  const hop = proxy_hops > 0 ? plain((forwarded ?? '').split(',').at(-proxy_hops)?.trim() ?? '') : ''
  return isIP(hop) ? hop : plain(socket ?? '0.0.0.0')
}

export function clientIp(c: Context, ctx: Ctx): string {
  const bindings = c.env as Partial<HttpBindings> | undefined
  return addressOf(ctx, bindings?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'))
}
