import type { KnownUse } from '../../core/billing/billable.ts'
import type { ImageRequest } from '../../core/billing/image-request.ts'
import type { Searches } from '../../core/billing/reservation.ts'
import type { ChangeState } from '../../core/chat/change-state.ts'
import type { ChatRequest, Thinking } from '../../core/chat/chat-request.ts'
import type { ChatResponse, ChatStreamBuilder, ChatStreamParser } from '../../core/chat/chat-response.ts'
import type { PartLimits, SettingPlaces } from '../../core/chat/left-out.ts'
import type { ToolNameRules } from '../../core/chat/tool-names.ts'
import type { EmbeddingRequest } from '../../core/embeddings.ts'
import type { RankedDocument, RerankRequest } from '../../core/rerank.ts'
import type { Usage } from '../../core/usage/usage.ts'
import type { OpenaiErrorObject } from '../../protocols/openai-chat/errors.ts'
import type { OpenaiRequest } from '../../protocols/openai-chat/parse-request.ts'
import type { FrameKind } from '../../protocols/sse/frame-kind.ts'
import type { ClientFormatId, WireFormatId } from '../../protocols/wire-format-id.ts'
import type { EmbeddingsWire, RerankWire } from '../../providers/own-wire.ts'
import type { ChatExtensions, ProviderChannel } from '../../providers/provider.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { ClientTarget } from './client-target.ts'

type Wire = Record<string, unknown>

/** What the relay reads of a request, whatever its format. */
export type RequestFacts = OpenaiRequest & {
  /** The images asked for. */
  image?: ImageRequest
  /** Times a fixed price may come to be due, where the upstream tells in the end. */
  searchUnits?: number
  /** What the call uses, where the request itself says it. */
  known?: KnownUse
  /** The most calls of paid tools that it allows. */
  searches?: Searches
  /** The field that names something stored at one upstream: no translated call can serve it. */
  storedBy?: string
  /** The stored answer it goes on from, which one account knows. */
  previousResponseId?: string
}

/** Reads a stream beside the flow. */
export interface StreamMeter {
  push(data: string | null): FrameKind
  usage(): Usage | null
  isComplete(): boolean
  hasContent(): boolean
  error(): unknown
  /** Id of an answer that calls may go on from; absent in formats without such ids. */
  answerId?(): string | null
  /** The number of the next frame, in formats that count theirs. */
  nextNumber?(): number
}

/** What the relay reads of a whole answer. */
export interface WireAnswer {
  /** Of an answer that calls may go on from. */
  id?: string | null
  usage: Usage | null
  /** Times a fixed price is due; absent = as often as was asked for. */
  units?: number
  error: unknown
  text(): string
  /** Whether it holds what was asked for; absent = that is seen in its fields. */
  hasResult?(): boolean
}

/** What an upstream told of a failure. */
export interface UpstreamErrorObject extends OpenaiErrorObject {
  /** Told in the body, where a format has no header for it. */
  retryAfterSeconds?: number | undefined
}

/** What a client is told of a failure. */
export interface ClientError {
  status: number
  error: OpenaiErrorObject
  requestId: string
  retryAfterSeconds?: number | null
}

/** What an answer of ours needs of the call. */
export interface AnswerHead {
  requestId: string
  /** The name the client asked by. */
  model: string
  createdSeconds: number
  /** Estimate of the input, for formats that tell it before the upstream does. */
  inputTokens: number
  wantsUsage: boolean
  /** The client's body, for formats whose answers repeat parts of it. */
  body: Wire
  newId: () => string
  /** Receives each whole item, in formats whose clients may name items later. */
  onItem?: ((item: Wire) => void) | undefined
}

/** What a translated request depends on beside itself. */
export interface BuildSettings {
  options: OptionValues
  /** Extensions of its format that the provider documents. */
  takes: ChatExtensions
  /** The channel that is called. */
  channel: ProviderChannel
}

