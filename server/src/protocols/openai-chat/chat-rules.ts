/** What one upstream of this protocol takes beyond, or differs from, plain Chat Completions. All off by default. */
export interface OpenaiChatRules {
  /** Default `system`, which every upstream knows. */
  systemRole?: 'system' | 'developer'
  /** Default `max_tokens`. */
  maxTokensField?: 'max_tokens' | 'max_completion_tokens'
  /** Whether a stream's usage is asked for. Default true; a few upstreams refuse the field. */
  reportsStreamUsage?: boolean
  /** `cache_control` on parts and tools. */
  keepsCacheMarks?: boolean
  /** Reasoning of earlier turns: not sent, as `reasoning_content`, or with its state as `reasoning_details` too. */
  reasoning?: 'none' | 'text' | 'details'
  /** Whose state the details hold, where the conversation does not say: `anthropic-claude-v1`, … */
  reasoningFormat?: string
  /** `extra_content.google.thought_signature` on calls. */
  keepsThoughtSignatures?: boolean
  takesTopK?: boolean
  /** Hints for the prompt cache and `verbosity`, which hosts of other makers' models refuse. */
  takesOpenaiFields?: boolean
}
