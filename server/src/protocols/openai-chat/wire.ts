import type { JsonRecord } from '@sluice/contract/read-json'
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionContentPart,
  ChatCompletionContentPartRefusal,
  ChatCompletionCreateParams,
  ChatCompletionFunctionTool,
  ChatCompletionMessage,
  ChatCompletionMessageToolCall,
} from 'openai/resources/chat/completions'
import type { CompletionUsage } from 'openai/resources/completions'
import type { Sent } from '../sent.ts'

/** Fields that hosts of this format add to a message, by OpenRouter's documentation. Clients send them back. */
export interface ReasoningFields {
  reasoning_content?: string
  reasoning?: string
  reasoning_details?: JsonRecord[]
}
/** Google's opaque state on a call, by the documentation of its endpoint in this format. */
export interface SignedCall {
  extra_content?: { google: { thought_signature: string } }
}
/** Prompt caching in the form of Anthropic's API, by OpenRouter's documentation. */
interface CacheMarked {
  cache_control?: JsonRecord
}

export type WirePart = (
  | Sent<ChatCompletionContentPart>
  | Sent<ChatCompletionContentPartRefusal>
  // Media that hosts accept beyond OpenAI's own.
  | { type: 'video_url'; video_url: { url: string } }
  | { type: 'input_audio'; input_audio: { data: string; format: string } }
) &
  CacheMarked
export type WireCall = Sent<Extract<ChatCompletionMessageToolCall, { type: 'function' }>> & SignedCall
export type WireTool = Sent<ChatCompletionFunctionTool> & CacheMarked
export type WireToolChoice = Sent<ChatCompletionCreateParams['tool_choice']>
export type WireResponseFormat = Sent<ChatCompletionCreateParams['response_format']>

export interface WireMessage extends ReasoningFields {
  role: 'assistant' | 'user' | 'system' | 'developer' | 'tool'
  name?: string
  content: string | WirePart[] | null
  refusal?: string
  audio?: { id: string }
  tool_call_id?: string
  tool_calls?: WireCall[]
}

/** `top_k` belongs to hosts whose rules allow it, not to OpenAI; the caller chooses the values of effort and tier. */
export type RequestBody = Omit<
  Sent<ChatCompletionCreateParams>,
  'messages' | 'tools' | 'stream' | 'reasoning_effort' | 'service_tier'
> & {
  messages?: WireMessage[]
  tools?: WireTool[]
  stream?: true
  top_k?: number
  reasoning_effort?: string
  service_tier?: string
}

export type AnswerUsage = Sent<CompletionUsage> & {
  prompt_tokens_details?: { image_tokens?: number }
  completion_tokens_details?: { image_tokens?: number }
}
export type FinishReason = ChatCompletion.Choice['finish_reason']
export type AnswerAudio = Sent<NonNullable<ChatCompletionMessage['audio']>>
export interface AnswerImage {
  type: 'image_url'
  image_url: { url: string }
  index: number
}
export type AnswerAnnotation = Sent<ChatCompletionMessage.Annotation>
/** Pictures are in `images`, by OpenRouter's documentation. */
export type AnswerMessage = Omit<Sent<ChatCompletionMessage>, 'tool_calls'> &
  ReasoningFields & { images?: AnswerImage[]; tool_calls?: WireCall[] }
export type AnswerChoice = Omit<Sent<ChatCompletion.Choice>, 'message' | 'finish_reason'> & {
  message: AnswerMessage
  finish_reason: FinishReason | null
}
export type Answer = Omit<Sent<ChatCompletion>, 'choices' | 'usage'> & {
  choices?: AnswerChoice[]
  usage?: AnswerUsage
}
type DeltaCall = Sent<ChatCompletionChunk.Choice.Delta.ToolCall> & SignedCall
export type AnswerDelta = Omit<Sent<ChatCompletionChunk.Choice.Delta>, 'tool_calls'> &
  ReasoningFields & {
    images?: AnswerImage[]
    audio?: AnswerAudio
    annotations?: AnswerAnnotation[]
    tool_calls?: DeltaCall[]
  }
/** A frame, without the fields that all frames of a stream share. */
export interface AnswerFrame {
  choices: { index: number; delta: AnswerDelta; finish_reason: FinishReason | null }[]
  usage?: AnswerUsage
}
