// Security A5, a wait that a server asked for (429): how a button shows it behind its words.
import { formatRemaining } from './sms'

/** ' (12)', ' (03:20)' from a minute on, '' without a wait. */
export const waitText = (seconds: number): string =>
  seconds > 0 ? ` (${seconds > 60 ? formatRemaining(seconds) : seconds})` : ''
