// Security B6, the second in which a member signed in: all that sessions, codes and tokens know of it (OpenID Connect, auth_time).
// By it they are told from those that came with a password which has been replaced since.

export const secondOf = (at: Date): number => Math.floor(at.getTime() / 1000)

/** When a sign-in with the password of that time counts as made: not in the second of the change, which sign-ins before it share. */
export const signInTime = (now: Date, password_changed_at: Date): Date =>
  new Date(Math.max(now.getTime(), (secondOf(password_changed_at) + 1) * 1000))

/** Whether the password was set after a sign-in of this second. */
export const isOutdated = (second: number, password_changed_at: Date): boolean =>
  second <= secondOf(password_changed_at)
