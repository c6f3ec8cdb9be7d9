import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ChatResponse, FinishReason } from '../../core/chat/chat-response.ts'
import type { Part, ToolCallPart } from '../../core/chat/content.ts'
import { parseOllamaUsage } from './parse-usage.ts'

/** A whole answer of `/api/chat`. */
export function parseOllamaAnswer(body: JsonRecord, newId: () => string): ChatResponse {
  const message = recordOf(body.message)
  const [thought, text] = [textOf(message.thinking), textOf(message.content)]
  const calls = recordsOf(message.tool_calls).map((call) => parseCall(call, newId))
  const parts: Part[] = [
    ...(thought === '' ? [] : [{ kind: 'reasoning', text: thought } as const]),
    ...(text === '' ? [] : [{ kind: 'text', text } as const]),
    ...calls,
  ]
  const finishReason = mapDoneReason(body.done_reason, calls.length > 0)
  return {
    id: newId(),
    model: '',
    createdAt: secondsOf(body.created_at),
    choices: body.message === undefined ? [] : [{ index: 0, parts, finishReason }],
    usage: parseOllamaUsage(body),
  }
}

/** Arguments are an object. Older servers send no id. */
export function parseCall(call: JsonRecord, newId: () => string): ToolCallPart {
  const { name, arguments: given } = recordOf(call.function)
  return {
    kind: 'tool_call',
    id: textOf(call.id) || newId(),
    name: textOf(name),
    arguments: typeof given === 'string' ? given : JSON.stringify(recordOf(given)),
  }
}

export function mapDoneReason(reason: unknown, hasCalls: boolean): FinishReason {
  if (reason === 'length') return 'length'
  return hasCalls ? 'tool_calls' : 'stop'
}

export function secondsOf(createdAt: unknown): number {
  const ms = Date.parse(textOf(createdAt))
  return Number.isNaN(ms) ? 0 : Math.floor(ms / 1_000)
}
