// One call to an address of a service. It reaches public addresses alone, and those networks that the operator allows.
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { request as http } from 'node:http'
import { request as https } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isInside } from '../domain/limits/networks.ts'

/** The special-purpose addresses of IANA: this machine, private networks, and those that nobody has. */
const SPECIAL: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/63',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/9',
  'ff00::/8',
]

/** Whether a webhook may go to an address of a machine. @param allowed networks of the operator, in CIDR */
export const mayReach = (address: string, allowed: readonly string[]): boolean =>
  isInside(address, allowed) || !isInside(address, SPECIAL)

const problem = (code: string, responseCode?: number): Error =>
  Object.assign(new Error(code), { code, ...(responseCode !== undefined && { responseCode }) })

/** NOTE: the address is looked up once and used, so a name cannot answer with another one afterwards. */
const lookupWithin =
  (allowed: readonly string[]): LookupFunction =>
  (host, options: LookupOptions, done) =>
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, '')
      const [first] = found
      if (!first) return done(problem('ENOTFOUND'), '')
      if (!found.every(({ address }) => mayReach(address, allowed))) return done(problem('ADDRESS_NOT_PUBLIC'), '')
      return options.all ? done(null, found) : done(null, first.address, first.family)
    })

/**
 * Sends one webhook. Resolves for a status of 2xx. Follows no redirect, and does not read the body of the answer.
 * @throws Error whose code says why: that of the network, ADDRESS_NOT_PUBLIC, ANSWERED with the status, or NO_ANSWER
 */
export function post(
  uri: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  { timeout_ms, allowed }: { timeout_ms: number; allowed: readonly string[] },
): Promise<void> {
  const url = new URL(uri)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    if (isIP(host) !== 0 && !mayReach(host, allowed)) return reject(problem('ADDRESS_NOT_PUBLIC'))
    const send = url.protocol === 'https:' ? https : http
    const request = send(url, { method: 'POST', headers, agent: false, lookup: lookupWithin(allowed) })
    const timer = setTimeout(() => request.destroy(problem('ETIMEDOUT')), timeout_ms)
    request.once('close', () => {
      clearTimeout(timer)
      // NOTE: after a status 101 Node closes the connection with neither a response nor an error. Otherwise one of them has come before.
      reject(problem('NO_ANSWER'))
    })
    request.once('error', reject)
    request.once('response', (response) => {
      const { statusCode: status = 0 } = response
      response.destroy()
      if (status >= 200 && status < 300) resolve()
      else reject(problem('ANSWERED', status))
    })
    request.end(body)
    return undefined
  })
}
