// Spans of the work of a request or of a job (docs/operators.md, "Traces"). Only tracing/openTelemetry.ts loads OpenTelemetry, if an address is set.
// NOTE: no attribute has a value of a caller or a member: no ID, token, address or text of an error.
import { AsyncLocalStorage } from 'node:async_hooks'

export type SpanKind = 'server' | 'client' | 'internal'
type Attributes = Record<string, string | number | undefined>

export type Span = {
  trace_id: string
  child(kind: SpanKind, name: string, attributes: Attributes): Span
  /** @param failure a code, or the name of an error */
  end(failure?: string, attributes?: Attributes): void
}

export type Traces = {
  /**
   * Begins the first span of a request or of a job.
   * @param traceparent of the caller (W3C Trace Context): its trace goes on. Its flag does not decide whether the span is kept
   * @returns null if the span is not kept
   */
  begin(kind: SpanKind, name: string, attributes: Attributes, traceparent?: string): Span | null
  /** Sends what is left. */
  close(): Promise<void>
}

export const NO_TRACES: Traces = { begin: () => null, close: () => Promise.resolve() }

const current = new AsyncLocalStorage<Span | null>()

/** Undefined where nothing is traced. */
export const traceId = (): string | undefined => current.getStore()?.trace_id

/** Runs work within this span, which the caller ends. Null: the work is not traced. */
export const within = <T>(span: Span | null, work: () => T): T => current.run(span, work)

function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

async function ended<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const done = await within(span, work)
    span.end()
    return done
  } catch (error) {
    span.end(failureOf(error))
    throw error
  }
}

/** Runs work as a part of the current span, if there is one. */
export function traced<T>(kind: SpanKind, name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const parent = current.getStore()
  return parent ? ended(parent.child(kind, name, attributes), work) : work()
}

/** Runs work as a trace of its own. */
export function tracedAlone<T>(
  traces: Traces,
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  const span = traces.begin('internal', name, attributes)
  return span ? ended(span, work) : within(null, work)
}
