// Several parts of the settings that may each be wrong: one start names everything, so that nobody mends one thing a start.
import { StartProblem } from '../startProblem.ts'

/** What each part returns. @throws StartProblem with the problems of all parts, once each */
export function everyPart<P extends Record<string, () => unknown>>(
  parts: P,
): { [Name in keyof P]: ReturnType<P[Name]> } {
  const problems = new Set<string>()
  const values: Record<string, unknown> = {}
  for (const [name, read] of Object.entries(parts))
    try {
      values[name] = read()
    } catch (error) {
      if (!(error instanceof StartProblem)) throw error
      for (const problem of error.problems) problems.add(problem)
    }
  if (problems.size > 0) throw new StartProblem([...problems])
  return values as { [Name in keyof P]: ReturnType<P[Name]> }
}
