import type {
  CacheControlEphemeral,
  ContentBlock,
  ContentBlockParam,
  DocumentBlockParam,
  ImageBlockParam,
  Message,
  MessageCreateParams,
  RawMessageStreamEvent,
  StopReason,
  TextCitation,
  Tool,
  ToolResultBlockParam,
  Usage,
} from '@anthropic-ai/sdk/resources/messages'
import type { Sent } from '../sent.ts'

type KnownBlock = Exclude<ContentBlockParam, { type: 'image' | 'document' | 'tool_result' }>
/** The client chooses the media type: the SDK lists only today's. */
export type RequestSource =
  | { type: 'base64' | 'text'; media_type: string; data: string }
  | { type: 'url'; url: string }
  | { type: 'file'; file_id: string }
/** A block in a request to an upstream. */
export type RequestBlock =
  | Sent<KnownBlock>
  | (Omit<Sent<ImageBlockParam>, 'source'> & { type: 'image'; source: RequestSource })
  | (Omit<Sent<DocumentBlockParam>, 'source'> & { type: 'document'; source: RequestSource })
  | (Omit<Sent<ToolResultBlockParam>, 'content'> & { type: 'tool_result'; content?: RequestBlock[] })
export type CacheMark = { cache_control?: Sent<CacheControlEphemeral> }

/**
 * Extends the SDK's type: any effort, as newer models have more values, and the sampling fields, which the SDK dropped
 * and older models still accept.
 */
export type RequestBody = Omit<Sent<MessageCreateParams>, 'messages' | 'system' | 'output_config'> & {
  messages?: { role: 'user' | 'assistant' | 'system'; content: RequestBlock[] }[]
  system?: RequestBlock[]
  temperature?: number
  top_p?: number
  top_k?: number
  output_config?: { effort?: string; format?: { type: 'json_schema'; schema: unknown } }
}
export type RequestTool = Sent<Tool>
export type RequestThinking = NonNullable<Sent<MessageCreateParams['thinking']>>
export type RequestToolChoice = NonNullable<Sent<MessageCreateParams['tool_choice']>>

/** The answer that a client receives. */
export type AnswerMessage = Sent<Message>
export type AnswerBlock = Sent<ContentBlock>
export type AnswerStop = StopReason
export type AnswerUsage = Sent<Usage>
export type AnswerCitation = Sent<TextCitation>

type AnswerEvent = Sent<RawMessageStreamEvent>
export type EventType = RawMessageStreamEvent['type']
/** Fields of a stream's event, apart from its type. */
export type EventFields<Type extends EventType> = Omit<Extract<AnswerEvent, { type?: Type }>, 'type'>
export type EventDelta = NonNullable<EventFields<'content_block_delta'>['delta']>
