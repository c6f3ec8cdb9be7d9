import type { JsonRecord } from '@sluice/contract/read-json'
import type { ChatRequest } from '../core/chat/chat-request.ts'
import type { ChatResponse, ChatStreamParser } from '../core/chat/chat-response.ts'
import type { PartLimits, SettingPlaces } from '../core/chat/left-out.ts'
import type { NameRules } from '../core/chat/name-fitter.ts'
import type { EmbeddingsWire } from '../core/embeddings.ts'
import type { RerankWire } from '../core/rerank.ts'
import type { Usage } from '../core/usage/usage.ts'

/** The parts of a channel that a body depends on. */
export interface WireChannel {
  other: string
}

/** An error as the provider reports it. */
export interface OwnError {
  message: string
  /** A type of OpenAI's format, if the error clearly has one. It decides the status of an error under status 200. */
  type?: string
  /** The provider's own code, or the equivalent HTTP status. */
  code?: string | number | null
}

/** How files are uploaded before a call that names them by id. Pure. */
export interface Uploads {
  /** The address of the upload form. */
  urlOf(channel: { baseUrl: string | null }): string
  /** Fields of the form besides the file. */
  fieldsOf(request: Pick<ChatRequest, 'userId'>): Readonly<Record<string, string>>
  /** The id in an answer; null when there is none. */
  readId(body: string): string | null
}

/**
 * A format that only one provider speaks, and no client: how a call is written from the neutral form, and how its
 * answer is read into it. Pure.
 */
export interface OwnWire {
  /** Path of each setting in a body, with dots between the levels; absent = not supported. */
  readonly settingPlaces: SettingPlaces
  /** Tool names that it accepts; absent = those that OpenAI accepts. */
  readonly toolNames?: NameRules
  /** What messages and tools can hold; absent = only text and images. */
  readonly partLimits?: Partial<PartLimits>
  /** Throws GatewayError of the caller for content that the provider cannot take. */
  buildRequest(request: ChatRequest, channel: WireChannel): JsonRecord
  parseAnswer(body: JsonRecord, newId: () => string): ChatResponse
  /** The arrays and objects of an answer that the neutral form holds as JSON text. Absent = none. */
  valuesInAnswer?(body: JsonRecord): object[]
  /** The texts of a request that its bodies hold as values. Absent = none. */
  textsToRead?(request: ChatRequest): string[]
  createStreamParser(newId: () => string): ChatStreamParser
  /** The usage in a whole answer to any kind of call; null = none is reported. */
  parseUsage(body: JsonRecord): Usage | null
  /** How many times a fixed price is due; null = the answer does not contain it. Absent = no answer does. */
  parseUnits?(body: JsonRecord): number | null
  /** The error in a body of any status; null = none. */
  errorIn(body: JsonRecord): OwnError | null
  /** The text that the parser reads of a frame; null for a frame without data. Absent = only the data. */
  dataOf?(frame: Uint8Array): string | null
  readonly embeddings?: EmbeddingsWire
  readonly rerank?: RerankWire
}
