// Security B6: the time of a sign-in in whole seconds (OpenID Connect `auth_time`). Sessions, codes and tokens store nothing more precise.
// It shows whether they were created with a password that has been replaced since.

export const secondOf = (at: Date): number => Math.floor(at.getTime() / 1000)

/** The `auth_time` of a sign-in with this password. It is never the second of the password change, because earlier sign-ins may share that second. */
export const signInTime = (now: Date, password_changed_at: Date): Date =>
  new Date(Math.max(now.getTime(), (secondOf(password_changed_at) + 1) * 1000))

/** Whether the password was set after a sign-in of this second. */
export const isOutdated = (second: number, password_changed_at: Date): boolean =>
  second <= secondOf(password_changed_at)
