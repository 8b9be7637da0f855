/** What the person who starts the backend can mend: one problem, or several. The message has them in one line, "; " between them. */
export class StartProblem extends Error {
  readonly problems: readonly string[]
  constructor(problem: string | readonly string[]) {
    const problems = typeof problem === 'string' ? [problem] : problem
    super(problems.join('; '))
    this.problems = problems
  }
}
