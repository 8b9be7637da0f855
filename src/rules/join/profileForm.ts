// Spec §5, jobs and interests as form fields.
import * as z from 'zod/mini'
import type { ProfileField, ProfileInfo, ProfileProblem } from './jobInfo.ts'

export const profileFields: Record<ProfileField, z.ZodMiniString> = {
  current_job_group: z.string(),
  current_job: z.string(),
  hope_job_group: z.string(),
  hope_job: z.string(),
  interest_category: z.string(),
  interest_field: z.string(),
}

/** For a form with these fields. They are checked even if other fields are wrong, so that one attempt shows every problem. */
export const hasProfile = (problemsOf: (info: ProfileInfo) => readonly ProfileProblem[]) =>
  z.check<ProfileInfo>(
    ({ value, issues }) => {
      for (const { field, text } of problemsOf(value))
        issues.push({ code: 'custom', path: [field], message: text, input: value[field] })
    },
    { when: () => true },
  )
