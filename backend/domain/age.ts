// Spec §5, age: children under 14 may not be members. The day is Korea's, whatever the server's clock says.
const LEAST_AGE = 14

/** Today in Korea as yyyy-MM-dd. Korea has had no summer time since 1988. */
export const todayInKorea = (now: Date): string => new Date(now.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)

/** Whether a person born on that day (yyyy-MM-dd) is under 14. A birthday on 29 February counts on 1 March in other years. */
export function isChild(birthdate: string, now: Date): boolean {
  const today = todayInKorea(now)
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4))
  return (today.slice(5) < birthdate.slice(5) ? years - 1 : years) < LEAST_AGE
}
