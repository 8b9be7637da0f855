// Spec §5, age: a child under 14 is refused. The day is Korea's, in every time zone.
import { DAY, dayjs } from './dayjs.ts'

const LEAST_AGE = 14

/**
 * The clock of Korea, which has no summer time, as if it were UTC.
 * NOTE: `tz()` and `utcOffset()` of dayjs compute with the clock of the device, and are an hour wrong around its change to summer time.
 */
const inKorea = (now: number) => dayjs.utc(now).add(9, 'hour')

/** Today in Korea as yyyy-MM-dd. @param now epoch milliseconds */
export const todayInKorea = (now: number): string => inKorea(now).format(DAY)

/**
 * The latest birthday of a person who is 14 today, which the restrict-child message shows.
 * If today is 29 February, there was no such day fourteen years ago: a person born on 28 February is 14 by then.
 */
export const latestBirthday = (now: number): string => inKorea(now).subtract(LEAST_AGE, 'year').format(DAY)

/** Whether a person born on that day (yyyy-MM-dd) is under 14. After a birthday on 29 February, the year ends on 1 March. */
export const isUnderAge = (birthday: string, now: number): boolean => birthday > latestBirthday(now)
