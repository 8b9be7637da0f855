// Spec §5, age: a child under 14 is forbidden, in Korea's calendar day wherever the browser stands.
export const LEAST_AGE = 14

const KOREA_MS = 9 * 3_600_000

/** Today in Korea as yyyy-MM-dd; Korea has no summer time. @param now epoch milliseconds */
export const todayInKorea = (now: number): string => new Date(now + KOREA_MS).toISOString().slice(0, 10)

/**
 * The latest birthday of somebody who is 14 today: the date the restrict-child message shows.
 * Fourteen years before a 29 February there was none: whoever was born on 28 February is 14 by then.
 */
export function latestBirthday(now: number): string {
  const today = todayInKorea(now)
  const date = `${Number(today.slice(0, 4)) - LEAST_AGE}${today.slice(4)}`
  return date.endsWith('-02-29') ? date.replace('-29', '-28') : date
}

/** Whether somebody born on that day (yyyy-MM-dd) is under 14. Born on 29 February: a year older on 1 March. */
export const isUnderAge = (birthday: string, now: number): boolean => birthday > latestBirthday(now)
