// Remaining time as text: of a code, and of a server's 429 behind the words of a button (Security A5).
const DAY_SECONDS = 86_400

/** mm:ss, a day at most. 00:00 for anything but a positive number. */
export function formatRemaining(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.floor(seconds), DAY_SECONDS) : 0
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`
}

/** ' (12)'; ' (03:20)' from a minute on; '' without a wait. */
export const waitText = (seconds: number): string =>
  seconds > 0 ? ` (${seconds > 60 ? formatRemaining(seconds) : seconds})` : ''
