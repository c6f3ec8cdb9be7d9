import type { JsonRecord } from '@sluice/contract/read-json'
import type { KnownUse } from '../core/billing/billable.ts'
import type { ImageRequest } from '../core/billing/image-request.ts'
import type { ChangeState } from '../core/chat/change-state.ts'
import type { ChatRequest, Thinking } from '../core/chat/chat-request.ts'
import type { ChatResponse, ChatStreamBuilder, ChatStreamParser } from '../core/chat/chat-response.ts'
import type { PartLimits, SettingAliases, SettingPlaces } from '../core/chat/left-out.ts'
import type { NameRules } from '../core/chat/name-fitter.ts'
import type { ClientVector, EmbeddingRequest, EmbeddingsWire } from '../core/embeddings.ts'
import type { MediaWire } from '../core/media.ts'
import type { FindObjectIds } from '../core/object-fields.ts'
import type { RankedDocument, RerankRequest, RerankWire } from '../core/rerank.ts'
import type { Made } from '../core/usage/served.ts'
import type { Usage } from '../core/usage/usage.ts'
import type { ReportedUsage } from '../core/usage/usage-report.ts'
import type { ClientTarget } from './client-target.ts'
import type { ChatExtensions } from './openai-chat/chat-rules.ts'
import type { OpenaiErrorObject } from './openai-errors.ts'
import type { ReadRequest } from './read-request.ts'
import type { FrameKind } from './sse/frame-kind.ts'
import type { ClientFormatId, WireFormatId } from './wire-format-id.ts'

/** What the relay reads of a request in any format. */
export interface RequestFacts extends ReadRequest {
  /** The requested images. */
  image?: ImageRequest
  /** Upper limit of the units of a fixed price, if the upstream reports the number at the end. */
  unitsMost?: number
  /** The usage, if the request itself determines it. */
  known?: KnownUse
  /** The field that refers to something stored at one upstream: a translated call cannot serve it. */
  storedBy?: string
  /** The upstream answers at once and works on; the answer is fetched later. */
  isBackground?: true
  /** The stored answer that it continues; one account has it. */
  previousResponseId?: string
}

/** Reads a stream as it passes. */
export interface StreamMeter {
  push(data: string | null): FrameKind
  /** Takes the bytes of a frame that only adds text in a known form; false = it must be pushed. Absent = all are. */
  pushFrame?(frame: Uint8Array): boolean
  usage(): ReportedUsage | null
  /** What it says of the pictures that it has; undefined = nothing. Absent in formats without pictures. */
  made?(): Made | undefined
  isComplete(): boolean
  hasContent(): boolean
  /** It has ended, but only its opening arrived: no content, no reason for its end, no usage. Absent = never. */
  isEmpty?(): boolean
  error(): unknown
  /** Id of an answer that later calls may continue; absent in formats without such ids. */
  answerId?(): string | null
  /** Whether the upstream works on without the stream, as the stream says; null = it does not say. */
  isBackground?(): boolean | null
  /** Ids of other objects that later calls may name: items, containers, sounds. */
  objectIds?(): readonly string[]
  /** The number after that of the last frame, in formats with numbered frames. */
  nextNumber?(): number
}

/** What the relay reads of a whole answer. */
export interface WireAnswer {
  /** For an answer that later calls may continue. */
  id?: string | null
  /** The upstream works on: the answer has no result yet, and is fetched later. Absent = it is the whole answer. */
  isRunning?: true
  /** Ids of other objects that later calls may name. */
  objectIds?(): readonly string[]
  usage: ReportedUsage | null
  /** How many times a fixed price is due; absent = as many as requested. */
  units?: number
  /** What it says of the pictures that it has; absent = nothing. */
  made?: Made | undefined
  /** An error object, or the error of an answer that failed without content. */
  error: unknown
  /** It failed after some content, which only clients of its own format can be told. Absent = never. */
  hasFault?(): boolean
  /** It lacks what every answer of its format to a conversation has: the upstream speaks another. Absent = never. */
  isForeign?: boolean
  /** Of a reader of other answers: it is that of a conversation. */
  isConversation?: boolean
  text(): string
  /** Whether it contains a result; absent = its fields show that. */
  hasResult?(): boolean
}

/** The error as an upstream reports it. */
export interface UpstreamErrorObject extends OpenaiErrorObject {
  /** From the body, for formats without such a header. */
  retryAfterSeconds?: number | undefined
}

/** The error as a client receives it. */
export interface ClientError {
  status: number
  error: OpenaiErrorObject
  /** The gateway's own code, if it is the gateway's error: `error.code` may be the maker's. */
  own?: string | null
  requestId: string
  retryAfterSeconds?: number | null
}

