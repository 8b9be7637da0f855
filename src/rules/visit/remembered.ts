// Spec §3, remembered username: a record in local storage, which anyone can edit.
export type Remembered = { login_id: string; login_date: string }

/** The policy pages name this period: privacy.browserText and public/policies/cookie.*.html. */
const REMEMBER_DAYS = 90

/** A date as `YYYY-MM-DD HH:mm` in local time. */
export const stampOf = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16).replace('T', ' ')

/** The time of `YYYY-MM-DD HH:mm` in local time. NaN: another form, or a day that does not exist. */
function timeOf(stamp: string): number {
  const time = stamp.length === 16 ? Date.parse(stamp.replace(' ', 'T')) : NaN
  // Some engines take February 31 for March 3.
  return time && stampOf(new Date(time)).slice(0, 11) === stamp.slice(0, 11) ? time : NaN
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return null
  }
}

/**
 * The record, or null if it is absent, damaged, older than 90 days, or from the future.
 * One day ahead is allowed, because the stamp is in local time and people travel.
 */
export function readRemembered(raw: string | null, now: Date): Remembered | null {
  const record = raw === null || raw.length > 2000 ? null : parsed(raw)
  if (typeof record !== 'object' || record === null || !('login_id' in record) || !('login_date' in record)) return null
  const { login_id, login_date } = record
  if (typeof login_id !== 'string' || typeof login_date !== 'string') return null
  const age = (now.getTime() - timeOf(login_date)) / 86_400_000
  const isUsable = login_id !== '' && login_id.length <= 256 && age >= -1 && age <= REMEMBER_DAYS
  return isUsable ? { login_id, login_date } : null
}
