// What is wrong or missing in the environment, before anything starts.
import { placesIn } from './domain/account/places.ts'
import type { SettingRow } from '../server/settingRow.ts'
import { mustBeSafe } from './settings/addresses.ts'
import { everyPart } from './settings/everyPart.ts'
import { ENVIRONMENT_ROWS } from './settings/rows.ts'
import { isGiven } from './settings/secretFiles.ts'
import { partsOf, type Env } from './startOptions.ts'
import { StartProblem } from './startProblem.ts'

/** What a backend that serves members needs, and what for. */
export const NEEDED: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<SettingRow>(ENVIRONMENT_ROWS).flatMap(([name, { needed }]) => (needed ? [[name, needed]] : [])),
)

/** What keeps a backend from serving members with NODE_ENV=production: a line for each. */
export function problemsInProduction(env: Env): string[] {
  if (env.NODE_ENV !== 'production') return []
  const lacking = Object.entries(NEEDED).filter(([name]) => !isGiven(env, name))
  return [
    ...lacking.map(([name, why]) => `${name} is missing: ${why}`),
    // Only for testing the app: it reveals to anybody who is a member.
    ...(env.BACKEND_DISCLOSE_UNKNOWN_USER === 'true'
      ? ['BACKEND_DISCLOSE_UNKNOWN_USER does not go with NODE_ENV=production']
      : []),
  ]
}

/** Everything that is wrong or missing, also what only a start would look at: a line for each. */
export function problemsOf(env: Env): string[] {
  const originIn = (name: 'BACKEND_URL' | 'APP_ORIGIN') =>
    ENVIRONMENT_ROWS[name].shape.safeParse(env[name]).success ? env[name] : undefined
  const parts = {
    ...partsOf(env),
    url: () => mustBeSafe({ BACKEND_URL: originIn('BACKEND_URL') }),
    app_origin: () => mustBeSafe({ APP_ORIGIN: originIn('APP_ORIGIN') }),
    places: () => placesIn(env.BACKEND_PLACES_FILE || undefined),
  }
  try {
    everyPart(parts)
    return problemsInProduction(env)
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    return [...problemsInProduction(env), ...error.problems]
  }
}
