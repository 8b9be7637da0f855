// Spec §3, join data for the pages of the join: the store with every field of rules/join/joinFields.ts, empty if nothing was typed yet.
import { emptyValues, type JoinValues } from '../rules/join/joinFields.ts'
import type { SignUpState } from './shapes.ts'
import { emptySignUp, readSignUp, useSignUp } from './signUp.ts'

export type Join = SignUpState & JoinValues

export const emptyJoin: Join = { ...emptyValues, ...emptySignUp }

const whole = (state: SignUpState): Join => ({ ...emptyValues, ...state })

/** The current state, for code that does not render. */
export const readJoin = (): Join => whole(readSignUp())

export const useJoin = <Picked>(pick: (join: Join) => Picked): Picked => useSignUp((state) => pick(whole(state)))
