// Which addresses a setting may hold.
import { StartProblem } from '../startProblem.ts'
import * as z from 'zod/mini'
import { isSafeUrl, urlOf } from '../../contract/url.ts'
import { listOf } from '../../server/settingRow.ts'

/** Security B1: http only on this machine, because others could read cookies and codes on the way. */
export const isSafe = (address: string): boolean => isSafeUrl(urlOf(address))
export const SAFE_URL = 'an absolute URL with https, or http on this machine'
export const url = z.string().check(z.refine(isSafe, SAFE_URL))
const BASE = `${SAFE_URL}, without a user, a query or a fragment`
/** An address to which paths are added. A query would come before them, and `fetch` refuses a user. */
export const baseUrl = z.string().check(
  z.refine((address) => {
    const parsed = urlOf(address)
    return isSafe(address) && parsed?.username === '' && !/[?#]/.test(address)
  }, BASE),
)
/** An address without a path or query: the program would ignore them. */
export const ORIGIN = `${SAFE_URL}, without a path`
export const origin = z
  .string()
  .check(z.refine((address) => isSafe(address) && new URL(address).href === `${new URL(address).origin}/`, ORIGIN))

const ORIGINS = 'origins with https, without a path, with commas between them'
export const origins = listOf(origin, ORIGINS)

/** Two labels or more of lower-case ASCII (RFC 1123): no address of a machine, no port. */
export const isDomain = (name: string): boolean =>
  /^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/.test(name)

/** A domain name, as a passkey is bound to it. */
export const domain = z
  .string()
  .check(z.refine((name) => name === 'localhost' || isDomain(name), 'a domain name in lower case, such as example.com'))

/** Addresses beyond this machine need TLS: with http, cookies would be neither Secure nor bound to one host. */
export function mustBeSafe(addresses: Record<string, string | undefined>): void {
  for (const [name, address] of Object.entries(addresses))
    if (address !== undefined && !isSafe(address)) throw new StartProblem(`${name}: ${SAFE_URL}`)
}
