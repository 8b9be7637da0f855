// Loads OpenTelemetry only where an operator has named a collector.
import type { Log } from '../log.ts'
import type { BackendSettings } from '../settings.ts'
import { NO_TRACES, type Traces } from './spans.ts'

export async function tracesAt(endpoint: string | undefined, { limits }: BackendSettings, log: Log): Promise<Traces> {
  if (endpoint === undefined) return NO_TRACES
  const { openTraces } = await import('./openTelemetry.ts')
  return openTraces({ endpoint, percent: limits.traces_percent }, log)
}