/** The parts of a call that an answer of the gateway needs. */
export interface AnswerHead {
  requestId: string
  /** The client's name of the model. */
  model: string
  createdSeconds: number
  /** Estimate of the input, for formats that report it before the upstream does. */
  inputTokens: number
  wantsUsage: boolean
  /** The client's body, for formats whose answers repeat parts of it. */
  body: JsonRecord
  newId: () => string
  /** Receives each whole item, in formats whose clients may refer to items later. */
  onItem?: ((item: JsonRecord) => void) | undefined
}

/** The operator's options on which the bodies of some formats depend. */
export interface FormatOptions {
  /** The output limit by model, `default` for the others. */
  readonly 'claude.default_max_tokens': Readonly<Record<string, number>>
  readonly 'gemini.supported_imagine_models': readonly string[]
  /** The threshold by category, `default` for the others. */
  readonly 'gemini.safety_settings': Readonly<Record<string, string>>
}

/** A top-level field with the channel's system prompt before its previous content. */
export interface PromptedField {
  field: string
  value: unknown
  /** The new first element of the list; null if the field is not a list. */
  first: unknown
}

/** Where a format's bodies hold media by address, for bodies that otherwise pass unchanged. */
interface MediaPlaces {
  /** One for each occurrence. */
  addressesIn(body: JsonRecord): string[]
  /** The messages with data URLs, by address, in place. */
  withFetched(messages: unknown, fetched: ReadonlyMap<string, string>): unknown
}

/** Where an answer names its model. */
export interface ModelPlace {
  /** The top-level field of a whole answer. */
  readonly field: string
  /** The object in an event that contains the field; absent = the event itself. */
  readonly within?: string
  /** Part of every event that names the model; absent = each does. */
  readonly mark?: string
}

/** The context of a translated request. */
export interface BuildSettings {
  options: FormatOptions
  /** Extensions of its format that the provider documents. */
  takes: ChatExtensions
  /** The target channel. */
  channel: { other: string }
}

/** The half of a chat format that serves clients. The pure functions behind it are in `protocols/`. */
export interface ClientFormat {
  readonly id: ClientFormatId
  /** Throws GatewayError of the caller. */
  readRequest(target: ClientTarget, body: JsonRecord): RequestFacts
  parseRequest(target: ClientTarget, body: JsonRecord): ChatRequest
  /**
   * Names of the features of a body that the neutral form lacks. Throws GatewayError of the caller for features that a
   * translated call depends on, and for numbers out of range.
   */
  inspectRequest(body: JsonRecord): string[]
  /** The ids of stored objects that a body names. */
  readonly findObjects: FindObjectIds
  /** Ids in a body that an upstream may look up or ignore. Absent = the format has none. */
  readonly findRestated?: FindObjectIds
  /** The field of each setting. */
  readonly settingPlaces: SettingPlaces
  /** Further fields of settings, which are read where that one is missing. Absent = there are none. */
  readonly settingAliases?: SettingAliases
  /** The name as which a body has the field at `place`; null = it has none. Absent = the place itself. */
  findWritten?(body: JsonRecord, place: string): string | null
  /** The field of the conversation. */
  readonly messagesField: string
  /** What tokens are counted of: a body of Chat Completions, or the request that is written as one. */
  countable(target: ClientTarget, body: JsonRecord): { body: JsonRecord } | { request: ChatRequest }
  buildAnswer(response: ChatResponse, head: AnswerHead): JsonRecord
  createStreamBuilder(head: AnswerHead): ChatStreamBuilder
  buildError(error: ClientError): string
  /** The frames that end a stream with an error. `head` is that of an answer of the gateway. */
  buildErrorFrame(error: ClientError, head: AnswerHead): string
  /**
   * The frames after those of a passed stream: with the next sequence number, and the upstream's id of the answer.
   * Absent in formats without both.
   */
  continueErrorFrame?(frames: string, stream: { number: number; id: string | null }): string
  readonly ping: string
  /** The end of a complete stream whose upstream sent no end marker. */
  readonly endMarker: string
  /** The frame for a client that asked for the usage and whose upstream sent none; absent = there is no such frame. */
  buildUsageFrame?(target: Pick<ClientTarget, 'operation'>, head: AnswerHead, usage: Usage): string
  buildTokenCount(tokens: number): JsonRecord
  /** A model of the list of models. */
  describeModel(id: string): object
  buildModelList(ids: readonly string[]): object
  /** The header in which its clients read the id of a request, besides those of all formats. */
  readonly requestIdHeader?: string
  /** The arrays and objects of a body that the neutral form holds as JSON text. Absent = none. */
  valuesIn?(body: JsonRecord): object[]
  /** Its answers hold the arguments of calls as values. Absent = as JSON text. */
  readonly readsArguments?: true
  /** Its clients may refer to items of earlier answers by id. */
  readonly refersToItems?: true
  /** Its calls for embeddings; absent = it has none. */
  readonly embeddingCalls?: EmbeddingCalls
  /** Its calls for rankings; absent = it has none. */
  readonly rerankCalls?: RerankCalls

