import type { ChatRequest, ResponseFormat } from './chat-request.ts'
import type { Message } from './content.ts'

/** An instruction to answer in `format`, for models without a setting for it; '' for plain text. */
export function jsonInstruction(format: ResponseFormat): string {
  if (format.kind === 'text') return ''
  const instruction = 'Answer with JSON only, without any text around it.'
  return format.kind === 'json'
    ? instruction
    : `${instruction} It must match this JSON Schema: ${JSON.stringify(format.schema)}`
}

/** Adds `text` to the instructions at the start of the conversation. */
export function withInstruction(messages: Message[], text: string): Message[] {
  const leading = messages.findIndex((message) => message.role !== 'system')
  const at = leading < 0 ? messages.length : leading
  const instruction: Message = { role: 'system', parts: [{ kind: 'text', text }] }
  return [...messages.slice(0, at), instruction, ...messages.slice(at)]
}

/**
 * The request with the word JSON in its messages, without which OpenAI's formats refuse JSON mode: "'messages' must
 * contain the word 'json' in some form". https://platform.openai.com/docs/guides/structured-outputs, as known on
 * 2026-11-28
 */
export function withJsonNamed(request: ChatRequest): ChatRequest {
  const { responseFormat, messages } = request
  if (responseFormat?.kind !== 'json') return request
  const isNamed = messages.some(({ parts }) => parts.some((part) => part.kind === 'text' && /json/i.test(part.text)))
  return isNamed ? request : { ...request, messages: withInstruction(messages, jsonInstruction(responseFormat)) }
}
