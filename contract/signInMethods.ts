// Spec §2 and RFC 8176: the sign-in methods, one row each. Everything that lists methods reads this table.

/** What a page of the app asks for at the beginning of a visit. */
type First = {
  /** The page that it opens if `amrs` of the welcome lists it. */
  page?: `/${string}`
}

/** How a member proves to be there. */
export type Proof = {
  /** A sign-in by it has one of these names in `amr`. Empty: it proves the member in the account only. */
  amr: readonly string[]
  /** It also has all of these names. */
  amrToo?: readonly string[]
  /** A sign-in with it counts as two factors: by itself, or because it comes after a password. */
  twoFactors?: true
  /** What the ID token says in `acr`, if the service asks for it. */
  acr?: string
  /** Proved by a one-time code over this channel, which the member can replace. */
  channel?: 'phone' | 'email'
  /** Its label in the metrics. */
  metric: string
  /** Its text in a line of the activity (`account.json` of each language). */
  word: string
  /** The text of the button that proves by it in the account. */
  button: string
}

/**
 * By the name on the wire, in `amrs` of the welcome and in the proofs of the account. The order is the priority of the pages (Spec §2), and
 * the strength of the proofs, the strongest first.
 */
export const SIGN_IN_METHODS = {
  SSO: { page: '/loginSSO' },
  // The authenticator has verified its member. `hwk`: the key stays in one device; `swk`: it may be synchronised between devices.
  PASSKEY: {
    amr: ['hwk', 'swk'],
    amrToo: ['user', 'mfa'],
    twoFactors: true,
    metric: 'passkey',
    word: 'account.byPasskey',
    button: 'account.proofPasskey',
  },
  PWD: {
    page: '/login',
    amr: ['pwd'],
    metric: 'password',
    word: 'account.byPassword',
    button: 'account.proofPassword',
  },
  SMS: {
    amr: ['sms'],
    twoFactors: true,
    acr: 'phone',
    channel: 'phone',
    metric: 'sms',
    word: 'account.bySms',
    button: 'account.proofSms',
  },
  EMAIL: { amr: [], channel: 'email', metric: 'email', word: 'account.byEmail', button: 'account.proofEmail' },
  JOIN: { page: '/join' },
  CREDENTIAL: { page: '/identify' },
} as const satisfies Record<string, First | (First & Proof)>

type Rows = typeof SIGN_IN_METHODS
type NamesWith<Part extends string> = {
  [Name in keyof Rows]: Rows[Name] extends Record<Part, unknown> ? Name : never
}[keyof Rows]
const names = Object.keys(SIGN_IN_METHODS) as (keyof Rows)[]
const namesWith = <Part extends string>(part: Part) =>
  names.filter((name): name is NamesWith<Part> => part in SIGN_IN_METHODS[name])

/** The methods that open a page, in the order of their priority. */
export const FIRST_METHODS = namesWith('page')
export type FirstMethod = (typeof FIRST_METHODS)[number]

/** The methods that prove a member, the strongest first. */
export const PROOF_METHODS = namesWith('amr')
export type ProofMethod = (typeof PROOF_METHODS)[number]

/** The methods by a one-time code. */
export const CODE_METHODS = namesWith('channel')
export type CodeMethod = (typeof CODE_METHODS)[number]
export const isByCode = (method: ProofMethod): method is CodeMethod => 'channel' in SIGN_IN_METHODS[method]

/** What the table says of a method that proves a member. */
export const proofRow = (method: ProofMethod): Proof => SIGN_IN_METHODS[method]
