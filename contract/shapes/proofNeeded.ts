// Contract, "Account", *fresh*: the ways to prove to be there. Apart from account.ts, because every call of the app reads them in its refusals.
import * as z from 'zod/mini'

/** How a member proves to be there. The strongest is the first one. */
export const PROOF_METHODS = ['PASSKEY', 'PWD', 'SMS', 'EMAIL'] as const
export type ProofMethod = (typeof PROOF_METHODS)[number]
/** The `data` of PROOF_NEEDED: each method that is enough by itself, the strongest first. */
export const ProofNeeded = z.object({ methods: z.array(z.enum(PROOF_METHODS)).check(z.minLength(1)) })
export type ProofNeeded = z.infer<typeof ProofNeeded>
