// Spec §7, the enrollment letter: sent once the join has succeeded, in the background of the last page. It can be cancelled and sent again.
import { onPending } from '../../rules/visit/matcher.ts'
import { sendsLetter } from '../../rules/join/memberTypes.ts'
import { paths } from '../../rules/visit/paths.ts'
import { beginStep } from '../../stores/login.ts'
import { useSyncExternalStore } from 'react'
import { resolveStudent } from '../../api/file.ts'
import { onLetterRefused } from '../../rules/errors/letter.ts'
import type { MessageKey } from '../../rules/texts/messages.ts'
import { studentProfile } from '../../rules/join/signUpPayload.ts'
import { readJoin, useJoin } from '../../stores/join.ts'
import { saveSignUp } from '../../stores/signUp.ts'
import { keepLetter, recallLetter } from '../../effects/session/letter.ts'
import { pageState } from '../../state/pageState.ts'

export type LetterUpload =
  | { at: 'none' | 'done' | 'cancelled' }
  | { at: 'sending'; sent: number }
  | { at: 'failed'; text: MessageKey }

const page = pageState(
  () => ({
    upload: { at: 'none' } as LetterUpload,
    sending: null as AbortController | null,
    listeners: new Set<() => void>(),
  }),
  ({ sending }) => sending?.abort(),
)

function become(next: LetterUpload): void {
  page.upload = next
  for (const listener of page.listeners) listener()
}

/** Starts the upload, unless one is running or there is no letter. */
export async function sendLetter(): Promise<void> {
  const signUp = readJoin()
  if (page.sending || !sendsLetter(signUp)) return
  const letter = await recallLetter()
  if (!letter || page.sending) return
  const own = new AbortController()
  page.sending = own
  become({ at: 'sending', sent: 0 })
  const answer = await resolveStudent(studentProfile(signUp), letter, {
    signal: own.signal,
    quiet: true,
    onProgress: (sent) => page.sending === own && become({ at: 'sending', sent }),
  })
  if (page.sending === own) page.sending = null
  if (own.signal.aborted) return
  if (!answer.ok) return become({ at: 'failed', text: onLetterRefused(answer.failure) })
  if (answer.data.location) saveSignUp({ location: answer.data.location })
  // A pending step starts only with the button of the last page.
  const [step] = answer.data.location ? [] : onPending(answer.data, paths.joinCompleted)
  if (answer.data.matcher_type && step?.do === 'beginStep') beginStep(step.login)
  void keepLetter(null)
  saveSignUp({ letter_sent: true })
  become({ at: 'done' })
}

export function cancelLetter(): void {
  page.sending?.abort()
  page.sending = null
  become({ at: 'cancelled' })
}

const subscribe = (listener: () => void) => {
  page.listeners.add(listener)
  return () => void page.listeners.delete(listener)
}
export const useLetterUpload = (): LetterUpload => useSyncExternalStore(subscribe, () => page.upload)

/** Whether the member has chosen a letter that is not sent. The way on then stands back behind the button that sends the letter. */
export function useUnsentLetter(): boolean {
  const { at } = useLetterUpload()
  const isChosen = useJoin((join) => sendsLetter(join) && !join.letter_sent && join.letter !== null)
  return isChosen && at !== 'sending' && at !== 'done'
}
