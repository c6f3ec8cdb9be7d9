import type { JsonRecord } from '@sluice/contract/read-json'
import type { ChatEvent, ChatStreamParser } from '../core/chat/chat-response.ts'
import { parseExactRecord } from '../core/json/exact-json.ts'
import type { OwnError } from './own-wire.ts'

/**
 * `read` returns the events of one part of a stream. After an end or an error it is not called again. An answer with
 * its finish reason is complete, also where the end, which brings the usage, does not follow.
 */
export function createOwnStreamParser(read: (data: string) => ChatEvent[]): ChatStreamParser {
  let isOver = false
  let isComplete = false
  return {
    push(data) {
      if (isOver) return []
      const events = read(data)
      const last = events.at(-1)?.kind
      isOver = last === 'end' || last === 'error'
      if (last === 'error') isComplete = false
      else if (events.some(({ kind }) => kind === 'finish' || kind === 'end')) isComplete = true
      return events
    },
    isComplete: () => isComplete,
  }
}

/** The same for parts that are JSON objects; others are skipped. */
export const createRecordStreamParser = (read: (wire: JsonRecord) => ChatEvent[]): ChatStreamParser =>
  createOwnStreamParser((data) => {
    const wire = parseExactRecord(data)
    return wire ? read(wire) : []
  })

export const buildErrorEvent = ({ message, type = 'upstream_error', code }: OwnError): ChatEvent => ({
  kind: 'error',
  error: { message, type, code: code ? String(code) : null },
})
