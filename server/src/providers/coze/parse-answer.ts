import { type JsonRecord, numberOf, recordOf, textOf } from '@sluice/contract/read-json'
import type { ChatResponse } from '../../core/chat/chat-response.ts'
import { buildPlainReport, type ReportedUsage } from '../../core/usage/usage-report.ts'
import type { OwnError } from '../own-wire.ts'

/** Calls are always streamed. A whole body holds an error, or a chat that has no answer yet. */
export const parseCozeAnswer = (body: JsonRecord, newId: () => string): ChatResponse => ({
  id: textOf(recordOf(body.data).id) || newId(),
  model: '',
  createdAt: numberOf(recordOf(body.data).created_at) ?? 0,
  choices: [],
  usage: parseCozeUsage(recordOf(body.data).usage),
})

/** Null when no tokens are reported. */
export function parseCozeUsage(wire: unknown): ReportedUsage | null {
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
export function cozeErrorIn(body: JsonRecord): OwnError | null {
  const code = numberOf(body.code) ?? 0
  if (code === 0) return null
  const message = textOf(body.msg) || `The bot failed with code ${code}.`
  const type = Object.hasOwn(meanings, code) ? meanings[code] : undefined
  return { message, ...(type && { type }), code }
}
