// Every limit, size and time of retention: its setting, its default and the least value that makes sense.
import * as z from 'zod/mini'
import type { SettingRow } from '../../server/settingRow.ts'
import { StartProblem } from '../startProblem.ts'
import { CODE_LIMITS, RATE_LIMITS, SIZES } from './limitRows.ts'
import { RETENTION, TIMES } from './timeRows.ts'

const LIMITS = { ...CODE_LIMITS, ...RATE_LIMITS, ...SIZES, ...TIMES, ...RETENTION }

type LimitName = keyof typeof LIMITS
export type Limits = Record<LimitName, number>
const entries = Object.entries(LIMITS) as [LimitName, SettingRow & { setting: string; usual: string }][]

export const defaultLimits = Object.fromEntries(entries.map(([name, { usual }]) => [name, Number(usual)])) as Limits

const LIMIT_SETTINGS: ReadonlySet<string> = new Set(entries.map(([, { setting }]) => setting))
export const isLimitSetting = (setting: string): boolean => LIMIT_SETTINGS.has(setting)

/** The limits that the environment changes. @throws StartProblem that names each wrong one and what is expected */
export function parseLimits(env: Record<string, string | undefined>): Partial<Limits> {
  const given = entries.flatMap(([name, { setting, shape }]) => {
    const text = env[setting]
    return text ? [{ name, setting, parsed: z.safeParse(shape, text) }] : []
  })
  const problems = given.flatMap(({ setting, parsed }) =>
    parsed.success ? [] : [`${setting}: ${parsed.error.issues[0]?.message ?? ''}`],
  )
  if (problems.length > 0) throw new StartProblem(problems)
  return Object.fromEntries(given.map(({ name, parsed }) => [name, parsed.data]))
}
