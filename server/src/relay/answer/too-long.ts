import type { OpenaiErrorObject } from '../../protocols/openai-errors.ts'
import type { ClientFormatId } from '../../protocols/wire-format-id.ts'

/** Statuses with which makers refuse a prompt that is longer than the model takes. */
const statuses: ReadonlySet<number> = new Set([400, 413, 422])

/**
 * How they say it, as known on 2026-11-30: Anthropic and Bedrock; OpenAI, DeepSeek, OpenRouter, Mistral, xAI and vLLM;
 * OpenAI's Responses, MiniMax and llama.cpp; Google; Moonshot; Qwen; Cohere.
 */
const sentences: readonly RegExp[] = [
  /\b(prompt|input) is too long\b/i,
  /\bexceeds? context limit\b/i,
  /\bmaximum (context|prompt) length\b/i,
  /\b(context window exceeds|exceeds the (available )?context (window|size|length))\b/i,
  /\binput token count .{0,30}exceeds the maximum\b/i,
  /\bexceeded model token limit\b/i,
  /\brange of input length should be\b/i,
  /\btokens in the prompt cannot exceed\b/i,
]

/** OpenAI's, the gateway's own, and that of Zhipu. */
const codes: ReadonlySet<unknown> = new Set(['context_length_exceeded', 'prompt_too_long', '1261', 1261])

/** What OpenAI's clients look for. */
const asOpenai = (error: OpenaiErrorObject): OpenaiErrorObject => ({
  ...error,
  type: 'invalid_request_error',
  code: 'context_length_exceeded',
})

/** What Anthropic's clients look for: its format has no code for it. */
const anthropicWords = 'prompt is too long'

function asAnthropic(error: OpenaiErrorObject): OpenaiErrorObject {
  const isSaid = error.message.toLowerCase().includes(anthropicWords)
  const message = isSaid ? error.message : `${anthropicWords}: ${error.message}`
  return { ...error, type: 'invalid_request_error', message }
}

/** Google's clients look for no sign. */
const inTermsOf: Partial<Record<ClientFormatId, (error: OpenaiErrorObject) => OpenaiErrorObject>> = {
  openai: asOpenai,
  responses: asOpenai,
  anthropic: asAnthropic,
}

/**
 * A refusal of a prompt that is too long, as the maker of the client's format writes it: agents then shorten the
 * conversation instead of giving up. Any other error as it is.
 */
export function withLengthCode(format: ClientFormatId, status: number, error: OpenaiErrorObject): OpenaiErrorObject {
  if (!statuses.has(status)) return error
  const isTooLong = codes.has(error.code) || sentences.some((sentence) => sentence.test(error.message))
  return (isTooLong && inTermsOf[format]?.(error)) || error
}
