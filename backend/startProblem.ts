import type * as z from 'zod/mini'

/** What the person who starts the backend can mend: one problem, or several. The message has them in one line, "; " between them. */
export class StartProblem extends Error {
  readonly problems: readonly string[]
  constructor(problem: string | readonly string[]) {
    const problems = typeof problem === 'string' ? [problem] : problem
    super(problems.join('; '))
    this.problems = problems
  }
}

/** A line for each problem of a value, with its path. */
export const problemsOf = ({ issues }: z.core.$ZodError): StartProblem =>
  new StartProblem(
    issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)).join('\n'),
  )
