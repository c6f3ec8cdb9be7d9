import { type JsonRecord, parseRecord, recordOf, textOf } from '@sluice/contract/read-json'
import type { ChatEvent, ChatStreamParser } from '../../core/chat/chat-response.ts'
import { buildErrorEvent, createOwnStreamParser } from '../own-stream.ts'
import { cozeErrorIn, parseCozeUsage } from './parse-answer.ts'

/**
 * Reads the events of a chat by their names. https://www.coze.com/docs/developer_guides/chat_v3, as known on 2026-11-20
 */
export function createCozeStreamParser(newId: () => string): ChatStreamParser {
  let isStarted = false

  return createOwnStreamParser((data) => {
    const [event, body] = splitEvent(data)
    const wire = parseRecord(body)
    if (!wire) return []
    const events = read(event, wire)
    if (isStarted || events.length === 0 || events[0]?.kind === 'error') return events
    isStarted = true
    const id = chatIdOf(wire) || newId()
    return [{ kind: 'start', id, model: '', createdAt: 0, usage: null }, ...events]
  })

  function read(event: string, wire: JsonRecord): ChatEvent[] {
    switch (event) {
      case 'conversation.message.delta':
        return readDelta(wire)
      case 'conversation.chat.completed':
        return complete(wire)
      case 'conversation.chat.failed':
        return [buildErrorEvent(cozeErrorIn(recordOf(wire.last_error)) ?? { message: 'The bot failed.' })]
      case 'conversation.chat.requires_action':
        return [
          buildErrorEvent({
            message: 'The bot waits for the result of a tool, which an API call cannot send.',
          }),
        ]
      case 'error':
        return [buildErrorEvent(cozeErrorIn(wire) ?? { message: textOf(wire.msg) || 'The bot failed.' })]
      default: {
        // Complete messages repeat the deltas; an error may come without an event name.
        const error = event === '' ? cozeErrorIn(wire) : null
        return error ? [buildErrorEvent(error)] : []
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
    const usage = parseCozeUsage(wire.usage)
    return [
      { kind: 'finish', choice: 0, reason: 'stop' },
      ...(usage ? [{ kind: 'usage', usage } as const] : []),
      { kind: 'end' },
    ]
  }
}

/** The event name is on a line before the data: see `dataOf`. */
function splitEvent(data: string): [event: string, body: string] {
  const at = data.indexOf('\n')
  return at < 0 ? ['', data] : [data.slice(0, at), data.slice(at + 1)]
}

/** Messages hold the id of their chat beside their own. */
const chatIdOf = (wire: JsonRecord): string => textOf(wire.chat_id) || textOf(wire.id)
