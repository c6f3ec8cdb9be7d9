import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ChatEvent, ChatResponse, ChatStreamParser, FinishReason } from '../../core/chat/chat-response.ts'
import type { Part } from '../../core/chat/content.ts'
import { createUnreadAnswerParts, type UnreadAnswerParts } from '../../core/chat/unread-fields.ts'
import { buildReport, CountReader, type ReportedUsage } from '../../core/usage/usage-report.ts'
import { buildErrorEvent, createRecordStreamParser } from '../own-stream.ts'

/** A whole answer of `/converse`. */
export function parseConverseAnswer(body: JsonRecord, newId: () => string): ChatResponse {
  const { message } = recordOf(body.output)
  const unread = createUnreadAnswerParts()
  const parts = recordsOf(recordOf(message).content).flatMap((block) => parseBlock(block, newId, unread))
  return {
    id: newId(),
    model: '',
    createdAt: 0,
    choices: isRecord(message) ? [{ index: 0, parts, finishReason: mapStopReason(body.stopReason) }] : [],
    usage: parseConverseUsage(body.usage),
    ...unread.field(),
  }
}

/** A block has its kind as the name of its only field. */
function parseBlock(block: JsonRecord, newId: () => string, unread: UnreadAnswerParts): Part[] {
  const text = textOf(block.text)
  if (text !== '') return [{ kind: 'text', text }]
  if (isRecord(block.toolUse)) {
    const { toolUseId, name, input } = block.toolUse
    const call = { id: textOf(toolUseId) || newId(), name: textOf(name) }
    return [{ kind: 'tool_call', ...call, arguments: JSON.stringify(recordOf(input)) }]
  }
  const reasoning = textOf(recordOf(recordOf(block.reasoningContent).reasoningText).text)
  if (reasoning !== '') return [{ kind: 'reasoning', text: reasoning }]
  const [kind] = Object.keys(block)
  if (kind !== undefined && kind !== 'text' && kind !== 'reasoningContent') unread.note(kind)
  return []
}

/** Input tokens, without those read from or written to the cache. */
export function parseConverseUsage(wire: unknown): ReportedUsage | null {
  const usage = recordOf(wire)
  const reader = new CountReader()
  const input = reader.tokens(usage.inputTokens)
  const cacheReadText = reader.tokens(usage.cacheReadInputTokens) ?? 0
  const cacheWrite5m = reader.tokens(usage.cacheWriteInputTokens) ?? 0
  return buildReport({
    input: input === undefined ? undefined : input + cacheReadText + cacheWrite5m,
    output: reader.tokens(usage.outputTokens),
    parts: { cacheReadText, cacheWrite5m },
    isDoubtful: reader.isDoubtful,
  })
}

const reasons: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop_sequence',
  max_tokens: 'length',
  model_context_window_exceeded: 'context_full',
  tool_use: 'tool_calls',
  guardrail_intervened: 'content_filter',
  content_filtered: 'content_filter',
  malformed_model_output: 'error',
  malformed_tool_use: 'error',
}

function mapStopReason(wire: unknown): FinishReason {
  const name = textOf(wire)
  return Object.hasOwn(reasons, name) ? (reasons[name] ?? 'stop') : 'stop'
}

/**
 * Reads the events of `/converse-stream`, each an object with the event's type as its only field. The usage
 * (`metadata`) follows `messageStop`; recordings of some hosts have them in the other order, or no usage.
 */
export function createConverseStreamParser(newId: () => string): ChatStreamParser {
  let calls = 0
  /** The tool call that is open, and whether any of its arguments have arrived. */
  let open: { call: number; isBegun: boolean } | null = null
  let isStopped = false
  let isMetered = false

  return createRecordStreamParser(read)

  function read(wire: JsonRecord): ChatEvent[] {
    if (wire.type === 'error') return fail(recordOf(wire.error))
    if (wire.messageStart !== undefined) return [{ kind: 'start', id: newId(), model: '', createdAt: 0, usage: null }]
    if (isRecord(wire.contentBlockStart)) return startBlock(recordOf(wire.contentBlockStart.start))
    if (isRecord(wire.contentBlockDelta)) return readDelta(recordOf(wire.contentBlockDelta.delta))
    if (wire.contentBlockStop !== undefined) return endBlock()
    if (isRecord(wire.messageStop)) return stop(wire.messageStop)
    return isRecord(wire.metadata) ? meter(wire.metadata) : []
  }

  function startBlock({ toolUse }: JsonRecord): ChatEvent[] {
    if (!isRecord(toolUse)) return []
    open = { call: calls++, isBegun: false }
    const id = textOf(toolUse.toolUseId) || newId()
    return [{ kind: 'tool_start', choice: 0, call: open.call, id, name: textOf(toolUse.name) }]
  }

  function readDelta(delta: JsonRecord): ChatEvent[] {
    const [text, input] = [textOf(delta.text), textOf(recordOf(delta.toolUse).input)]
    const reasoning = textOf(recordOf(delta.reasoningContent).text)
    if (text !== '') return [{ kind: 'text', choice: 0, text }]
    if (reasoning !== '') return [{ kind: 'reasoning', choice: 0, text: reasoning }]
    if (input === '' || !open) return []
    open.isBegun = true
    return [{ kind: 'tool_arguments', choice: 0, call: open.call, text: input }]
  }

  function endBlock(): ChatEvent[] {
    const unwritten = open && !open.isBegun ? open : null
    open = null
    return [
      ...(unwritten ? [{ kind: 'tool_arguments', choice: 0, call: unwritten.call, text: '{}' } as const] : []),
      { kind: 'part_end', choice: 0 },
    ]
  }

  function stop({ stopReason }: JsonRecord): ChatEvent[] {
    isStopped = true
    return [{ kind: 'finish', choice: 0, reason: mapStopReason(stopReason) }, ...endIf(isMetered)]
  }

  function meter(metadata: JsonRecord): ChatEvent[] {
    isMetered = true
    const usage = parseConverseUsage(metadata.usage)
    return [...(usage ? [{ kind: 'usage', usage } as const] : []), ...endIf(isStopped)]
  }

  function fail({ message, type }: JsonRecord): ChatEvent[] {
    return [buildErrorEvent({ message: textOf(message), type: textOf(type) || 'upstream_error' })]
  }
}

const endIf = (isOver: boolean): ChatEvent[] => (isOver ? [{ kind: 'end' }] : [])
