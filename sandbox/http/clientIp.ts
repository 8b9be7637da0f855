// Security O11, the client's address: the socket's, or what our own proxy wrote; never what a client claims.
import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Ctx } from '../context'

const plain = (address: string): string => address.replace(/^::ffff:/i, '')

/** Nowhere: a caller whose address is not known is not inside, wherever the proxy itself may be. */
const UNKNOWN = '0.0.0.0'

/** What a proxy wrote, without the port that some of them add: `192.0.2.1:80`, `[2001:db8::1]:80`. */
const hopOf = (written: string): string => plain(written.trim().replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2'))

/**
 * The address of whoever called.
 * @param socket the address at the other end of the connection
 * @param forwarded X-Forwarded-For, to which each proxy adds at the right; only our own hops are believed
 */
export function addressOf(ctx: Ctx, socket: string | undefined, forwarded: string | undefined): string {
  const { proxy_hops } = ctx.settings
  if (proxy_hops === 0) return plain(socket ?? UNKNOWN)
  const hop = hopOf((forwarded ?? '').split(',').at(-proxy_hops) ?? '')
  return isIP(hop) ? hop : UNKNOWN
}

export function clientIp(c: Context, ctx: Ctx): string {
  const bindings = c.env as Partial<HttpBindings> | undefined
  return addressOf(ctx, bindings?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'))
}
