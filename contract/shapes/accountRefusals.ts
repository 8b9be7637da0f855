// Contract, "Account": its refusals. Apart from account.ts, because the refusals of every call are in the first load of the app.
import * as z from 'zod/mini'
import { PROOF_METHODS } from '../signInMethods.ts'

/** A refusal of every call of the account: no session of this browser stands behind it. The app begins a sign-in. */
export const NO_SESSION = 'NO_SESSION'
/** A refusal of a call that names another session than the browser has: another member has signed in since the page was loaded. */
export const ANOTHER_SESSION = 'ANOTHER_SESSION'
/** A refusal of a call that needs a fresh proof. `data` is `ProofNeeded`. */
export const PROOF_NEEDED = 'PROOF_NEEDED'
/** A refusal of a change of the e-mail address of a member whose company manages it. */
export const MANAGED = 'MANAGED'

/** The `data` of PROOF_NEEDED: each method that is enough by itself, the strongest first. */
export const ProofNeeded = z.object({ methods: z.array(z.enum(PROOF_METHODS)).check(z.minLength(1)) })
export type ProofNeeded = z.infer<typeof ProofNeeded>
