// Spec §5, age: children under 14 may not be members. The day is Korea's, whatever the server's clock says.
import { DAY, dayjs } from './days.ts'

const LEAST_AGE = 14

/** Korea has had no summer time since 1988. NOTE: `tz()` of dayjs is wrong around a change to summer time where the server stands. */
const inKorea = (now: Date) => dayjs.utc(now).add(9, 'hour')

/** Today in Korea as yyyy-MM-dd. */
export const todayInKorea = (now: Date): string => inKorea(now).format(DAY)

/** Whether a person born on that day (yyyy-MM-dd) is under 14. A birthday on 29 February counts on 1 March in other years. */
export const isChild = (birthdate: string, now: Date): boolean =>
  birthdate > inKorea(now).subtract(LEAST_AGE, 'year').format(DAY)
