// The kinds of columns. Times are timestamptz (Date in code); a calendar day is text, yyyy-MM-dd.
import type { ColumnType } from 'kysely'

/** A jsonb column: read as a value, written as JSON text (the one form that both drivers take alike). */
export type Json<T> = ColumnType<T, string, string>

export type JsonDefault<T> = ColumnType<T, string | undefined, string>

export type Time = ColumnType<Date, Date, Date>

export type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>

export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>
