// Spec §5, jobs and interests as form fields.
import * as z from 'zod/mini'
import { type ProfileInfo, type ProfileProblem } from './jobInfo.ts'

/** For a form with these fields. They are checked even if other fields are wrong, so that one attempt shows every problem. */
export const hasProfile = (problemsOf: (info: ProfileInfo) => readonly ProfileProblem[]) =>
  z.check<ProfileInfo>(
    ({ value, issues }) => {
      for (const { field, text } of problemsOf(value))
        issues.push({ code: 'custom', path: [field], message: text, input: value[field] })
    },
    { when: () => true },
  )
