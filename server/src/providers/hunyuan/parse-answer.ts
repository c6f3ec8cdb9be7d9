import { isRecord, type JsonRecord, numberOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ChatChoice, ChatResponse, FinishReason } from '../../core/chat/chat-response.ts'
import type { Part } from '../../core/chat/content.ts'
import { buildInputReport, buildPlainReport, type ReportedUsage } from '../../core/usage/usage-report.ts'
import type { OwnError } from '../own-wire.ts'

/** A whole answer is inside `Response`; an event of a stream is not. */
export const bodyOf = (wire: JsonRecord): JsonRecord => (isRecord(wire.Response) ? wire.Response : wire)

export function parseHunyuanAnswer(wire: JsonRecord, newId: () => string): ChatResponse {
  const body = bodyOf(wire)
  return {
    id: textOf(body.Id) || newId(),
    model: '',
    createdAt: numberOf(body.Created) ?? 0,
    choices: recordsOf(body.Choices).map((choice, index) => parseChoice(choice, index, newId)),
    usage: parseHunyuanUsage(wire),
  }
}

function parseChoice(choice: JsonRecord, place: number, newId: () => string): ChatChoice {
  const message = recordOf(choice.Message)
  const [thought, text] = [textOf(message.ReasoningContent), textOf(message.Content)]
  const calls = recordsOf(message.ToolCalls).map((call): Part => {
    const called = recordOf(call.Function)
    const given = textOf(called.Arguments)
    return {
      kind: 'tool_call',
      id: textOf(call.Id) || newId(),
      name: textOf(called.Name),
      arguments: given.trim() === '' ? '{}' : given,
    }
  })
  const parts: Part[] = [
    ...(thought === '' ? [] : [{ kind: 'reasoning', text: thought } as const]),
    ...(text === '' ? [] : [{ kind: 'text', text } as const]),
    ...calls,
  ]
  return { index: numberOf(choice.Index) ?? place, parts, finishReason: mapFinish(choice.FinishReason) }
}

const reasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  sensitive: 'content_filter',
  tool_calls: 'tool_calls',
  length: 'length',
}

/** Null while the choice is unfinished. */
export function mapFinish(wire: unknown): FinishReason | null {
  const name = textOf(wire)
  if (name === '') return null
  return Object.hasOwn(reasons, name) ? (reasons[name] ?? 'stop') : 'stop'
}

/** Null when no tokens are reported. */
export function parseHunyuanUsage(wire: JsonRecord): ReportedUsage | null {
  const { PromptTokens, CompletionTokens, TotalTokens } = recordOf(bodyOf(wire).Usage)
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
