// Security A5, a server's 429: the remaining seconds behind the words of a button.
import { formatRemaining } from './sms'

/** ' (12)'; ' (03:20)' from a minute on; '' without a wait. */
export const waitText = (seconds: number): string =>
  seconds > 0 ? ` (${seconds > 60 ? formatRemaining(seconds) : seconds})` : ''