/** The half of a chat format that serves clients. The pure functions behind it are in `protocols/`. */
export interface ClientFormat {
  readonly id: ClientFormatId
  /** Throws GatewayError of the caller. */
  readRequest(target: ClientTarget, body: Wire): RequestFacts
  parseRequest(target: ClientTarget, body: Wire): ChatRequest
  /**
   * Names of what a body says and the neutral form cannot. Throws GatewayError of the caller for what must not be
   * missing in a translated call, and for numbers out of range.
   */
  inspectRequest(body: Wire): string[]
  /** Where it has each setting. */
  readonly settingPlaces: SettingPlaces
  /** The body as an OpenAI one, the form in which tokens are counted. */
  countable(target: ClientTarget, body: Wire): Wire
  buildAnswer(response: ChatResponse, head: AnswerHead): Wire
  createStreamBuilder(head: AnswerHead): ChatStreamBuilder
  buildError(error: ClientError): string
  /** A frame that ends a stream as failed. */
  buildErrorFrame(error: ClientError): string
  /** The frame with the number that follows those before it; absent where frames are not counted. */
  numberFrame?(frame: string, number: number): string
  readonly ping: string
  /** What closes a complete stream whose upstream sent no end marker. */
  readonly endMarker: string
  buildTokenCount(tokens: number): Wire
  /** Its calls for embeddings; absent = it has none. */
  readonly embeddingCalls?: EmbeddingCalls
  /** Its calls for rankings; absent = it has none. */
  readonly rerankCalls?: RerankCalls

  // A call is passed on to an upstream of the same format.
  /**
   * Top-level fields that a body passed on must hold otherwise, for the model to take it: a value to set, or undefined
   * for a field to leave out.
   */
  fittedFields(body: Wire, upstreamModel: string, options: OptionValues): Wire
  /** Top-level fields that carry a wish for thinking; absent = it changes more than such fields. */
  wishFields?(body: Wire, wish: Thinking): Wire
  /** Opaque state of a body as `change` wants it, as top-level fields to replace; null when nothing changes. */
  mapState(body: Wire, change: ChangeState, upstreamModel: string): Wire | null
}

/** The half of a chat format that serves upstreams: all that a format needs which no client speaks. */
export interface UpstreamFormat {
  readonly id: WireFormatId
  createMeter(onText: (text: string) => void): StreamMeter
  readAnswer(body: Uint8Array): WireAnswer | null
  /** The error in a body's text; null when there is none to be found. */
  parseError(body: string, status?: number): UpstreamErrorObject | null
  /** The error object of a frame or of an answer under status 200. */
  errorObjectOf(error: unknown): OpenaiErrorObject
  buildRequest(request: ChatRequest, settings: BuildSettings): Wire
  /** Where it has each setting. */
  readonly settingPlaces: SettingPlaces
  /** Names of tools that it takes. */
  readonly toolNames: ToolNameRules
  /** What it has a place for within messages and tools. */
  partLimits(takes: ChatExtensions): PartLimits
  parseAnswer(body: Wire, newId: () => string): ChatResponse
  createStreamParser(newId: () => string): ChatStreamParser
  /** What its meter and parser read of a frame; null for a frame without data. Absent = its data alone. */
  dataOf?(frame: Uint8Array): string | null
  /** Its streams begin with a frame that holds nothing of the answer. */
  readonly isHeaded?: true
  /** Its wire of embeddings; absent = it has none. */
  readonly embeddings?: EmbeddingsWire
  /** Its own wire of rankings; absent = they are passed on. */
  readonly rerank?: RerankWire
}

/** A format with both halves. */
export interface WireFormat extends ClientFormat, UpstreamFormat {
  readonly id: ClientFormatId
}

/** A client's calls for embeddings, as a call in the neutral form and back. */
interface EmbeddingCalls {
  /** The neutral form, and the names of what that leaves out. Throws GatewayError of the caller. */
  parse(body: Wire): { request: EmbeddingRequest; unread: string[] }
  buildAnswer(vectors: number[][], asked: { body: Wire; model: string; inputTokens: number }): Wire
}

/** A client's calls for rankings, as a call in the neutral form and back. */
interface RerankCalls {
  /** The neutral form, and the names of what that leaves out. Throws GatewayError of the caller. */
  parse(body: Wire): { request: RerankRequest; unread: string[] }
  buildAnswer(
    ranked: RankedDocument[],
    asked: { body: Wire; model: string; inputTokens: number; units: number | undefined },
  ): Wire
}
