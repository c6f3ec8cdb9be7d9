import type { AttemptRecord, PromptPart } from '@sluice/contract/usage-log'
import type { KnownUse } from '../../core/billing/billable.ts'
import type { CallPrice } from '../../core/billing/price-plan.ts'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { SuffixedModel } from '../../core/chat/parse-model-suffix.ts'
import type { GatewayError } from '../../core/errors.ts'
import type { PreparedValues } from '../../core/json/prepared-json.ts'
import type { Span } from '../../core/json/scan-json.ts'
import type { Asked, Made } from '../../core/usage/served.ts'
import type { Reservation } from '../../ledger/ledger.ts'
import type { ClientTarget } from '../../protocols/client-target.ts'
import type { RequestFacts, UpstreamFormat, WireFormat } from '../../protocols/wire-format.ts'
import type { WireFormatId } from '../../protocols/wire-format-id.ts'
import type { Provider } from '../../providers/provider.ts'
import type { ChannelState, Snapshot } from '../../state/snapshot.ts'
import type { AnswerScreen, OnWord } from '../sensitive/screen.ts'
import type { CallAbort } from './call-abort.ts'
import type { CallLimits } from './call-limits.ts'
import type { CallTrail } from './call-trail.ts'
import type { Caller } from './caller.ts'
import type { ClientForm } from './client-form.ts'
import type { DrainLimit } from './drain-limit.ts'
import type { StateOwner } from './state-owner.ts'

/** The body of a request, unchanged. */
export interface ClientBody {
  bytes: Uint8Array
  /** Top-level fields of a JSON body. */
  fields: ReadonlyMap<string, Span>
  /** Bytes of a JSON body that are in no string. */
  bytesOutside?: number
  /** For requests that send a form instead of JSON. */
  form?: ClientForm
}

/** The one price of a call, fixed at its admission. */
export interface PriceTerms {
  price: CallPrice
  groupRatio: number
  quotaPerUnit: number
  /** How often a fixed price is due. */
  units: number
  /** Price of one image relative to the standard one; null for other calls. */
  imageFactor: number | null
  /** How the request asks to be served; absent = in the standard way. */
  asked?: Asked | undefined
  /** What the call makes, as the request says; absent = neither pictures nor videos. */
  made?: Made | undefined
}

/**
 * Returns the account that is signed in. Rejects with GatewayError when no account is, or when the request does not
 * come from a page of the console. The rules of sessions are outside this folder.
 */
export type AdmitPerson = (request: Request) => Promise<Person>

/** A signed-in account as a caller. */
export interface Person {
  id: number
  /** The only channel that its call may use, as a key of an administrator can name it; absent = any. */
  channelId?: number
  /** In place of the name of a key in the usage log; absent = that of the playground. */
  name?: string
}

/** The API token in whose name a short-lived credential of the gateway calls. */
export interface ProvenToken {
  readonly tokenId: number
  /** As its key named the channel; null = any. */
  readonly pinnedChannelId: number | null
}

/** One relayed call from its arrival on. Each stage fills in what the next ones read. */
export interface RelayCall {
  readonly id: string
  readonly target: ClientTarget
  /** The format the client speaks. */
  readonly format: WireFormat
  /** Path and query as the client sent them. */
  readonly path: string
  readonly headers: Headers
  readonly clientAddress: string
  /** The program that calls, by its user agent; '' = unknown. */
  readonly client: string
  /** The peer's port of the connection; 0 = unknown. */
  readonly clientPort: number
  /** The other end of the connection, which may be a proxy, and the port of this server. */
  readonly peerAddress: string
  readonly serverPort: number
  /** Milliseconds of the wall clock, and of the monotonic one. */
  readonly startedAt: number
  readonly startedMonotonic: number
  readonly abort: CallAbort
  readonly drainLimit: DrainLimit
  readonly limits: CallLimits
  /** Returns the account that is signed in to the console; null = the call uses an API key. */
  readonly admitPerson: AdmitPerson | null
  /** Takes the place of an API key; absent = the call presents a key. */
  readonly provenToken?: ProvenToken
  readonly attempts: AttemptRecord[]
  readonly trail: CallTrail
  /** Null where traces are off. */
  trace: CallTrace | null
  /** Run when the call is over, in reverse order: frees slots and memory. */
  readonly releases: (() => void)[]
}

