// Spec §7, the enrollment letter: sent once the join has succeeded, in the background of the last page. It can be cancelled and sent again.
import { onPending } from '../../rules/matcher'
import { paths } from '../../rules/paths'
import { beginStep } from '../../stores/login'
import { useSyncExternalStore } from 'react'
import { resolveStudent } from '../../api/file'
import { onLetterRefused } from '../../rules/errors/letter'
import type { MessageKey } from '../../rules/messages'
import { studentProfile } from '../../rules/signUpPayload'
import { readSignUp, saveSignUp } from '../../stores/signUp'
import { keepLetter, recallLetter } from '../../effects/letter'

export type LetterUpload =
  { at: 'none' | 'done' | 'cancelled' } | { at: 'sending'; sent: number } | { at: 'failed'; text: MessageKey }

let upload: LetterUpload = { at: 'none' }
let sending: AbortController | null = null
const listeners = new Set<() => void>()

function become(next: LetterUpload): void {
  upload = next
  for (const listener of listeners) listener()
}

/** Starts the upload, unless one is running or there is no letter. */
export async function sendLetter(): Promise<void> {
  const signUp = readSignUp()
  if (sending || signUp.memberTypeCode !== 'STUDENT' || signUp.isSkFamily) return
  const letter = await recallLetter()
  if (!letter || sending) return
  const own = new AbortController()
  sending = own
  become({ at: 'sending', sent: 0 })
  const answer = await resolveStudent(studentProfile(signUp), letter, {
    signal: own.signal,
    quiet: true,
    onProgress: (sent) => sending === own && become({ at: 'sending', sent }),
  })
  if (sending === own) sending = null
  if (own.signal.aborted) return
  if (!answer.ok) return become({ at: 'failed', text: onLetterRefused(answer.failure) })
  if (answer.data.location) saveSignUp({ location: answer.data.location })
  // A pending step starts only with the button of the last page.
  const [step] = answer.data.location ? [] : onPending(answer.data, paths.joinCompleted)
  if (answer.data.matcher_type && step?.do === 'remember') beginStep(step.login)
  void keepLetter(null)
  saveSignUp({ letter_sent: true })
  become({ at: 'done' })
}

export function cancelLetter(): void {
  sending?.abort()
  sending = null
  become({ at: 'cancelled' })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useLetterUpload = (): LetterUpload => useSyncExternalStore(subscribe, () => upload)
