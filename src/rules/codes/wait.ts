// Remaining time as text: of a code, and of a server's 429 behind the words of a button (Security A5).
import type { Said } from '../texts/messages.ts'

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

/** Whether the text is about a wait, and counts its seconds. */
export const isWait = ({ values }: Said): boolean => values?.['seconds'] !== undefined

/** The error of a form now. One about a wait has the seconds that are left, and disappears with the last. */
export function counted<Shown extends Said>(error: Shown | null, seconds: number): Shown | null {
  if (!error || !isWait(error)) return error
  return seconds > 0 ? { ...error, values: { ...error.values, seconds } } : null
}
