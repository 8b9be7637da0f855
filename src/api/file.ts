// Spec §7, file API: a student's profile with the enrollment letter.
import { resolveStudent as row } from '../../contract/calls/file.ts'
import { LETTER_PARTS } from '../../contract/shapes/file.ts'
import type { StudentProfile } from '../../contract/shapes/join.ts'
import { followInitUrl } from './progress.ts'

/**
 * @param options.onProgress how much has been sent, 0 to 1
 * @param options.signal cancels: the answer is then a failure of the reason `left`
 * @param options.quiet the page that asks tells of a failure itself
 */
export function resolveStudent(
  profile: StudentProfile,
  letter: File,
  options: { onProgress?: (sent: number) => void; signal?: AbortSignal; quiet?: boolean } = {},
) {
  const form = new FormData()
  form.append(LETTER_PARTS.payload, JSON.stringify(profile))
  form.append(LETTER_PARTS.letter, letter)
  return followInitUrl(row, { form, key: `letter-${letter.size}-${letter.lastModified}`, ...options })
}
