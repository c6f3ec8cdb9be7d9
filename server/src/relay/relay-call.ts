import type { Quota } from '@sluice/contract/quota'
import type { AttemptRecord } from '@sluice/contract/usage-log'
import type { ModelPrice } from '../core/billing/model-price.ts'
import type { Span } from '../core/json/scan-json.ts'
import type { Reservation } from '../ledger/ledger.ts'
import type { OpenaiOperation, OpenaiRequest } from '../protocols/openai-chat/parse-request.ts'
import type { ChannelState, Snapshot } from '../state/snapshot.ts'
import type { CallAbort } from './call-abort.ts'
import type { Caller } from './caller.ts'
import type { DrainGate } from './drain-gate.ts'

/** A request as it came. */
export interface ClientBody {
  bytes: Uint8Array
  fields: ReadonlyMap<string, Span>
}

/** The one price of a call, fixed when it is admitted. */
export interface PriceTerms {
  price: ModelPrice
  groupRatio: number
  quotaPerUnit: number
  /** Times a fixed price is due. */
  units: number
}

/** One relayed call from its arrival on. Each step fills in what the next ones read. */
export interface RelayCall {
  readonly id: string
  readonly operation: OpenaiOperation
  /** Path and query as the client sent them. */
  readonly path: string
  readonly headers: Headers
  readonly clientAddress: string
  /** Milliseconds of the wall clock, and of the monotonic one. */
  readonly startedAt: number
  readonly startedMonotonic: number
  readonly abort: CallAbort
  readonly drainGate: DrainGate
  readonly attempts: AttemptRecord[]
  /** Run when the call is over, in reverse order: give places and memory back. */
  readonly releases: (() => void)[]
}

/** A call that may go to an upstream: checked, priced, its money held. */
export interface AdmittedCall extends RelayCall {
  readonly caller: Caller
  readonly pinnedChannelId: number | null
  readonly snapshot: Snapshot
  readonly body: ClientBody
  readonly request: OpenaiRequest
  readonly group: string
  readonly terms: PriceTerms
  /** Quick estimate of the prompt; the exact count is made only when the upstream reports none. */
  readonly inputTokens: number
  readonly reservation: Reservation
}

/** The upstream call that is being answered from. */
export interface Attempt {
  readonly channel: ChannelState
  readonly key: string
  readonly upstreamModel: string
  /** We asked for the usage frame and the client did not: it is withheld. */
  readonly hidesUsage: boolean
  readonly record: AttemptRecord
}

/** How a call ended, for its money and its row. */
export type CallEnd = 'complete' | 'client_gone' | 'upstream_cut' | 'upstream_error' | 'limit' | 'recovered'

export interface Settlement {
  charge: Quota
  list: Quota
  exact: string
}
