import type { CacheMark, Message } from './content.ts'
import type { OpenaiFields } from './openai-fields.ts'

/** A function that the model may call. `parameters` is a JSON Schema object, unchanged. */
export interface Tool {
  name: string
  description?: string
  parameters?: Record<string, unknown>
  strict?: boolean
  cache?: CacheMark
}

export type ToolChoice =
  | { kind: 'auto' }
  | { kind: 'none' }
  /** Any tool, but at least one. */
  | { kind: 'required' }
  | { kind: 'named'; name: string }

export type ResponseFormat =
  | { kind: 'text' }
  | { kind: 'json' }
  | {
      kind: 'json_schema'
      name?: string
      description?: string
      schema: Record<string, unknown>
      strict?: boolean
    }

export type Effort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max'

/** How much the model may think. Absent = the model's own default. */
export type Thinking =
  | { kind: 'effort'; effort: Effort; isShown?: boolean }
  /** Tokens; -1 = unlimited. */
  | { kind: 'budget'; tokens: number; isShown?: boolean }
  /** `isUnasked`: only shown thoughts are asked for; whether and how much the model thinks is its own default. */
  | { kind: 'adaptive'; effort?: Effort; isShown?: boolean; isUnasked?: true }
  | { kind: 'off' }

/** In which tier the upstream should serve the call; only OpenAI's formats have the last two for each call. */
export const serviceTiers = ['auto', 'default', 'flex', 'priority'] as const

/** A chat request in the neutral form. Absent and zero always differ. */
export interface ChatRequest {
  model: string
  messages: Message[]
  isStream: boolean
  /** The client of a stream asked for the usage frame (OpenAI); other protocols always send it. */
  wantsUsage: boolean
  maxOutputTokens?: number
  temperature?: number
  topP?: number
  topK?: number
  stop?: string[]
  seed?: number
  presencePenalty?: number
  frequencyPenalty?: number
  /** The number of requested answers. */
  n?: number
  tools?: Tool[]
  toolChoice?: ToolChoice
  /** false = one tool call at a time. */
  parallelToolCalls?: boolean
  responseFormat?: ResponseFormat
  /** Requested kinds of output: `text`, `image`, `audio`. Absent = the model's own. */
  modalities?: readonly string[]
  thinking?: Thinking
  /** The caller's name of the end user. */
  userId?: string
  serviceTier?: (typeof serviceTiers)[number]
  /** Fields of OpenAI's two formats that no other format has. */
  openai?: OpenaiFields
  /** Parts that the neutral form cannot hold, by their names in the client's format. */
  unread?: readonly string[]
}
