// Contract, POST /v1/matcher/student/resolve: why a letter was refused. The join itself stands.
import type { Failure } from '../../wire/answer'
import type { MessageKey } from '../messages'
import { failureKind } from './refusal'

const byStatus: Partial<Record<number, MessageKey>> = { 413: 'field.letterSize', 415: 'field.letterContent' }

/** Why this file cannot be the letter; undefined if the file was not the reason. */
export const letterProblem = (failure: Failure): MessageKey | undefined =>
  failureKind(failure) === 'rejected' ? byStatus[failure.status] : undefined

export const onLetterRefused = (failure: Failure): MessageKey => letterProblem(failure) ?? 'join.letterFailed'
