import type { ChatRequest } from '../core/chat/chat-request.ts'
import type { ChatResponse, ChatStreamParser } from '../core/chat/chat-response.ts'
import type { PartLimits, SettingPlaces } from '../core/chat/left-out.ts'
import type { ToolNameRules } from '../core/chat/tool-names.ts'
import type { EmbeddingRequest } from '../core/embeddings.ts'
import type { RankedDocument, RerankRequest } from '../core/rerank.ts'
import type { Usage } from '../core/usage/usage.ts'

type Wire = Record<string, unknown>

/** What of a channel a body depends on. */
export interface WireChannel {
  other: string
}

/** What a provider says of a failure. */
export interface OwnError {
  message: string
  /** A type of OpenAI's format where it is clear which one it is. It decides the status of an error under status 200. */
  type?: string
  /** The provider's own code, or the HTTP status that the error stands for. */
  code?: string | number | null
}

/** Embeddings, from the neutral form and back. */
export interface EmbeddingsWire {
  build(request: EmbeddingRequest, model: string): Wire
  parse(answer: Wire): number[][]
  /** It is sent what the vectors are for. */
  readonly takesPurpose?: true
}

/** Rankings, from the neutral form and back. */
export interface RerankWire {
  build(request: RerankRequest, model: string): Wire
  parse(answer: Wire): RankedDocument[]
}

/** How files are sent before a call that names them by their ids. Pure. */
export interface Uploads {
  /** Where the form with a file is sent. */
  urlOf(channel: { baseUrl: string | null }): string
  /** Fields of the form beside the file. */
  fieldsOf(request: Pick<ChatRequest, 'userId'>): Readonly<Record<string, string>>
  /** The id in an answer; null where it holds none. */
  readId(body: string): string | null
}

/**
 * A format that one provider speaks and no client: how a call is written from the neutral form, and how its answer is read
 * into it. Pure.
 */
export interface OwnWire {
  /** Where a body has each setting, with dots between the levels; absent = nowhere. */
  readonly settingPlaces: SettingPlaces
  /** Names of tools that it takes; absent = those that OpenAI takes. */
  readonly toolNames?: ToolNameRules
  /** What it has a place for within messages and tools; absent = text and images alone. */
  readonly partLimits?: Partial<PartLimits>
  /** Throws GatewayError of the caller for content that the provider has no place for. */
  buildRequest(request: ChatRequest, channel: WireChannel): Wire
  parseAnswer(body: Wire, newId: () => string): ChatResponse
  createStreamParser(newId: () => string): ChatStreamParser
  /** The usage in a whole answer of any kind of call; null = it reports none. */
  parseUsage(body: Wire): Usage | null
  /** Times a fixed price is due; null = the answer does not say. Absent = no answer does. */
  parseUnits?(body: Wire): number | null
  /** The error in a body of any status; null = it holds none. */
  errorIn(body: Wire): OwnError | null
  /** What the parser reads of a frame; null for a frame without data. Absent = its data alone. */
  dataOf?(frame: Uint8Array): string | null
  readonly embeddings?: EmbeddingsWire
  readonly rerank?: RerankWire
}
