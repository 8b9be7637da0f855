// Durations in days, for demo data with a relative date.
export type Days = number

export const daysBefore = (at: Date, days: Days): Date => new Date(at.getTime() - days * 86_400_000)
