// Spec §5, nickname: short enough to be shown everywhere; whether it is free is for the server to say.
import type { MessageKey } from './messages'

export const NICKNAME_DEBOUNCE_MS = 500
const LEAST = 2
const MOST = 20

/** As it is asked for and sent: composed Hangul, one blank between words, none around them. */
export const cleanNickname = (typed: string): string =>
  typed.slice(0, 1000).normalize('NFC').replace(/\s+/gu, ' ').trim()

/** Letters of any script, digits, and blanks, dots, hyphens, underscores between them. */
const ALLOWED = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} ._-]*$/u

/** @param own one that the member has already: whoever gave it judged it by rules of their own */
export function nicknameProblem(typed: string, own = ''): MessageKey | null {
  const nickname = cleanNickname(typed)
  if (nickname === '') return 'join.nicknameEmpty'
  if (nickname === cleanNickname(own)) return null
  const length = Array.from(nickname).length
  if (length < LEAST || length > MOST) return 'join.nicknameLength'
  return ALLOWED.test(nickname) ? null : 'join.nicknameLetters'
}

/** What is known of a nickname: `unknown` after a failure of the network, when the server decides at the join. */
export type NicknameState = 'idle' | 'checking' | 'available' | 'taken' | 'unknown'

export const nicknameStateMessage: Record<NicknameState, MessageKey | null> = {
  idle: null,
  checking: 'join.nicknameChecking',
  available: 'join.nicknameAvailable',
  taken: 'join.nicknameTaken',
  unknown: 'join.nicknameUnknown',
}
