// Security A16: which notices there are, and how each one reaches the member (docs/decisions/0026).

/**
 * A notice goes out by e-mail. `sms`: also to the phone, because who caused it may read the e-mail. `link`: the mail has a link for a member who did
 * not cause it. `daily`: a stranger can cause it as often as they like, so a member gets one a day.
 * `closed`: the member cannot open the account, to which every other mail leads. `service`: the text names the service. The texts are in `locales/`.
 */
type How = { sms?: true; link?: true; daily?: true; closed?: true; service?: true }

export const KINDS = {
  /** A sign-in in a browser in which the member has not signed in before. */
  browser: { link: true },
  password: { link: true, sms: true },
  /** An operator has set another password. */
  supportReset: { link: true, sms: true },
  /** Somebody in a browser that is not the member's has used up the passwords that such browsers may try. */
  locked: { link: true, daily: true },
  /** The same for one-time codes. */
  codes: { link: true, daily: true },
  /** A join has set a password for an identity that was known before: a group account, an older account, an invitation. */
  joined: { link: true, sms: true },
  /** The link of a delayed reset has cancelled it. */
  resetCancelled: { link: true, sms: true },
  /** A change of the phone or the address has ended a delayed reset. */
  resetEnded: { link: true, sms: true },
  /** A service that asks for consent may read more of the member. */
  consent: { link: true, service: true },
  withdrawn: { link: true, service: true },
  /** Every sign-in asks for a code by SMS from now on. */
  factorOn: { link: true },
  factorOff: { link: true, sms: true },
  /** Who presses the link of it removes that passkey. */
  passkeyAdded: { link: true, sms: true },
  passkeyRemoved: { link: true, sms: true },
  phone: { link: true, sms: true },
  address: { link: true, sms: true },
  /** The link of a changed phone or address has brought the former one back. Mostly caused by a message, so the link could not do more. */
  changeUndone: { sms: true },
  /** The account is erased in 14 days, unless the member comes back. */
  leaving: { link: true, sms: true },
  /** The owner, who waits for the end of the account, may not look at the mailbox any more. */
  stayed: { link: true, sms: true },
  /** Somebody has taken a copy of everything that is stored. */
  exported: { link: true, daily: true },
  /** Support has signed one browser out, or all. */
  sessionEnded: { link: true },
  /** Support has changed what no other notice tells of. */
  supportChanged: { link: true },
  /** The link could not do more for a member who cannot sign in. */
  stopped: { closed: true },
  reopened: { link: true },
  /** Mostly caused by the link of a mail. */
  protected: { sms: true },
} as const satisfies Record<string, How>

export type Kind = keyof typeof KINDS

export const howOf = (kind: Kind): How => KINDS[kind]
