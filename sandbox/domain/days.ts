// Spans of days, for data that is told by its age.
export type Days = number

export const daysBefore = (at: Date, days: Days): Date => new Date(at.getTime() - days * 86_400_000)
