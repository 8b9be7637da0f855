// Contract, "Step-up": the app follows no location before the phone is proved in this visit.
import { goError, notice, redirect, report } from './outcome.ts'
import type { Outcome } from './outcome.ts'

/** The outcome instead of a location that came too early. */
export const onPhoneOwed = (serviceUrl: string | null): Outcome => [
  report('contract: location before the phone was proved'),
  notice('resolve.phoneOwed'),
  serviceUrl ? redirect(serviceUrl) : goError('403'),
]
