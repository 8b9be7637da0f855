// Networks that the operator names: those that are "inside", those in which many members share an address (Security A13), and those of a service.
import * as z from 'zod/mini'
import { listed } from '../../server/settingRow.ts'

/** A wider network is a mistake: most of the internet would be in it. */
type Widest = { v4: number; v6: number }
const wanted = ({ v4, v6 }: Widest) =>
  `networks such as 203.0.113.0/24 or 2001:db8:5::/48, with commas between them, IPv4 from /${v4}, IPv6 from /${v6}`
const isNarrow = (fewest: number) => (block: string) => Number(block.split('/')[1]) >= fewest

/** No caller has such an address: an IPv4 address is read without the prefix. */
const isMapped = (block: string): boolean => /^::ffff:/i.test(block)

const isNetwork = ({ v4, v6 }: Widest) =>
  z.union([
    z.ipv4(),
    z.cidrv4().check(z.refine(isNarrow(v4))),
    z.ipv6().check(z.refine((address) => !isMapped(address))),
    z.cidrv6().check(
      z.refine(isNarrow(v6)),
      z.refine((block) => !isMapped(block)),
    ),
  ])

/** One address or network (CIDR), as an entry of a list. */
export const network = (widest: Widest) =>
  z.string(wanted(widest)).check(z.refine((one) => isNetwork(widest).safeParse(one).success, wanted(widest)))

/** From where members of a service, or one member, may sign in. */
const SIGN_IN: Widest = { v4: 8, v6: 7 }
export const signInNetwork = network(SIGN_IN)

/** A list of addresses and networks (CIDR), from one text. */
export const networks = (widest: Widest) =>
  z.pipe(
    z
      .string()
      .check(z.refine((text) => listed(text).every((one) => isNetwork(widest).safeParse(one).success), wanted(widest))),
    z.transform(listed),
  )

export const signInNetworks = networks(SIGN_IN)
