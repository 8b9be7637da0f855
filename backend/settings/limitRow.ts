// A row of the limits: its setting, its default, its bounds and its rule.
import type * as z from 'zod/mini'
import type { SettingRow, SettingRows } from '../../server/settingRow.ts'
import { whole } from './shapes.ts'

/** NOTE: each has a rule, because nobody can choose a number by its meaning alone. */
export type LimitRow = SettingRow<z.ZodMiniType<number, string>> & { setting: string; usual: string; rule: string }
type More = { least?: number; most?: number; rule: string; shape?: LimitRow['shape'] }

export const limit = (setting: string, usual: number, means: string, { least = 0, most = 999_999, ...more }: More) =>
  ({ setting, shape: whole(least, most), usual: String(usual), means, ...more }) satisfies LimitRow

/** Such rows by the names of their settings. */
export const byName = (limits: Record<string, LimitRow>): SettingRows =>
  Object.fromEntries(Object.values(limits).map((row) => [row.setting, row]))
