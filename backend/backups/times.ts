// Names of backups: the time in UTC, so that they are in order.

/** `2026-11-28T100341.250Z`: without the colons of ISO 8601, which some disks refuse. */
export const nameOf = (at: Date): string => at.toISOString().replaceAll(':', '')

/** The time in a name of `nameOf`, or null for any other name. */
export function timeOf(name: string): Date | null {
  const [, day, hour, minute, second] = /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d\.\d{3})Z/.exec(name) ?? []
  const at = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? null : at
}
