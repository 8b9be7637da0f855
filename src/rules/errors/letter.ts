// Contract, POST /v1/matcher/student/resolve: why a letter was refused. The join itself stands.
import type { Failure } from '../../wire/answer'
import type { MessageKey } from '../messages'

export function onLetterRefused({ reason, status }: Failure): MessageKey {
  if (reason === 'refused' && status === 413) return 'field.letterSize'
  if (reason === 'refused' && status === 415) return 'field.letterContent'
  return 'join.letterFailed'
}
