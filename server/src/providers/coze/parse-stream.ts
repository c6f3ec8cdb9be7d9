import { type JsonRecord, parseRecord, recordOf, textOf } from '@sluice/contract/read-json'
import type { ChatEvent, ChatStreamParser } from '../../core/chat/chat-response.ts'
import type { OwnError } from '../own-wire.ts'
import { cozeErrorIn, parseCozeUsage } from './parse-answer.ts'

/**
 * Reads the events of a chat by their names. https://www.coze.com/docs/developer_guides/chat_v3, as known on 2026-11-20
 */
export function createCozeStreamParser(newId: () => string): ChatStreamParser {
  let isStarted = false
  let isOver = false
  let isComplete = false

  return {
    push(data) {
      const [event, body] = splitEvent(data)
      const wire = isOver ? null : parseRecord(body)
      if (!wire) return []
      const events = read(event, wire)
      if (isStarted || events.length === 0 || events[0]?.kind === 'error') return events
      isStarted = true
      return [
        { kind: 'start', id: chatIdOf(wire) || newId(), model: '', createdAt: 0, usage: null },
        ...events,
      ]
    },
    isComplete: () => isComplete,
  }

  function read(event: string, wire: JsonRecord): ChatEvent[] {
    switch (event) {
      case 'conversation.message.delta':
        return readDelta(wire)
      case 'conversation.chat.completed':
        return complete(wire)
      case 'conversation.chat.failed':
        return fail(cozeErrorIn(recordOf(wire.last_error)) ?? { message: 'The bot failed.' })
      case 'conversation.chat.requires_action':
        return fail({ message: 'The bot waits for the result of a tool, which a call cannot give.' })
      case 'error':
        return fail(cozeErrorIn(wire) ?? { message: textOf(wire.msg) || 'The bot failed.' })
      default: {
        // Complete messages repeat the deltas; an error may come without an event name.
        const error = event === '' ? cozeErrorIn(wire) : null
        return error ? fail(error) : []
      }
    }
  }

  /** Suggested follow-up questions and the bot's own tool calls are not part of the answer. */
  function readDelta({ type, content, content_type, reasoning_content }: JsonRecord): ChatEvent[] {
    if (type !== 'answer' || (content_type !== undefined && content_type !== 'text')) return []
    const thought = textOf(reasoning_content)
    const text = textOf(content)
    return [
      ...(thought === '' ? [] : [{ kind: 'reasoning', choice: 0, text: thought } as const]),
      ...(text === '' ? [] : [{ kind: 'text', choice: 0, text } as const]),
    ]
  }

  function complete(wire: JsonRecord): ChatEvent[] {
    isOver = true
    isComplete = true
    const usage = parseCozeUsage(wire.usage)
    return [
      { kind: 'finish', choice: 0, reason: 'stop' },
      ...(usage ? [{ kind: 'usage', usage } as const] : []),
      { kind: 'end' },
    ]
  }

  function fail({ message, type = 'upstream_error', code }: OwnError): ChatEvent[] {
    isOver = true
    return [{ kind: 'error', error: { message, type, code: code ? String(code) : null } }]
  }
}

/** The event name is on a line before the data: see `dataOf`. */
function splitEvent(data: string): [event: string, body: string] {
  const at = data.indexOf('\n')
  return at < 0 ? ['', data] : [data.slice(0, at), data.slice(at + 1)]
}

/** Messages hold the id of their chat beside their own. */
const chatIdOf = (wire: JsonRecord): string => textOf(wire.chat_id) || textOf(wire.id)
