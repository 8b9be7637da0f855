// Security A13, which network an address belongs to: what limits count by, and who is inside.
import { BlockList, isIP } from 'node:net'

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
