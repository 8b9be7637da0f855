// Contract, "Account": roughly where an address is, from a file that the operator names (docs/operators.md, "Places"). Nobody is asked over the network.
import { readFileSync } from 'node:fs'
import { Reader } from 'mmdb-lib'
import * as z from 'zod/mini'
import { HTML_LANG, type Locale } from '../../../contract/locale.ts'
import { StartProblem } from '../../startProblem.ts'

/** `country`: ISO 3166-1, two letters. `city`: its English name. */
export type Place = { country: string | null; city: string | null }

const name = z.string().check(z.minLength(1), z.maxLength(100))
/** The part of a record that the databases for countries and cities have in common. */
const Found = z.object({
  country: z.optional(z.object({ iso_code: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))) })),
  city: z.optional(z.object({ names: z.optional(z.object({ en: z.optional(name) })) })),
})

/** @returns finds the place of an address @throws StartProblem if the file is not there or is no such database */
export function placesIn(file: string | undefined): (ip: string) => Place | null {
  if (file === undefined) return () => null
  let reader: Reader<object>
  try {
    reader = new Reader<object>(readFileSync(file))
  } catch {
    throw new StartProblem('BACKEND_PLACES_FILE: not a database in the format of MaxMind (.mmdb)')
  }
  return (ip) => {
    try {
      const found = Found.safeParse(reader.get(ip))
      if (!found.success) return null
      const [country, city] = [found.data.country?.iso_code ?? null, found.data.city?.names?.en ?? null]
      return country === null && city === null ? null : { country, city }
    } catch {
      // A text that is no address, or an address of a version that the database does not have.
      return null
    }
  }
}

/** The place in words: the city, and the country in the reader's language. Null: unknown. */
export function placeText({ country, city }: Place, locale: Locale): string | null {
  const names = new Intl.DisplayNames([HTML_LANG[locale]], { type: 'region', fallback: 'code' })
  const parts = [city, country === null ? null : (names.of(country) ?? country)].filter((one) => one !== null)
  return parts.length > 0 ? parts.join(', ') : null
}
