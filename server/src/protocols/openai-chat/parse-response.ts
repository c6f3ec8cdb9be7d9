import type { Usage } from '../../core/usage/usage.ts'
import { baseRespError, codeError } from './base-resp.ts'
import { deliveredText } from './delivered-text.ts'
import { parseOpenaiUsage } from './parse-usage.ts'
import { withSearchOf } from './search-model.ts'

/** What the gateway reads of a whole answer. */
export interface OpenaiAnswer {
  usage: Usage | null
  /** An error object under status 200, which some upstreams send. */
  error: unknown
  /** All produced text, to count tokens when usage is missing. */
  text(): string
}

/** Reads a whole answer. Null when the body is not a JSON object. */
export function parseOpenaiAnswer(body: Uint8Array): OpenaiAnswer | null {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const answer = value as Record<string, unknown>
  return {
    usage: withSearchOf(answer.model, parseOpenaiUsage(answer.usage)),
    error: answer.error ?? baseRespError(answer.base_resp) ?? codeError(answer),
    text: () => answerText(answer),
  }
}

function answerText(answer: Record<string, unknown>): string {
  if (!Array.isArray(answer.choices)) return ''
  return answer.choices.map(choiceText).join('\n')
}

function choiceText(choice: unknown): string {
  const wire = (choice ?? {}) as { text?: unknown; message?: Record<string, unknown> }
  const message = wire.message ?? {}
  const calls = Array.isArray(message.tool_calls) ? JSON.stringify(message.tool_calls) : ''
  return (typeof wire.text === 'string' ? wire.text : '') + deliveredText(message) + calls
}
