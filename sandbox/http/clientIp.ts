// Security O11, the client's address: the socket's, or what our own proxy wrote; never what a client claims.
import { isIP, BlockList } from 'node:net'
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

/**
 * What a limit counts by: an IPv4 address, or the 64 bits of an IPv6 one that every subscriber has to himself. Counted by whole
 * addresses, one subscriber would be 2^64 callers.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [front = '', back] = (address.split('%')[0] ?? '').split('::')
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').flatMap((one) => (isIP(one) ? ['0', '0'] : [one]))
  const [before, after] = [groups(front), groups(back ?? '')]
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  const all = [...before, ...zeros, ...after].slice(0, 4)
  return `${all.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** This machine. A caller whose address is not known is somewhere else. */
export const LOOPBACK: readonly string[] = ['127.0.0.0/8', '::1']

/** Whether an address lies in one of the blocks (`203.0.113.0/24`); a block that cannot be read holds nothing. */
export function isInside(address: string, blocks: readonly string[]): boolean {
  const list = new BlockList()
  for (const block of blocks) {
    const [net = '', bits = ''] = block.split('/')
    const kind = isIP(net)
    if (kind !== 0)
      list.addSubnet(net, bits === '' ? (kind === 4 ? 32 : 128) : Number(bits), kind === 4 ? 'ipv4' : 'ipv6')
  }
  return isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
