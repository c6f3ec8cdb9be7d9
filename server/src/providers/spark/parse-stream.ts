import type { ChatEvent, ChatStreamParser } from '../../core/chat/chat-response.ts'
import { parseExactRecord } from '../../core/json/exact-json.ts'
import { buildErrorEvent, createRecordStreamParser } from '../own-stream.ts'
import { readSparkMessage, sparkErrorIn } from './parse-answer.ts'

/** Reads the messages of a connection. The one with status 2 has the counts and is the last. */
export function createSparkStreamParser(newId: () => string): ChatStreamParser {
  let isStarted = false
  let calls = 0

  return createRecordStreamParser((wire) => {
    const error = sparkErrorIn(wire)
    if (error) return [buildErrorEvent(error)]
    return wire.payload === undefined ? [] : read(wire)
  })

  function read(wire: Record<string, unknown>): ChatEvent[] {
    const { id, thought, text, call, usage, isLast } = readSparkMessage(wire)
    const events: ChatEvent[] = []
    if (!isStarted) events.push({ kind: 'start', id: id || newId(), model: '', createdAt: 0, usage: null })
    isStarted = true
    if (thought !== '') events.push({ kind: 'reasoning', choice: 0, text: thought })
    if (text !== '') events.push({ kind: 'text', choice: 0, text })
    if (call) {
      const place = { choice: 0, call: calls++ }
      events.push({ kind: 'tool_start', ...place, id: newId(), name: call.name })
      events.push({ kind: 'tool_arguments', ...place, text: call.arguments })
      events.push({ kind: 'part_end', choice: 0 })
    }
    if (usage) events.push({ kind: 'usage', usage })
    if (!isLast) return events
    return [...events, { kind: 'finish', choice: 0, reason: calls > 0 ? 'tool_calls' : 'stop' }, { kind: 'end' }]
  }
}

/** Whether a message ends the answer: its last part, or an error. */
export function isLastSparkMessage(message: string): boolean {
  const wire = parseExactRecord(message)
  return wire !== null && (sparkErrorIn(wire) !== null || readSparkMessage(wire).isLast)
}
