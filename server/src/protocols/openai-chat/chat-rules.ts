export type ReasoningField = 'reasoning_content' | 'reasoning'

/** How one upstream of this protocol differs from plain Chat Completions. All off by default. */
export interface OpenaiChatRules {
  /** Default `system`, which every upstream accepts. */
  systemRole?: 'system' | 'developer'
  /** Default `max_tokens`. */
  maxTokensField?: 'max_tokens' | 'max_completion_tokens'
  /** Whether the usage of a stream is requested. Default true; a few upstreams refuse the field. */
  reportsStreamUsage?: boolean
  /** `cache_control` on parts and tools. */
  keepsCacheMarks?: boolean
  /** Reasoning of earlier turns: omitted, as text, or also with its state as `reasoning_details`. */
  reasoning?: 'none' | 'text' | 'details'
  /** The field of the text; default `reasoning_content`. */
  reasoningField?: ReasoningField
  /** A message with calls and no reasoning is refused, so it gets a blank one: `""` is refused too. */
  needsReasoning?: boolean
  /** The owner of the state in the details, if the conversation does not contain it: `anthropic-claude-v1`, … */
  reasoningFormat?: string
  /** `extra_content.google.thought_signature` on calls. */
  keepsThoughtSignatures?: boolean
  takesTopK?: boolean
  /** Prompt cache hints and `verbosity`, which hosts of other makers' models refuse. */
  takesOpenaiFields?: boolean
}

/** Extensions of OpenAI's format that a provider documents. Other extensions are not sent: hosts refuse them. */
export type ChatExtensions = Pick<
  OpenaiChatRules,
  'keepsCacheMarks' | 'reasoning' | 'reasoningField' | 'needsReasoning' | 'keepsThoughtSignatures' | 'takesTopK'
>
