// Contract, POST /v1/matcher/student/resolve: why a letter was refused. The join itself stands.
import type { Failure } from '../../../contract/shapes/answer.ts'
import { LETTER_REFUSALS, type LetterRefusal } from '../../../contract/shapes/file.ts'
import type { MessageKey } from '../texts/messages.ts'
import type { NoticeText } from '../texts/noticeTitles.ts'
import { failureKind } from './refusal.ts'

const byCode: Record<LetterRefusal, NoticeText> = {
  LETTER_LOCKED: 'field.letterLocked',
  LETTER_PIXELS: 'field.letterPixels',
  LETTER_BROKEN: 'field.letterBroken',
}
const byStatus: Partial<Record<number, NoticeText>> = { 413: 'field.letterSize', 415: 'field.letterContent' }

/** Why this file cannot be the letter; undefined if the file was not the reason. */
export function letterProblem(failure: Failure): NoticeText | undefined {
  if (failureKind(failure) !== 'rejected') return undefined
  const code = LETTER_REFUSALS.find((one) => one === failure.code)
  return code ? byCode[code] : byStatus[failure.status]
}

export const onLetterRefused = (failure: Failure): MessageKey => letterProblem(failure) ?? 'join.letterFailed'
