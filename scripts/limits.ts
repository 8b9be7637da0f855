// How often the sandbox sends and checks codes, where the environment wants it otherwise. The journeys loosen it: they send many.
import type { StartSandbox } from '../sandbox/main'

type Limits = NonNullable<StartSandbox['limits']>

const SETTINGS = {
  SANDBOX_SMS_GAP_SECONDS: 'send_gap_seconds',
  SANDBOX_SMS_PER_HOUR: 'sends_per_hour',
  SANDBOX_SMS_PER_DAY: 'sends_per_day',
  SANDBOX_SMS_PER_IP_HOUR: 'sends_per_ip_hour',
  SANDBOX_SMS_PER_COUNTRY_HOUR: 'sends_per_country_hour',
  SANDBOX_SMS_GUESSES_PER_HOUR: 'guesses_per_hour',
} as const satisfies Record<string, keyof Limits>

/** @throws when one of them is no whole number */
export function demoLimits(env: NodeJS.ProcessEnv): Limits {
  const limits: Limits = {}
  for (const [setting, name] of Object.entries(SETTINGS)) {
    const value = env[setting]
    if (!value) continue
    if (!/^\d{1,6}$/.test(value)) throw new Error(`${setting}: a whole number`)
    limits[name] = Number(value)
  }
  return limits
}
