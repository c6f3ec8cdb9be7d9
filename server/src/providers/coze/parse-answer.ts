import { type JsonRecord, numberOf, parseRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { buildPlainReport, type ReportedUsage } from '../../core/usage/usage-report.ts'
import type { OwnError } from '../own-wire.ts'
import { createReplyReader, type Reply } from '../reply-reader.ts'

export const cozeReader = createReplyReader({
  read: readAnswer,
  createStreamReader: () => readEvent,
  bodyOf: splitEvent,
})

/** Calls are always streamed. A whole body holds an error, or a chat that has no answer yet. */
function readAnswer(body: JsonRecord): Reply {
  const { id, created_at, usage } = recordOf(body.data)
  return { id: textOf(id), createdAt: numberOf(created_at) ?? 0, usage: parseUsage(usage), error: errorIn(body) }
}

/** The event name is on a line before the data: see `dataOf`. */
function splitEvent(data: string): JsonRecord | null {
  const at = data.indexOf('\n')
  const body = parseRecord(data.slice(at + 1))
  return body && { event: at < 0 ? '' : data.slice(0, at), body }
}

/** An event of a chat, by its name. https://www.coze.com/docs/developer_guides/chat_v3, as known on 2026-11-20 */
function readEvent({ event, body }: JsonRecord): Reply {
  const wire = recordOf(body)
  // Messages hold the id of their chat beside their own.
  const id = textOf(wire.chat_id) || textOf(wire.id)
  switch (event) {
    case 'conversation.message.delta':
      return { id, ...readDelta(wire) }
    case 'conversation.chat.completed':
      return { id, usage: parseUsage(wire.usage), isLast: true }
    case 'conversation.chat.failed':
      return { error: errorIn(recordOf(wire.last_error)) ?? { message: 'The bot failed.' } }
    case 'conversation.chat.requires_action':
      return { error: { message: 'The bot waits for the result of a tool, which an API call cannot send.' } }
    case 'error':
      return { error: errorIn(wire) ?? { message: textOf(wire.msg) || 'The bot failed.' } }
    default:
      // Complete messages repeat the deltas; an error may come without an event name.
      return { error: event === '' ? errorIn(wire) : null }
  }
}

/** Suggested follow-up questions and the bot's own tool calls are not part of the answer. */
function readDelta({ type, content, content_type, reasoning_content }: JsonRecord): Reply {
  if (type !== 'answer' || (content_type !== undefined && content_type !== 'text')) return {}
  return { thought: textOf(reasoning_content), text: textOf(content) }
}

/** Null when no tokens are reported. */
function parseUsage(wire: unknown): ReportedUsage | null {
  const usage = recordOf(wire)
  return buildPlainReport({ input: usage.input_count, output: usage.output_count, total: usage.token_count })
}

/** The meaning of the codes. https://www.coze.com/docs/developer_guides/coze_error_codes, as known on 2026-11-20 */
const meanings: Readonly<Record<number, string>> = {
  4000: 'invalid_request_error',
  4013: 'rate_limit_error',
  4028: 'billing_error',
  4100: 'authentication_error',
  4101: 'permission_error',
  700012006: 'authentication_error',
}

/** A code other than 0, in a body, in an event, or in the last error of a chat. */
function errorIn(body: JsonRecord): OwnError | null {
  const code = numberOf(body.code) ?? 0
  if (code === 0) return null
  const message = textOf(body.msg) || `The bot failed with code ${code}.`
  const type = Object.hasOwn(meanings, code) ? meanings[code] : undefined
  return { message, ...(type && { type }), code }
}
