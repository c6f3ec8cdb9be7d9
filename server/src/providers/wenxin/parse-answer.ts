import { isRecord, type JsonRecord, numberOf, recordOf, textOf } from '@sluice/contract/read-json'
import type { ChatEvent, ChatResponse, ChatStreamParser, FinishReason } from '../../core/chat/chat-response.ts'
import type { Part } from '../../core/chat/content.ts'
import { buildInputReport, buildPlainReport, type ReportedUsage } from '../../core/usage/usage-report.ts'
import { buildErrorEvent, createRecordStreamParser } from '../own-stream.ts'
import type { OwnError } from '../own-wire.ts'

export function parseWenxinAnswer(body: JsonRecord, newId: () => string): ChatResponse {
  const text = textOf(body.result)
  const parts: Part[] = [...(text === '' ? [] : [{ kind: 'text', text } as const]), ...callIn(body, newId)]
  const hasAnswer = typeof body.result === 'string' || parts.length > 0
  return {
    id: textOf(body.id) || newId(),
    model: '',
    createdAt: numberOf(body.created) ?? 0,
    choices: hasAnswer ? [{ index: 0, parts, finishReason: finishOf(body) }] : [],
    usage: parseWenxinUsage(body),
  }
}

function callIn({ function_call }: JsonRecord, newId: () => string): Extract<Part, { kind: 'tool_call' }>[] {
  const call = recordOf(function_call)
  const name = textOf(call.name)
  return name === '' ? [] : [{ kind: 'tool_call', id: newId(), name, arguments: textOf(call.arguments) || '{}' }]
}

const reasons: Readonly<Record<string, FinishReason>> = {
  length: 'length',
  content_filter: 'content_filter',
  function_call: 'tool_calls',
}

function finishOf({ is_truncated, finish_reason, function_call }: JsonRecord): FinishReason {
  if (is_truncated === true) return 'length'
  if (isRecord(function_call)) return 'tool_calls'
  const name = textOf(finish_reason)
  return Object.hasOwn(reasons, name) ? (reasons[name] ?? 'stop') : 'stop'
}

/** Null when no tokens are reported. */
export function parseWenxinUsage(body: JsonRecord): ReportedUsage | null {
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = recordOf(body.usage)
  return buildPlainReport({ input, output, total }) ?? buildInputReport(total)
}

/** https://cloud.baidu.com/doc/WENXINWORKSHOP/s/tlmyncueh, as known on 2026-11-20 */
const meanings: Readonly<Record<number, string>> = {
  4: 'rate_limit_error',
  6: 'permission_error',
  13: 'authentication_error',
  14: 'authentication_error',
  17: 'insufficient_quota',
  18: 'rate_limit_error',
  19: 'insufficient_quota',
  110: 'authentication_error',
  111: 'authentication_error',
}

/** Errors arrive under status 200. */
export function wenxinErrorIn(body: JsonRecord): OwnError | null {
  const code = numberOf(body.error_code) ?? 0
  if (code === 0) return null
  const isParameter = code >= 336_000 && code < 337_000
  const type = isParameter ? 'invalid_request_error' : Object.hasOwn(meanings, code) ? meanings[code] : undefined
  return { message: textOf(body.error_msg) || `Code ${code}.`, ...(type && { type }), code }
}

/** Reads the events of a chat. Each holds the usage; `is_end` marks the last. */
export function createWenxinStreamParser(newId: () => string): ChatStreamParser {
  let isStarted = false
  let calls = 0

  return createRecordStreamParser((wire) => {
    const error = wenxinErrorIn(wire)
    return error ? [buildErrorEvent(error)] : read(wire)
  })

  function read(wire: JsonRecord): ChatEvent[] {
    const text = textOf(wire.result)
    const usage = parseWenxinUsage(wire)
    const isEnd = wire.is_end === true
    const made = callIn(wire, newId)
    if (text === '' && !usage && !isEnd && made.length === 0) return []
    return [
      ...start(wire),
      ...(text === '' ? [] : [{ kind: 'text', choice: 0, text } as const]),
      ...made.flatMap(buildCallEvents),
      ...(usage ? [{ kind: 'usage', usage } as const] : []),
      ...(isEnd ? [{ kind: 'finish', choice: 0, reason: finishOf(wire) } as const, { kind: 'end' } as const] : []),
    ]
  }

  function start({ id, created }: JsonRecord): ChatEvent[] {
    if (isStarted) return []
    isStarted = true
    return [{ kind: 'start', id: textOf(id) || newId(), model: '', createdAt: numberOf(created) ?? 0, usage: null }]
  }

  function buildCallEvents({ id, name, arguments: given }: Extract<Part, { kind: 'tool_call' }>): ChatEvent[] {
    const call = calls++
    return [
      { kind: 'tool_start', choice: 0, call, id, name },
      { kind: 'tool_arguments', choice: 0, call, text: given },
    ]
  }
}
