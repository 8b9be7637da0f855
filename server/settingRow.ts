// A setting: what reads it and what says what it is. `.env.example` and the tables of docs/operators.md are made from these rows
// (scripts/settingsReference.ts).
import * as z from 'zod/mini'

export type SettingRow<S extends z.core.$ZodType = z.core.$ZodType> = {
  /** Reads the text of the value. */
  shape: S
  /** Markdown for docs/operators.md, whose links are left out in `.env.example`. */
  means: string
  /** The text of the value that counts without one. */
  usual?: string
  /** The value in `.env.example`, if it is another one. */
  example?: string
  /** How to choose the value. */
  rule?: string
  /** Production does not start without it: what for. */
  needed?: string
  /** The value may be the content of a file, which NAME_FILE names. */
  secret?: true
}
export type SettingRows = Record<string, SettingRow>

type Values<R extends SettingRows> = {
  [K in keyof R as R[K] extends { usual: string } ? K : never]: z.output<R[K]['shape']>
} & { [K in keyof R as R[K] extends { usual: string } ? never : K]?: z.output<R[K]['shape']> | undefined }

/** The values that the rows read. */
export type SettingsOf<R extends SettingRows> = { [K in keyof Values<R>]: Values<R>[K] }

const withUsual = ({ shape, usual }: SettingRow) => (usual === undefined ? z.optional(shape) : z.prefault(shape, usual))

/** Reads the settings of an environment, without empty values. The output is `SettingsOf` the rows. */
export const schemaOf = (rows: SettingRows) =>
  z.object(Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, withUsual(row)])))

/** A line for each wrong setting: its name and what is expected, never its value. */
export const wrongLines = (error: z.core.$ZodError): string[] => [
  ...new Set(error.issues.map((issue) => `${issue.path[0]?.toString() ?? 'settings'}: ${issue.message}`)),
]

/** The parts of a text that has commas between them. */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

/** Several values in one setting, with commas between them. None: an empty list. */
export const listOf = (one: z.core.$ZodType<string, string>, wanted: string) =>
  z.pipe(z.pipe(z.string(), z.transform(listed)), z.array(one, wanted))

const COUNT = 'a whole number from 1'
export const count = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,5}$/, COUNT)), z.transform(Number))
