// Security A13: the network of an address, by which limits count, and whether an address is an internal one.
import { BlockList, isIP } from 'node:net'

/**
 * The network by which limits count: an IPv4 address, or the first 64 bits of an IPv6 address, which belong to one subscriber.
 * By whole addresses, one subscriber would have 2^64 of them.
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

/** Whether an address is this machine's. An unknown address is not. */
export const LOOPBACK: readonly string[] = ['127.0.0.0/8', '::1']

/** Whether an address is in one of the blocks (`203.0.113.0/24`). An invalid block contains no address. */
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
