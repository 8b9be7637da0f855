// What is wrong with choices, in words: alone at its own field, in a summary with the job that it is said of.
import type { TFunction } from 'i18next'
import type { FieldErrors } from 'react-hook-form'
import {
  jobOf,
  PROFILE_FIELDS,
  type ProfileField,
  type ProfileInfo,
  type ProfileProblem,
} from '../rules/join/jobInfo.ts'
import type { MessageKey } from '../rules/texts/messages.ts'
import type { Problem } from '../ui/lists/ProblemSummary.tsx'

/** The problems of jobs and interests in a form, in the order of the fields. A server names the job itself, or none. */
export const profileErrors = (errors: FieldErrors<ProfileInfo>): ProfileProblem[] =>
  PROFILE_FIELDS.flatMap((field) => {
    const { message, type } = errors[field] ?? {}
    const of = type === 'refused' ? undefined : jobOf(field)
    return message ? [{ field, text: message as MessageKey, ...(of && { of }) }] : []
  })

export const summaryProblems = (t: TFunction, found: readonly ProfileProblem[]): Problem[] =>
  found.map(({ field, text, of }) => ({
    field,
    text: of ? t('profile.problemOf', { of: t(of), problem: t(text) }) : t(text),
  }))

export const problemsByField = (
  t: TFunction,
  found: readonly ProfileProblem[],
): Partial<Record<ProfileField, string>> => Object.fromEntries(found.map(({ field, text }) => [field, t(text)]))
