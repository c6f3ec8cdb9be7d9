import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ChatEvent, ChatStreamParser } from '../../core/chat/chat-response.ts'
import { buildErrorEvent, createRecordStreamParser } from '../own-stream.ts'
import { mapDoneReason, parseCall, secondsOf } from './parse-answer.ts'
import { parseOllamaUsage } from './parse-usage.ts'

/**
 * Reads the lines of a stream of `/api/chat`. The line with `done` has the counts and ends the stream; a tool call is
 * whole. https://docs.ollama.com/api/streaming, as known on 2026-11-20
 */
export function createOllamaStreamParser(newId: () => string): ChatStreamParser {
  let isStarted = false
  let calls = 0

  return createRecordStreamParser((wire) => {
    const message = textOf(wire.error)
    return message === '' ? read(wire) : [buildErrorEvent({ message })]
  })

  function read(wire: JsonRecord): ChatEvent[] {
    const isEnd = wire.done === true
    if (wire.message === undefined && !isEnd) return []
    const events = [...start(wire), ...readMessage(recordOf(wire.message))]
    return isEnd ? [...events, ...end(wire)] : events
  }

  function start({ created_at }: JsonRecord): ChatEvent[] {
    if (isStarted) return []
    isStarted = true
    return [{ kind: 'start', id: newId(), model: '', createdAt: secondsOf(created_at), usage: null }]
  }

  function readMessage({ thinking, content, tool_calls }: JsonRecord): ChatEvent[] {
    const [thought, text] = [textOf(thinking), textOf(content)]
    return [
      ...(thought === '' ? [] : [{ kind: 'reasoning', choice: 0, text: thought } as const]),
      ...(text === '' ? [] : [{ kind: 'text', choice: 0, text } as const]),
      ...recordsOf(tool_calls).flatMap(readCall),
    ]
  }

  function readCall(wire: JsonRecord): ChatEvent[] {
    const { id, name, arguments: text } = parseCall(wire, newId)
    const call = calls++
    return [
      { kind: 'tool_start', choice: 0, call, id, name },
      { kind: 'tool_arguments', choice: 0, call, text },
      { kind: 'part_end', choice: 0 },
    ]
  }

  function end(wire: JsonRecord): ChatEvent[] {
    const usage = parseOllamaUsage(wire)
    return [
      { kind: 'finish', choice: 0, reason: mapDoneReason(wire.done_reason, calls > 0) },
      ...(usage ? [{ kind: 'usage', usage } as const] : []),
      { kind: 'end' },
    ]
  }
}
