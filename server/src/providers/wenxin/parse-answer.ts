import { isRecord, type JsonRecord, numberOf, recordOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import type { FinishReason } from '../../core/chat/chat-response.ts'
import { buildInputReport, buildPlainReport, type ReportedUsage } from '../../core/usage/usage-report.ts'
import type { OwnError } from '../own-wire.ts'
import type { Reply } from '../reply-reader.ts'

/** A whole answer, or an event of a stream: each event has the usage, and `is_end` marks the last. */
export function readWenxinAnswer(body: JsonRecord): Reply {
  const { result, function_call } = body
  const call = recordOf(function_call)
  const name = textOf(call.name)
  return {
    id: textOf(body.id),
    createdAt: numberOf(body.created) ?? 0,
    ...(typeof result === 'string' && { text: result }),
    calls: name === '' ? [] : [{ name, arguments: textOf(call.arguments) }],
    usage: parseUsage(body.usage),
    finish: finishOf(body),
    isLast: body.is_end === true,
    error: errorIn(body),
  }
}

const reasons = tableOf<FinishReason>({
  length: 'length',
  content_filter: 'content_filter',
  function_call: 'tool_calls',
})

function finishOf({ is_truncated, finish_reason, function_call }: JsonRecord): FinishReason {
  if (is_truncated === true) return 'length'
  if (isRecord(function_call)) return 'tool_calls'
  const name = textOf(finish_reason)
  return reasons[name] ?? 'stop'
}

/** Null when no tokens are reported. */
function parseUsage(wire: unknown): ReportedUsage | null {
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = recordOf(wire)
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
function errorIn(body: JsonRecord): OwnError | null {
  const code = numberOf(body.error_code) ?? 0
  if (code === 0) return null
  const isParameter = code >= 336_000 && code < 337_000
  const type = isParameter ? 'invalid_request_error' : Object.hasOwn(meanings, code) ? meanings[code] : undefined
  return { message: textOf(body.error_msg) || `Code ${code}.`, ...(type && { type }), code }
}
