import { pageState } from './pageState.ts'

/**
 * The question for a passkey in the field of the e-mail. A password that is sent ends it, and it begins again after a refusal. The code
 * that asks loads later and sets both.
 */
export const passkeyQuestion = pageState(() => ({ pause: () => {}, resume: () => {} }))
