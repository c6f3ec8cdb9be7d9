import type { GatewayError } from '../../core/errors.ts'
import type { Attempt, RelayCall } from './relay-call.ts'

/** Makes spans of calls. */
export interface CallTracer {
  /** A call begins; its parent is the trace that the client's headers name. */
  begin(call: RelayCall): CallTrace
}

/** The span of one call. */
export interface CallTrace {
  /** An attempt begins: a span below that of the call. */
  beginAttempt(attempt: Omit<Attempt, 'trace'>, operation: string): AttemptTrace
  /** The call is over, its stream included. Ends all spans that are open. */
  end(call: RelayCall): void
}

/** The span of one attempt. That of the attempt that answers ends with the call. */
export interface AttemptTrace {
  /** For the request to the upstream: the span in W3C's form. */
  readonly headers: Readonly<Record<string, string>>
  fail(failure: { error: GatewayError; status: number | null; cause?: string | undefined }): void
}
