// Spec §5, age: a child under 14 is refused. The day is Korea's, in every time zone.
const LEAST_AGE = 14

const KOREA_MS = 9 * 3_600_000

/** Today in Korea as yyyy-MM-dd; Korea has no summer time. @param now epoch milliseconds */
export const todayInKorea = (now: number): string => new Date(now + KOREA_MS).toISOString().slice(0, 10)

/**
 * The latest birthday of a person who is 14 today, which the restrict-child message shows.
 * If today is 29 February, there was no such day fourteen years ago: a person born on 28 February is 14 by then.
 */
export function latestBirthday(now: number): string {
  const today = todayInKorea(now)
  const date = `${Number(today.slice(0, 4)) - LEAST_AGE}${today.slice(4)}`
  return date.endsWith('-02-29') ? date.replace('-29', '-28') : date
}

/** Whether a person born on that day (yyyy-MM-dd) is under 14. After a birthday on 29 February, the year ends on 1 March. */
export const isUnderAge = (birthday: string, now: number): boolean => birthday > latestBirthday(now)
