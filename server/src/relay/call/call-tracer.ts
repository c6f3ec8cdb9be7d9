import type { CallTrace, RelayCall } from './relay-call.ts'

/** Creates the spans of calls. */
export interface CallTracer {
  /** A call starts; its parent is the trace in the client's headers. */
  begin(call: RelayCall, method: string): CallTrace
}
