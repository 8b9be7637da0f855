// Spec §4, the pending step as its own page reads it.
import type { StepName, StepOf } from '../../contract/shapes/pending.ts'
import type { LoginState } from './shapes.ts'

/** The data of the pending step, if it is this one. */
export const stepIn = <Name extends StepName>({ step }: Pick<LoginState, 'step'>, name: Name) =>
  step?.step === name ? (step as StepOf<Name>) : undefined
