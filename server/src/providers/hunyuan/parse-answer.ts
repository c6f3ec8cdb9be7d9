import { isRecord, type JsonRecord, numberOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import type { FinishReason } from '../../core/chat/chat-response.ts'
import { buildInputReport, buildPlainReport, type ReportedUsage } from '../../core/usage/usage-report.ts'
import type { OwnError } from '../own-wire.ts'
import type { Reply } from '../reply-reader.ts'

/** A whole answer is inside `Response`; an event of a stream is not. */
export const bodyOf = (wire: JsonRecord): JsonRecord => (isRecord(wire.Response) ? wire.Response : wire)

/** A whole answer, or an event of a stream. Each event has the usage; a finish reason ends the stream. */
export function readHunyuanAnswer(wire: JsonRecord): Reply {
  const body = bodyOf(wire)
  const [choice] = recordsOf(body.Choices)
  const message = recordOf(choice?.Message ?? choice?.Delta)
  const finish = mapFinish(choice?.FinishReason)
  return {
    id: textOf(body.Id),
    createdAt: numberOf(body.Created) ?? 0,
    thought: textOf(message.ReasoningContent),
    ...(choice && { text: textOf(message.Content) }),
    calls: recordsOf(message.ToolCalls).map(readCall),
    usage: parseUsage(body.Usage),
    finish,
    isLast: finish !== null,
    error: hunyuanErrorIn(wire),
  }
}

function readCall(call: JsonRecord, place: number) {
  const called = recordOf(call.Function)
  return {
    index: numberOf(call.Index) ?? place,
    id: textOf(call.Id),
    name: textOf(called.Name),
    arguments: textOf(called.Arguments),
  }
}

const reasons = tableOf<FinishReason>({
  stop: 'stop',
  sensitive: 'content_filter',
  tool_calls: 'tool_calls',
  length: 'length',
})

/** Null while the choice is unfinished. */
function mapFinish(wire: unknown): FinishReason | null {
  const name = textOf(wire)
  if (name === '') return null
  return reasons[name] ?? 'stop'
}

/** Null when no tokens are reported. */
function parseUsage(wire: unknown): ReportedUsage | null {
  const { PromptTokens, CompletionTokens, TotalTokens } = recordOf(wire)
  return (
    buildPlainReport({ input: PromptTokens, output: CompletionTokens, total: TotalTokens }) ??
    buildInputReport(TotalTokens)
  )
}

/** Prefixes of the error codes. https://cloud.tencent.com/document/api/1729/101842, as known on 2026-11-20 */
const meanings: readonly [RegExp, string][] = [
  [/^AuthFailure/, 'authentication_error'],
  [/^UnauthorizedOperation/, 'permission_error'],
  [/LimitExceeded/, 'rate_limit_error'],
  [/^ResourceInsufficient|Exhausted|NotEnough|Arrears/, 'billing_error'],
  [/^(InvalidParameter|MissingParameter|UnknownParameter|UnsupportedOperation)/, 'invalid_request_error'],
]

/** The type that an error code clearly has. */
export const typeOfCode = (code: string): string | undefined => meanings.find(([pattern]) => pattern.test(code))?.[1]

/** The error of a call, or the one that ends a stream. Both arrive under status 200. */
export function hunyuanErrorIn(wire: JsonRecord): OwnError | null {
  const body = bodyOf(wire)
  const error = isRecord(body.Error) ? body.Error : isRecord(body.ErrorMsg) ? body.ErrorMsg : null
  if (!error) return null
  const code = textOf(error.Code) || (numberOf(error.Code) ?? '')
  const message = textOf(error.Message) || textOf(error.Msg)
  if (message === '' && (code === '' || code === 0)) return null
  const type = typeOfCode(String(code))
  return { message: message || String(code), ...(type && { type }), code: code === '' ? null : code }
}
