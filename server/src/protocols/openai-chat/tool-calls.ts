import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ToolCallPart } from '../../core/chat/content.ts'
import { defined } from '../../core/json/defined.ts'
import { jsonTextOf } from '../../core/json/prepared-json.ts'
import type { SignedCall, WireCall } from './wire.ts'

/**
 * Calls of an assistant's message, including the legacy `function_call`. `newId` creates ids for calls without one (as
 * every legacy call).
 */
export function parseToolCalls(
  message: JsonRecord,
  newId: () => string,
  onUnread?: (type: unknown) => void,
): ToolCallPart[] {
  const calls = recordsOf(message.tool_calls).map((call) => parseToolCall(call, newId))
  const legacy = recordOf(message.function_call)
  if (textOf(legacy.name) !== '') calls.push(parseToolCall({ function: legacy }, newId))
  const named = calls.filter((call) => call.name !== '')
  if (onUnread && named.length < calls.length)
    for (const { type } of recordsOf(message.tool_calls)) if (!isKnownType(type)) onUnread(type)
  return named
}

/** Many hosts omit the type of a function. */
const isKnownType = (type: unknown): boolean => type === undefined || type === 'function' || type === 'custom'

function parseToolCall(wire: JsonRecord, newId: () => string): ToolCallPart {
  const custom = recordOf(wire.custom)
  const isCustom = wire.type === 'custom'
  const called = recordOf(wire.function)
  return defined<ToolCallPart>({
    kind: 'tool_call',
    id: textOf(wire.id) || newId(),
    name: textOf(isCustom ? custom.name : called.name),
    // A free-form tool is offered as a function with one text argument: see parse-tools.ts.
    arguments: isCustom ? JSON.stringify({ input: textOf(custom.input) }) : argumentsOf(called.arguments),
    signature: thoughtSignatureOf(wire),
  })
}

/** Gemini's opaque state on a call. https://ai.google.dev/gemini-api/docs/thought-signatures */
export const thoughtSignatureOf = (call: JsonRecord): string | undefined =>
  textOf(recordOf(recordOf(call.extra_content).google).thought_signature) || undefined

/** JSON text of arguments: some upstreams send an object, `null`, or nothing when there are none. */
function argumentsOf(wire: unknown): string {
  const isValue = typeof wire === 'object' && wire !== null
  const text = isValue ? jsonTextOf(wire) : typeof wire === 'string' ? wire : (JSON.stringify(wire) ?? '')
  const isNothing = text.trim() === '' || text.trim() === 'null'
  return isNothing ? '{}' : text
}

export function buildToolCall(call: ToolCallPart, keepsSignature: boolean): WireCall {
  const extra = keepsSignature && call.signature !== undefined ? buildExtraContent(call.signature) : {}
  return {
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: argumentsOf(call.arguments) },
    ...extra,
  }
}

export const buildExtraContent = (signature: string): SignedCall => ({
  extra_content: { google: { thought_signature: signature } },
})
