import type {
  Response,
  ResponseCreateParams,
  ResponseCustomToolCall,
  ResponseInputContent,
  ResponseInputItem,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseOutputText,
  ResponseReasoningItem,
  ResponseStreamEvent,
  ResponseUsage,
} from 'openai/resources/responses/responses'
import type { OpenaiFields } from '../../core/chat/openai-fields.ts'
import type { Sent } from '../sent.ts'

/** Sound in the form of the SDK's older versions: hosts of this format accept it. */
export type InputPart =
  | Sent<ResponseInputContent>
  | { type: 'input_audio'; input_audio: { data: string; format: string } }
export type AnswerContentPart = Sent<ResponseOutputMessage['content'][number]>
export type Thought = Pick<Sent<ResponseReasoningItem>, 'summary' | 'encrypted_content'>
/** Earlier messages are sent without ids, which the SDK's type of an answer requires. */
export type InputItem =
  | {
      type: 'message'
      role: 'assistant' | 'user' | 'system' | 'developer'
      content: (InputPart | AnswerContentPart)[]
    }
  | { type: 'function_call_output'; call_id: string; output: string | InputPart[] }
  | Sent<Exclude<ResponseInputItem, { type?: 'message' | 'function_call_output' }>>

/** The caller chooses the values of effort and tier: newer models have more than the SDK. */
export type RequestBody = Omit<
  Sent<ResponseCreateParams>,
  'input' | 'reasoning' | 'service_tier' | 'stream' | 'text' | keyof OpenaiFields
> &
  OpenaiFields & {
    input?: InputItem[]
    stream?: true
    reasoning?: RequestReasoning
    service_tier?: string
    text?: RequestText
  }
export type RequestReasoning = { effort?: string; summary?: 'auto' }
export type RequestFormat = NonNullable<NonNullable<Sent<ResponseCreateParams['text']>>['format']>
export type RequestText = { format?: RequestFormat; verbosity?: unknown }

/** The API also returns the status of a custom call, which the SDK's type lacks. */
export type AnswerItem = Sent<ResponseOutputItem> | (Sent<ResponseCustomToolCall> & { status?: string })
export type AnswerText = Sent<ResponseOutputText>
export type AnswerAnnotation = Sent<ResponseOutputText['annotations'][number]>
export type AnswerUsage = Sent<ResponseUsage>
/** The part of the request that a response repeats: the client's own JSON, unchanged. */
type Echoed =
  | 'instructions'
  | 'max_output_tokens'
  | 'metadata'
  | 'parallel_tool_calls'
  | 'reasoning'
  | 'temperature'
  | 'text'
  | 'tool_choice'
  | 'tools'
  | 'top_p'
  | 'truncation'
  | 'user'
/** Error codes are the upstream's. The API also repeats `store`, which the SDK's type lacks. */
export type Answer = Omit<Sent<Response>, Echoed | 'output' | 'error' | 'usage'> & {
  [Field in Echoed]?: unknown
} & {
  output?: AnswerItem[]
  error?: { code: string; message: string } | null
  usage?: AnswerUsage | null
  store?: boolean
}

type AnswerEvent = Sent<ResponseStreamEvent>
export type EventType = ResponseStreamEvent['type']
type SdkFields<Type extends EventType> = Omit<
  Extract<AnswerEvent, { type?: Type }>,
  'type' | 'sequence_number' | 'response' | 'item'
>
/** Fields of a stream's event, except its type and number. */
export type EventFields<Type extends EventType> = SdkFields<Type> & { response?: Answer; item?: AnswerItem }
