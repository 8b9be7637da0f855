// Spec §5, nickname: short enough to be shown everywhere; whether it is free is for the server to say.
import { hasNicknameLetters, NICKNAME_LENGTH, oneSpelling } from '../wire/names'
import type { MessageKey } from './messages'

export const NICKNAME_DEBOUNCE_MS = 500

/** As it is asked for and sent: composed Hangul, one blank between words, none around them. */
export const cleanNickname = (typed: string): string => oneSpelling(typed.slice(0, 1000))

/** @param own one that the member has already: whoever gave it judged it by rules of their own */
export function nicknameProblem(typed: string, own = ''): MessageKey | null {
  const nickname = cleanNickname(typed)
  if (nickname === '') return 'join.nicknameEmpty'
  if (nickname === cleanNickname(own)) return null
  const length = Array.from(nickname).length
  if (length < NICKNAME_LENGTH.least || length > NICKNAME_LENGTH.most) return 'join.nicknameLength'
  return hasNicknameLetters(nickname) ? null : 'join.nicknameLetters'
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
