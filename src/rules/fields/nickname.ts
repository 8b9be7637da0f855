// Spec §5, nickname: short enough for every page. The server decides whether it is free.
import { hasNicknameLetters, NICKNAME_LENGTH, normalizeText } from '../../../contract/names.ts'
import type { MessageKey } from '../texts/messages.ts'

export const NICKNAME_DEBOUNCE_MS = 500

/** The nickname as the app checks and sends it: NFC, one space between words, none around them. */
export const cleanNickname = (typed: string): string => normalizeText(typed.slice(0, 1000))

/** @param own a nickname that the member already has, perhaps accepted under other rules */
export function nicknameProblem(typed: string, own = ''): MessageKey | null {
  const nickname = cleanNickname(typed)
  if (nickname === '') return 'join.nicknameEmpty'
  if (nickname === cleanNickname(own)) return null
  const length = Array.from(nickname).length
  if (length < NICKNAME_LENGTH.least || length > NICKNAME_LENGTH.most) return 'join.nicknameLength'
  return hasNicknameLetters(nickname) ? null : 'join.nicknameLetters'
}

/** The state of a nickname. `unknown`: the network failed, and the server decides at the join. */
export type NicknameState = 'idle' | 'checking' | 'available' | 'taken' | 'unknown'

export const nicknameStateMessage: Record<NicknameState, MessageKey | null> = {
  idle: null,
  checking: 'join.nicknameChecking',
  available: 'join.nicknameAvailable',
  taken: 'join.nicknameTaken',
  unknown: 'join.nicknameUnknown',
}