/** What is known of a call so far, for the row of a call that is refused before its hold. */
export interface CallSoFar {
  caller: Caller | null
  model: string | null
  group: string | null
  isStream: boolean
}

export const newCallSoFar = (): CallSoFar => ({ caller: null, model: null, group: null, isStream: false })

/** The result of the first stage: the caller, and the request. */
export interface IdentifiedCall {
  readonly caller: Caller
  readonly pinnedChannelId: number | null
  readonly body: ClientBody
  /** The body, parsed. */
  readonly fields: Record<string, unknown>
  readonly request: RequestFacts
}

/** What translating a call needs beside its body. */
export interface NeutralCall {
  request: ChatRequest | null
  /** Names of the parts of the body that the neutral form cannot express. */
  unread: readonly string[]
  /** Data URLs by picture URL, for upstreams that cannot fetch; null = nothing was fetched. */
  inlined: ReadonlyMap<string, string> | null
  /** The JSON texts of a large call that an upstream's format holds as values. */
  read?: { format: WireFormatId; values: PreparedValues }
}

/** A call that may go to an upstream: checked, priced, with its money on hold. */
export interface AdmittedCall extends RelayCall {
  readonly caller: Caller
  readonly pinnedChannelId: number | null
  readonly snapshot: Snapshot
  readonly body: ClientBody
  readonly request: RequestFacts
  readonly group: string
  /** The name for routing and pricing, and the thinking that the suffix of the requested name asks for. */
  readonly routedModel: string
  readonly suffix: SuffixedModel | null
  /** The body in the form whose tokens are counted. */
  readonly countable: Record<string, unknown>
  readonly terms: PriceTerms
  /** Fields that were removed from the body, because what they ask for has no price. Absent = none. */
  readonly removed?: readonly string[]
  /** The usage, where it is known beforehand and is not the prompt's tokens. */
  readonly known?: KnownUse
  /** Audio without a token count is charged by its duration. */
  readonly chargesSound?: boolean
  /** Quick estimate of the prompt. The exact count is made only when the upstream reports none. */
  readonly inputTokens: number
  readonly reservation: Reservation
  /** The screening of its answer; null = none. */
  readonly screen: AnswerScreen | null
  /** Receives the words that are found, for the operator's log alone. */
  readonly onWord: OnWord
  /** Receives each item of a translated answer that the client may refer to later by its id. */
  readonly onItem?: ((item: Record<string, unknown>) => void) | undefined
  /** The call in the neutral form, once a channel of another format needed it. */
  readonly neutral: NeutralCall
  /**
   * The account whose opaque state the conversation contains; null = unknown, in which case it is the first one tried.
   */
  readonly stateOwner: { known: StateOwner | null }
  /** Absent = the prompt continues the turn before, or that is not known. */
  readonly promptPart?: PromptPart
}

/** The parts of an attempt that its span names. */
export interface TracedAttempt {
  readonly channel: ChannelState
  readonly provider: Provider
  readonly format: Pick<UpstreamFormat, 'id'>
  readonly upstreamModel: string
  readonly record: AttemptRecord
}

/** The span of one call. */
export interface CallTrace {
  /** An attempt begins: a span below that of the call. */
  beginAttempt(attempt: TracedAttempt, operation: string): AttemptTrace
  /** The call is over, its stream included. Ends all spans that are open. */
  end(call: RelayCall): void
}

/** The span of one attempt. That of the attempt that answers ends with the call. */
export interface AttemptTrace {
  /** For the request to the upstream: the span in W3C's form. */
  readonly headers: Readonly<Record<string, string>>
  fail(failure: { error: GatewayError; status: number | null; cause?: string | undefined }): void
}

/** Frees slots and memory, last taken first. */
export function endCall(call: RelayCall): void {
  for (let release = call.releases.pop(); release; release = call.releases.pop()) release()
}

export const newNeutralCall = (): NeutralCall => ({
  request: null,
  unread: [],
  inlined: null,
})
