import { type JsonRecord, numberOf, recordOf, textOf } from '@sluice/contract/read-json'
import type { ChatResponse } from '../../core/chat/chat-response.ts'
import { noUsage, type Usage } from '../../core/usage/usage.ts'
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
export function parseCozeUsage(wire: unknown): Usage | null {
  const usage = recordOf(wire)
  const [inputText, outputText] = [count(usage.input_count), count(usage.output_count)]
  return inputText + outputText === 0 ? null : { ...noUsage, inputText, outputText }
}

const count = (value: unknown): number => Math.max(numberOf(value) ?? 0, 0)

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
