// Security O11, the client's address: the socket's, or what our own proxy wrote; never what a client claims.
import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Ctx } from '../context.ts'

const plain = (address: string): string => address.replace(/^::ffff:/i, '')

/** No address. A caller whose address is unknown does not count as internal, even if the proxy is. */
const UNKNOWN = '0.0.0.0'

/** An entry of X-Forwarded-For without the port that some proxies add: `192.0.2.1:80`, `[2001:db8::1]:80`. */
const hopOf = (written: string): string => plain(written.trim().replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2'))

/**
 * The address of the caller.
 * @param socket the address at the other end of the connection
 * @param forwarded X-Forwarded-For, to which each proxy appends on the right; only the entries of our own proxies are trusted
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
