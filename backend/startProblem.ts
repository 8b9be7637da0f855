/** A problem that the person who starts the backend can mend; shown as one line. */
export class StartProblem extends Error {}
