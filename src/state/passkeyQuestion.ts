import { pageState } from './pageState.ts'

/** The question for a passkey in the field of the e-mail. The code that asks loads later, and sets `end` and `begin`. */
export const passkeyQuestion = pageState(() => ({ isHeld: false, end: () => {}, begin: () => {} }))

/** A password is sent, or a press asks for a passkey: the question ends, and none begins until `releasePasskey`. */
export function holdPasskey(): void {
  passkeyQuestion.isHeld = true
  passkeyQuestion.end()
}

export function releasePasskey(): void {
  passkeyQuestion.isHeld = false
  passkeyQuestion.begin()
}
