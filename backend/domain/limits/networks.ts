// Security A13, E3: the networks of an address, by which limits count, and whether an address is an internal one.
import { BlockList, isIP } from 'node:net'

/** A network, its length in bits, and the share of a narrow network's budget that a call of it costs. */
export type Level = { network: string; bits: number; weight: number }

const PROVIDER_TIMES = 64

/** Internal and named networks have this many times the usual budget, because a whole company or campus may share one address. */
export const SHARED_TIMES = 20

/** Every weight of a call, also in a shared network, is a multiple of one part in so many. */
export const WEIGHT_PARTS = PROVIDER_TIMES * SHARED_TIMES

/**
 * How many times the budget of its narrowest network a wider network has. A home has an IPv6 /56, a site a /48, a provider a /32; an IPv4 /24
 * is the smallest block that networks announce to each other.
 */
const TIMES_V6 = [
  [32, PROVIDER_TIMES],
  [48, 4],
  [56, 2],
  [64, 1],
] as const
const TIMES_V4 = [
  [24, 8],
  [32, 1],
] as const

const BITS_PER_GROUP = 16

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [front = '', back] = (address.split('%')[0] ?? '').split('::')
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').flatMap((one) => (isIP(one) ? ['0', '0'] : [one]))
  const [before, after] = [groups(front), groups(back ?? '')]
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16))
}

/** The first bits of an IPv6 address as a network: `2001:db8:1:200::/56`. */
function prefixV6(groups: readonly number[], bits: number): string {
  const kept = groups.slice(0, Math.ceil(bits / BITS_PER_GROUP)).map((group, at) => {
    const own = Math.min(BITS_PER_GROUP, bits - at * BITS_PER_GROUP)
    return group & (0xffff << (BITS_PER_GROUP - own)) & 0xffff
  })
  return `${kept.map((group) => group.toString(16)).join(':')}::/${bits}`
}

/**
 * The networks of an address by which limits count, the widest first. One subscriber has many narrow networks, so the wider ones count as well,
 * each with a larger budget. An address that is unknown is a network of its own.
 */
export function levelsOf(address: string): [Level, ...Level[]] {
  const kind = isIP(address)
  if (kind === 0) return [{ network: address, bits: 0, weight: 1 }]
  if (kind === 4)
    return TIMES_V4.map(([bits, times]) => ({
      network: bits === 32 ? address : `${address.split('.').slice(0, 3).join('.')}.0/${bits}`,
      bits,
      weight: 1 / times,
    })) as [Level, ...Level[]]
  const groups = groupsOf(address)
  return TIMES_V6.map(([bits, times]) => ({ network: prefixV6(groups, bits), bits, weight: 1 / times })) as [
    Level,
    ...Level[],
  ]
}

/** Those levels of an address that are no wider than the block (`203.0.113.0/28`) around it; the narrowest one in any case. */
export function withinBlock(levels: readonly Level[], block: string): Level[] {
  const bits = Number(block.split('/')[1] ?? Infinity)
  return levels.filter((level, at) => level.bits >= bits || at === levels.length - 1)
}

/** What a call of this address takes of each budget, against a call of any other one. */
export const shareOf = (
  { internal_networks, campus_networks }: { internal_networks: readonly string[]; campus_networks: readonly string[] },
  address: string,
): number => (isInside(address, [...internal_networks, ...campus_networks]) ? 1 / SHARED_TIMES : 1)

/** Whether a network belongs to one subscriber or to neighbours, not to a whole provider. */
export const isSite = ({ weight }: Level): boolean => weight > 1 / PROVIDER_TIMES

/** The networks of an address, the widest first. */
export const networksOf = (address: string): string[] => levelsOf(address).map(({ network }) => network)

/** The narrowest network of an address: an IPv4 address, or the first 64 bits of an IPv6 address. */
export const networkOf = (address: string): string => networksOf(address).at(-1) ?? address

/** The network by which the events of an hour are limited: an IPv4 address, or the /48 of an IPv6 address. */
export const siteOf = (address: string): string =>
  isIP(address) === 6 ? prefixV6(groupsOf(address), 48) : networkOf(address)

type Placed = { networks: readonly string[] }

/** The network at a level, counted from the widest. Below its narrowest network, an address has no other one. */
export const networkAt = ({ networks }: Placed, level: number): string =>
  networks[Math.min(level, networks.length - 1)] ?? ''

/** How many levels an address can have. */
export const MOST_LEVELS = Math.max(TIMES_V4.length, TIMES_V6.length)

/**
 * Of places that are taken, the ones that have to make room for a newcomer: those of the widest network that holds two more places than the
 * newcomer's network of the same width. Empty: no network holds so many.
 */
export function crowdOf<T extends Placed>(taken: readonly T[], newcomer: Placed): T[] {
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    const isIn = (network: string) => taken.filter((one) => networkAt(one, level) === network)
    const own = isIn(networkAt(newcomer, level)).length
    const groups = [...new Set(taken.map((one) => networkAt(one, level)))].map(isIn)
    const [largest = []] = groups.toSorted((one, other) => other.length - one.length)
    if (largest.length > own + 1) return largest
  }
  return []
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
