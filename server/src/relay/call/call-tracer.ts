import type { CallTrace, RelayCall } from './relay-call.ts'

/** Makes spans of calls. */
export interface CallTracer {
  /** A call begins; its parent is the trace that the client's headers name. */
  begin(call: RelayCall): CallTrace
}
