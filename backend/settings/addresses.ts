// Which addresses a setting may hold.
import * as z from 'zod/mini'
import { isSafeUrl, urlOf } from '../../contract/url.ts'

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
