/** A problem that the person who starts the sandbox can mend; shown as one line. */
export class StartProblem extends Error {}
