// dayjs with the plugins that the rules need (decision 0013). Only lazily loaded modules may import this file.
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(customParseFormat)
dayjs.extend(utc)

export const DAY = 'YYYY-MM-DD'

/** NOTE: `dayjs()` without a value reads the clock, and a rule is given its time. */
export { dayjs }
