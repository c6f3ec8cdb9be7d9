import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { FinishReason } from '../../core/chat/chat-response.ts'
import { jsonTextOf } from '../../core/json/prepared-json.ts'
import { buildReport, CountReader, type ReportedUsage } from '../../core/usage/usage-report.ts'
import type { Reply } from '../reply-reader.ts'

/**
 * A whole answer of `/api/chat`, or a line of its stream: the line with `done` has the counts and is the last. A tool
 * call is whole; older servers send no id. An error is one text. https://docs.ollama.com/api/streaming and
 * https://docs.ollama.com/api/errors, as known on 2026-11-20
 */
export function readOllamaAnswer(body: JsonRecord): Reply {
  const message = recordOf(body.message)
  const error = textOf(body.error)
  return {
    createdAt: secondsOf(body.created_at),
    thought: textOf(message.thinking),
    ...(body.message !== undefined && { text: textOf(message.content) }),
    calls: recordsOf(message.tool_calls).map((call) => {
      const { name, arguments: given } = recordOf(call.function)
      return {
        id: textOf(call.id),
        name: textOf(name),
        arguments: typeof given === 'string' ? given : jsonTextOf(recordOf(given)),
      }
    }),
    usage: parseUsage(body),
    ...finishOf(body.done_reason),
    isLast: body.done === true,
    error: error === '' ? null : { message: error },
  }
}

/** Any other reason also ends an answer with calls. */
const finishOf = (reason: unknown): { finish?: FinishReason } => (reason === 'length' ? { finish: 'length' } : {})

/**
 * The counts of an answer. The input count is missing for a fully cached prompt: the gateway then counts it, because no
 * prompt is empty. https://docs.ollama.com/api/usage, as known on 2026-11-20
 */
function parseUsage({ prompt_eval_count, eval_count }: JsonRecord): ReportedUsage | null {
  const reader = new CountReader()
  const input = reader.tokens(prompt_eval_count) || undefined
  const output = reader.tokens(eval_count)
  return buildReport({ input, output, isDoubtful: reader.isDoubtful })
}

function secondsOf(createdAt: unknown): number {
  const ms = Date.parse(textOf(createdAt))
  return Number.isNaN(ms) ? 0 : Math.floor(ms / 1_000)
}
