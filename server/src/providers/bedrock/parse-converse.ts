import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import type { ChatResponse, FinishReason } from '../../core/chat/chat-response.ts'
import type { Part } from '../../core/chat/content.ts'
import { createUnreadAnswerParts, type UnreadAnswerParts } from '../../core/chat/unread-fields.ts'
import { jsonTextOf } from '../../core/json/prepared-json.ts'
import { splitWritten } from '../../core/usage/cache-counts.ts'
import { buildReport, CountReader, type ReportedUsage } from '../../core/usage/usage-report.ts'
import type { Reply } from '../reply-reader.ts'

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
    return [{ kind: 'tool_call', ...call, arguments: jsonTextOf(recordOf(input)) }]
  }
  const reasoning = textOf(recordOf(recordOf(block.reasoningContent).reasoningText).text)
  if (reasoning !== '') return [{ kind: 'reasoning', text: reasoning }]
  const [kind] = Object.keys(block)
  if (kind !== undefined && kind !== 'text' && kind !== 'reasoningContent') unread.note(kind)
  return []
}

/**
 * Input tokens, without those read from or written to the cache. `cacheDetails` has the writes by their lifetime:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_TokenUsage.html, read 2026-11-30
 */
export function parseConverseUsage(wire: unknown): ReportedUsage | null {
  const usage = recordOf(wire)
  const reader = new CountReader()
  const input = reader.tokens(usage.inputTokens)
  const cacheReadText = reader.tokens(usage.cacheReadInputTokens) ?? 0
  const details = recordsOf(usage.cacheDetails)
  const writtenFor = (ttl: string) => reader.tokens(details.find((detail) => detail.ttl === ttl)?.inputTokens)
  const { written5m, written1h, isUnsplit } = splitWritten({
    written: reader.tokens(usage.cacheWriteInputTokens),
    fiveMinutes: writtenFor('5m'),
    oneHour: writtenFor('1h'),
  })
  return buildReport({
    input: input === undefined ? undefined : input + cacheReadText + written5m + written1h,
    output: reader.tokens(usage.outputTokens),
    parts: { cacheReadText, cacheWrite5m: written5m, cacheWrite1h: written1h },
    isUnsplit,
    isDoubtful: reader.isDoubtful,
  })
}

const reasons = tableOf<FinishReason>({
  end_turn: 'stop',
  stop_sequence: 'stop_sequence',
  max_tokens: 'length',
  model_context_window_exceeded: 'context_full',
  tool_use: 'tool_calls',
  guardrail_intervened: 'content_filter',
  content_filtered: 'content_filter',
  malformed_model_output: 'error',
  malformed_tool_use: 'error',
})

function mapStopReason(wire: unknown): FinishReason {
  const name = textOf(wire)
  return reasons[name] ?? 'stop'
}

/**
 * Reads the events of `/converse-stream`, each an object with the event's type as its only field. The usage
 * (`metadata`) follows `messageStop`; recordings of some hosts have them in the other order, or no usage.
 */
export function createConverseReader(): (wire: JsonRecord) => Reply {
  let calls = 0
  /** The tool call that is open, and whether any of its arguments have arrived. */
  let open: { index: number; isBegun: boolean } | null = null
  let isStopped = false
  let isMetered = false

  return (wire) => {
    if (wire.type === 'error') return fail(recordOf(wire.error))
    if (wire.messageStart !== undefined) return { text: '' }
    if (isRecord(wire.contentBlockStart)) return startBlock(recordOf(wire.contentBlockStart.start))
    if (isRecord(wire.contentBlockDelta)) return readDelta(recordOf(wire.contentBlockDelta.delta))
    if (wire.contentBlockStop !== undefined) return endBlock()
    if (isRecord(wire.messageStop)) {
      isStopped = true
      return { finish: mapStopReason(wire.messageStop.stopReason), isFinished: true, isLast: isMetered }
    }
    if (!isRecord(wire.metadata)) return {}
    isMetered = true
    return { usage: parseConverseUsage(wire.metadata.usage), isLast: isStopped }
  }

  function startBlock({ toolUse }: JsonRecord): Reply {
    if (!isRecord(toolUse)) return {}
    open = { index: calls++, isBegun: false }
    const call = { id: textOf(toolUse.toolUseId), name: textOf(toolUse.name), arguments: '' }
    return { calls: [{ index: open.index, ...call }] }
  }

  function readDelta({ text, toolUse, reasoningContent }: JsonRecord): Reply {
    const input = textOf(recordOf(toolUse).input)
    if (input === '' || !open) return { thought: textOf(recordOf(reasoningContent).text), text: textOf(text) }
    open.isBegun = true
    return { calls: [{ index: open.index, name: '', arguments: input }] }
  }

  function endBlock(): Reply {
    const bare = open && !open.isBegun ? [{ index: open.index, name: '', arguments: '{}' }] : []
    open = null
    return { calls: bare, endsPart: true }
  }
}

const fail = ({ message, type }: JsonRecord): Reply => ({
  error: { message: textOf(message), type: textOf(type) || 'upstream_error' },
})
