import type { JsonRecord } from '@sluice/contract/read-json'
import type { AttemptRecord } from '@sluice/contract/usage-log'
import type { LimitsLeft } from '../../core/routing/limits-left.ts'
import type { Usage } from '../../core/usage/usage.ts'
import type { CallUpstream } from '../../platform/outbound/call-upstream.ts'
import type { StreamMeter, UpstreamFormat, WireAnswer } from '../../protocols/wire-format.ts'
import type { Provider } from '../../providers/provider.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import type { AdmittedCall, AttemptTrace } from '../call/relay-call.ts'
import type { RemoteMedia } from './inline-media.ts'
import type { StreamShaper } from './stream-shaper.ts'

/**
 * How a call travels to an upstream and its answer back. The passages of this folder are constants, which hold nothing
 * of a call; `choosePassage` is the only place that decides among them.
 */
export interface Passage {
  /** Client and upstream speak one format: path and headers are the client's, and answers return unchanged. */
  readonly isSameFormat: boolean
  /** The client's body is sent whatever the settings of the channel. */
  readonly isRaw: boolean
  path(call: AdmittedCall, way: Way): string
  /** The client's headers of which the provider may pass some on; null = none may pass. */
  clientHeaders(call: AdmittedCall, way: Way): Headers | null
  /** The media that the upstream needs as bytes and that are not fetched yet; null = there is none. */
  findMedia(call: AdmittedCall, way: Way): RemoteMedia | null
  /** Whether the gateway asks for the usage of a stream whose client did not. */
  hidesUsage(call: AdmittedCall, way: Way, withoutStreamUsage: ReadonlySet<number>): boolean
  /** Reads what `prepare` needs of a large call, between other work; null = nothing. */
  readAhead(call: AdmittedCall, way: Way): Promise<void> | null
  /** The body for the upstream. Throws GatewayError: of the caller for what the upstream's format cannot hold. */
  prepare(call: AdmittedCall, attempt: Attempt): SentBody
  /** A whole answer is written again, so that the numbers of a large one must keep their digits. */
  rewritesAnswer(call: AdmittedCall, way: Way): boolean
  /** Whether sound is passed on as it arrives, so that the client can play it before it is complete. */
  passesSound(call: AdmittedCall): boolean
  /** Whether the call goes on to its end when the client leaves after it was sent; absent = it does not. */
  outlivesClient?(way: Way): boolean
  /** Waits until the upstream has finished a task; absent = every answer is complete. */
  complete?(tools: MediaTools, call: AdmittedCall, attempt: SentAttempt, answer: ArrivedAnswer): Promise<Uint8Array>
  /** The answer with the results that it names by address; absent = it holds its results. */
  finish?(tools: MediaTools, call: AdmittedCall, answered: PlainAnswer, signal: AbortSignal): Promise<PlainAnswer>
  /** A whole answer as the client gets it. `usage`: what is charged. */
  answer(
    call: AdmittedCall,
    attempt: SentAttempt,
    answer: WholeAnswer,
    usage: Usage,
  ): ClientAnswer | Promise<ClientAnswer>
  createShaper(call: AdmittedCall, attempt: SentAttempt, meter: StreamMeter): StreamShaper
}

/** The way of a call to one channel. */
export interface Way {
  readonly channel: ChannelState
  readonly provider: Provider
  /** The upstream's format. */
  readonly format: UpstreamFormat
  readonly upstreamModel: string
  readonly passage: Passage
}

/** The body of an attempt, and what writing it changed or left out. */
export interface SentBody {
  /** A promise only for a large body that is written again. */
  readonly bytes: Uint8Array | Promise<Uint8Array>
  readonly contentType: string
  /** Names of everything that was left out of the client's request. */
  readonly dropped: readonly string[]
  /** Tool names that had to be changed for the upstream, to the client's own. */
  readonly toolNames: ReadonlyMap<string, string>
  /** The ids of calls in the client's conversation, if it was translated. */
  readonly callIds: ReadonlySet<string>
}

/** The call at the channel of an attempt, for the figures of the channel. */
interface AttemptVisit {
  limits(rest: LimitsLeft): void
  broke(): void
  ended(tokens?: number): void
}

/** One call of one account of a channel. */
export interface Attempt extends Way {
  readonly key: string
  /** The gateway asked for the usage frame and the client did not: it is withheld. */
  readonly hidesUsage: boolean
  /** Index of the first message whose opaque state this account made: 0 = all, Infinity = none. */
  readonly ownStateFrom: number
  /** What the key was exchanged for; absent where it is sent itself. */
  readonly token?: string | undefined
  /** The token replaces one that the upstream refused. */
  readonly isTokenRenewed?: true
  /** Ids of the files that were uploaded for it, by their bytes in base64. */
  readonly uploads?: ReadonlyMap<string, string> | undefined
  readonly record: AttemptRecord
  readonly trace: AttemptTrace | null
  readonly visit: AttemptVisit
}

/** An attempt whose request was written. */
export interface SentAttempt extends Attempt {
  readonly sent: SentBody
}

/** The tools of passages whose answers need further requests. */
export interface MediaTools {
  callUpstream: CallUpstream
  /** This server's name, to recognise calls that return to it. */
  hopId: string
  dependencies: Pick<RelayDependencies, 'config' | 'clock'>
}

interface ArrivedAnswer {
  body: Uint8Array
  signal: AbortSignal
}

/** A whole answer of an upstream, and what was read of it. */
export interface WholeAnswer {
  body: Uint8Array
  answer: WireAnswer
  /** The object of a large body; null = it is none. Absent = it is not read yet. */
  read?: JsonRecord | null | undefined
}

/** The whole answer of an attempt. */
export interface PlainAnswer extends WholeAnswer {
  kind: 'plain'
  attempt: SentAttempt
  response: Response
}

/** A whole answer for the client. */
export interface ClientAnswer {
  body: Uint8Array | string
  /** Null = that of the upstream's answer. */
  contentType: string | null
  /** The body is all frames of a stream. */
  isStream: boolean
  /** Names of the parts of the upstream's answer that it lacks; absent = none. */
  unread?: readonly string[] | undefined
}