  // For calls passed to an upstream of the same format.
  /**
   * Top-level fields to change in a body that passes, so that the model accepts it: a value to set, or undefined to
   * remove the field.
   */
  fittedFields(body: JsonRecord, upstreamModel: string, options: FormatOptions): JsonRecord
  /** The top-level fields with which a body names `model`; null if it needs no change. */
  modelFields(target: ClientTarget, body: JsonRecord, model: string): JsonRecord | null
  readonly modelPlace: ModelPlace
  /** The field that holds system prompts, with one more. `role`: that of the model's system prompts. */
  withPrompt(body: JsonRecord, system: { prompt: string; role: string }): PromptedField
  /** Absent = its bodies hold no media by address, or every host of the format fetches it. */
  readonly mediaPlaces?: MediaPlaces
  /** The top-level fields that set the thinking of a suffix; absent = it changes more than such fields. */
  thinkingFields?(body: JsonRecord, thinking: Thinking): JsonRecord
  /** Applies `change` to the opaque state of a body. Returns top-level fields to replace; null when nothing changes. */
  mapState(body: JsonRecord, change: ChangeState, upstreamModel: string): JsonRecord | null
}

/** The half of a chat format that serves upstreams: all that a format without clients needs. */
export interface UpstreamFormat {
  readonly id: WireFormatId
  createMeter(onText: (text: string) => void): StreamMeter
  /** `read`: the object of the body, if it was read already. Null if it has none. */
  readAnswer(body: Uint8Array, read?: JsonRecord | null): WireAnswer | null
  /** The error in a body's text; null when there is none. */
  parseError(body: string, status?: number): UpstreamErrorObject | null
  /** The error object of a frame or of an answer under status 200. */
  errorObjectOf(error: unknown): OpenaiErrorObject
  buildRequest(request: ChatRequest, settings: BuildSettings): JsonRecord
  /** The field of each setting. */
  readonly settingPlaces: SettingPlaces
  /** Tool names that it accepts. */
  readonly toolNames: NameRules
  /** Ids of calls that it accepts. */
  readonly callIds: NameRules
  /** What messages and tools can hold. */
  partLimits(takes: ChatExtensions): PartLimits
  parseAnswer(body: JsonRecord, newId: () => string): ChatResponse
  /** The arrays and objects of an answer that the neutral form holds as JSON text. Absent = none. */
  valuesInAnswer?(body: JsonRecord): object[]
  /** The texts of a request that its bodies hold as values. Absent = none. */
  textsToRead?(request: ChatRequest): string[]
  createStreamParser(newId: () => string): ChatStreamParser
  /** The text that its meter and parser read of a frame; null for a frame without data. Absent = only the data. */
  dataOf?(frame: Uint8Array): string | null
  /** Its wire format of embeddings; absent = it has none. */
  readonly embeddings?: EmbeddingsWire
  /** Its hosts need media as bytes, except at the addresses for which this is true; absent = they fetch media. */
  readsAddress?(url: string): boolean
  /** Its own wire format of rankings; absent = they pass unchanged. */
  readonly rerank?: RerankWire
  /** Its own wire of this kind of media; absent = such calls are passed on. */
  readonly media?: MediaWire
}

/** A format with both halves. */
export interface WireFormat extends ClientFormat, UpstreamFormat {
  readonly id: ClientFormatId
}

/** A client's calls for embeddings: to the neutral form and back. */
interface EmbeddingCalls {
  /** The neutral form, and the names of dropped fields. Throws GatewayError of the caller. */
  parse(body: JsonRecord): { request: EmbeddingRequest; unread: string[] }
  buildAnswer(
    vectors: readonly ClientVector[],
    requested: { body: JsonRecord; model: string; inputTokens: number },
  ): JsonRecord
  /** Whether a body asks for vectors in base64; absent = none does. */
  wantsBase64?(body: JsonRecord): boolean
}

/** A client's calls for rankings: to the neutral form and back. */
interface RerankCalls {
  /** The neutral form, and the names of dropped fields. Throws GatewayError of the caller. */
  parse(body: JsonRecord): { request: RerankRequest; unread: string[] }
  buildAnswer(
    ranked: RankedDocument[],
    requested: { body: JsonRecord; model: string; inputTokens: number; units: number | undefined },
  ): JsonRecord
}
