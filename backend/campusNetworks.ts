// Security A13: the networks that the operator names because many members share an address there.
import * as z from 'zod/mini'

const NETWORK =
  'networks such as 203.0.113.0/24 or 2001:db8:5::/48, with commas between them, IPv4 from /8, IPv6 from /16'

/** A wider network is a mistake: most of the internet would have the larger limits. */
const FEWEST_BITS = { v4: 8, v6: 16 }
const isNarrow = (fewest: number) => (block: string) => Number(block.split('/')[1]) >= fewest

/** No caller has such an address: an IPv4 address is read without the prefix. */
const isMapped = (block: string): boolean => /^::ffff:/i.test(block)

const Network = z.union([
  z.ipv4(),
  z.cidrv4().check(z.refine(isNarrow(FEWEST_BITS.v4))),
  z.ipv6().check(z.refine((address) => !isMapped(address))),
  z.cidrv6().check(
    z.refine(isNarrow(FEWEST_BITS.v6)),
    z.refine((block) => !isMapped(block)),
  ),
])

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** A list of addresses and networks (CIDR), from one text. */
export const campusNetworks = z.pipe(
  z._default(
    z.string().check(z.refine((text) => listed(text).every((one) => Network.safeParse(one).success), NETWORK)),
    '',
  ),
  z.transform(listed),
)
