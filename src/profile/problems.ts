// What is wrong with choices, in words: alone at its own field, in a summary with the job that it is said of.
import type { Translate } from '../i18n/languages.ts'
import type { ProfileField, ProfileProblem } from '../rules/jobInfo.ts'
import type { Problem } from '../ui/ProblemSummary.tsx'

export const summaryProblems = (t: Translate, found: readonly ProfileProblem[]): Problem[] =>
  found.map(({ field, text, of }) => ({
    field,
    text: of ? t('profile.problemOf', { of: t(of), problem: t(text) }) : t(text),
  }))

export const problemsByField = (
  t: Translate,
  found: readonly ProfileProblem[],
): Partial<Record<ProfileField, string>> => Object.fromEntries(found.map(({ field, text }) => [field, t(text)]))
