import { type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import {
  type Message,
  type Part,
  type ReasoningPart,
  resultParts,
  type ToolCallPart,
  type ToolResultPart,
} from '../../core/chat/content.ts'
import { createUnreadParts, type UnreadParts } from '../../core/chat/unread-fields.ts'
import { invalidRequest, unknownRole } from '../../core/invalid-request.ts'
import { defined } from '../../core/json/defined.ts'
import { customArguments } from './custom-tools.ts'
import { parseEncryptedContent } from './encrypted-content.ts'
import { parseContent } from './parse-content.ts'
import { namedIn, type ToolIndex } from './tool-index.ts'

/**
 * `input` in the neutral form: the model's output of one turn becomes one message, and so do consecutive results of
 * calls with the user's text right after them. Items of hosted tools are reported to `unread`. Throws
 * GatewayError of the caller.
 */
export function parseInput(input: unknown, toolIndex: ToolIndex, unread: UnreadParts = createUnreadParts()): Message[] {
  if (typeof input === 'string') return [{ role: 'user', parts: parseContent(input) }]
  const messages: Message[] = []
  const names = new Map<string, string>()
  /** State that belongs to the following call. */
  let signature: string | undefined

  for (const item of recordsOf(input)) {
    switch (item.type ?? 'message') {
      case 'message':
        pushMessage(item)
        break
      case 'reasoning':
        pushReasoning(item)
        break
      case 'function_call':
        pushCall(item, textOf(item.arguments) || '{}')
        break
      case 'custom_tool_call':
        pushCall(item, customArguments(textOf(item.input)))
        break
      case 'function_call_output':
      case 'custom_tool_call_output':
        pushResult(item)
        break
      default:
        unread.note('input', item.type)
    }
  }
  return messages

  function pushMessage(item: JsonRecord): void {
    const parts = parseContent(item.content)
    switch (item.role) {
      case 'system':
      case 'developer':
        messages.push({ role: 'system', parts })
        break
      case 'assistant':
        pushAssistantParts(parts)
        break
      case 'user': {
        const last = messages.at(-1)
        if (last && isResults(last)) last.parts.push(...parts)
        else messages.push({ role: 'user', parts })
        break
      }
      default:
        throw unknownRole(item.role)
    }
  }

  function pushAssistantParts(parts: Part[]): void {
    const last = messages.at(-1)
    if (last?.role === 'assistant') last.parts.push(...parts)
    else messages.push({ role: 'assistant', parts })
  }

  function pushReasoning(item: JsonRecord): void {
    const { part, callSignature } = parseReasoning(item)
    signature = callSignature ?? signature
    if (part) pushAssistantParts([part])
  }

  function pushCall(item: JsonRecord, args: string): void {
    const id = textOf(item.call_id) || textOf(item.id)
    const name = namedIn(toolIndex, item)
    if (id === '' || name === '') throw invalidRequest('functionCallIncomplete')
    names.set(id, name)
    pushAssistantParts([defined<ToolCallPart>({ kind: 'tool_call', id, name, arguments: args, signature })])
    signature = undefined
  }

  function pushResult(item: JsonRecord): void {
    const callId = textOf(item.call_id)
    if (callId === '') throw invalidRequest('outputWithoutCallId')
    const result = defined<ToolResultPart>({
      kind: 'tool_result',
      callId,
      name: names.get(callId),
      content: resultParts(parseContent(item.output), (kind) => unread.note('input.output', kind)),
    })
    const last = messages.at(-1)
    if (last && isResults(last)) last.parts.push(result)
    else messages.push({ role: 'user', parts: [result] })
  }
}

const isResults = (message: Message): boolean =>
  message.role === 'user' && message.parts.length > 0 && message.parts.every((part) => part.kind === 'tool_result')

/** A reasoning item: its thought, or the state of the following call. Summaries are separated by a blank line. */
export function parseReasoning(item: JsonRecord): { part: ReasoningPart | null; callSignature?: string } {
  const pieces = [...recordsOf(item.summary), ...recordsOf(item.content)].map(({ text }) => textOf(text))
  const text = pieces.filter((piece) => piece !== '').join('\n\n')
  const wire = textOf(item.encrypted_content)
  if (wire === '') return { part: text === '' ? null : { kind: 'reasoning', text } }
  const { kind, state } = parseEncryptedContent(wire)
  if (kind === 'call') return { part: null, callSignature: state }
  if (kind === 'redacted') return { part: { kind: 'reasoning', text: '', redacted: state } }
  return { part: { kind: 'reasoning', text, signature: state } }
}
