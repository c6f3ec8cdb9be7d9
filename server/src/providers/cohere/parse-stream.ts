import { type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import type { ChatEvent, ChatStreamParser } from '../../core/chat/chat-response.ts'
import { buildErrorEvent, createRecordStreamParser } from '../own-stream.ts'
import { argumentsOf, faultOf, mapFinishReason, parseCitation } from './parse-answer.ts'
import { parseCohereUsage } from './parse-usage.ts'

/** A call whose arguments are arriving. `written` is the text received so far. */
interface OpenCall {
  call: number
  written: string
}

/** Reads the events of a stream of `/v2/chat`. https://docs.cohere.com/v2/docs/streaming, as known on 2026-11-20 */
export function createCohereStreamParser(newId: () => string): ChatStreamParser {
  let isStarted = false
  let calls = 0
  let open: OpenCall | null = null

  return createRecordStreamParser((wire) => {
    const events = read(wire)
    return isStarted || events.length === 0 || events[0]?.kind === 'error' ? events : [...start({}), ...events]
  })

  function read(wire: JsonRecord): ChatEvent[] {
    const delta = recordOf(wire.delta)
    const message = recordOf(delta.message)
    switch (wire.type) {
      case 'message-start':
        return start(wire)
      case 'content-start':
      case 'content-delta':
        return readContent(recordOf(message.content))
      case 'content-end':
        return [{ kind: 'part_end', choice: 0 }]
      case 'tool-plan-delta':
        return textEvent('reasoning', textOf(message.tool_plan))
      case 'tool-call-start':
        return startCall(recordOf(message.tool_calls))
      case 'tool-call-delta':
        return readArguments(textOf(recordOf(recordOf(message.tool_calls).function).arguments))
      case 'tool-call-end':
        return endCall()
      case 'citation-start':
        return parseCitation(recordOf(message.citations)).map((citation) => {
          return { kind: 'citation', choice: 0, citation }
        })
      case 'message-end':
        return end(delta)
      default:
        return wire.type === undefined ? readError(wire) : []
    }
  }

  function start({ id }: JsonRecord): ChatEvent[] {
    if (isStarted) return []
    isStarted = true
    return [{ kind: 'start', id: textOf(id) || newId(), model: '', createdAt: 0, usage: null }]
  }

  function readContent(content: JsonRecord): ChatEvent[] {
    return [...textEvent('reasoning', textOf(content.thinking)), ...textEvent('text', textOf(content.text))]
  }

  function startCall(wire: JsonRecord): ChatEvent[] {
    const called = recordOf(wire.function)
    const ended = endCall()
    open = { call: calls++, written: '' }
    const id = textOf(wire.id) || newId()
    const started: ChatEvent = {
      kind: 'tool_start',
      choice: 0,
      call: open.call,
      id,
      name: textOf(called.name),
    }
    return [...ended, started, ...readArguments(textOf(called.arguments))]
  }

  function readArguments(text: string): ChatEvent[] {
    if (!open || text === '') return []
    open.written += text
    // `null` means no arguments: text that may still become `null` is held back.
    if ('null'.startsWith(open.written.trim())) return []
    const isHeld = 'null'.startsWith(open.written.slice(0, -text.length).trim())
    return [{ kind: 'tool_arguments', choice: 0, call: open.call, text: isHeld ? open.written : text }]
  }

  function endCall(): ChatEvent[] {
    if (!open) return []
    const { call, written } = open
    open = null
    const held = 'null'.startsWith(written.trim())
    const rest: ChatEvent[] = held ? [{ kind: 'tool_arguments', choice: 0, call, text: argumentsOf(written) }] : []
    return [...rest, { kind: 'part_end', choice: 0 }]
  }

  function end(delta: JsonRecord): ChatEvent[] {
    const message = textOf(delta.error)
    const fault = message === '' ? faultOf(delta.finish_reason) : { message }
    if (fault) return [buildErrorEvent(fault)]
    const usage = parseCohereUsage(delta.usage)
    return [
      ...endCall(),
      { kind: 'finish', choice: 0, reason: mapFinishReason(delta.finish_reason) },
      ...(usage ? [{ kind: 'usage', usage } as const] : []),
      { kind: 'end' },
    ]
  }

  function readError({ message }: JsonRecord): ChatEvent[] {
    return textOf(message) === '' ? [] : [buildErrorEvent({ message: textOf(message) })]
  }
}

const textEvent = (kind: 'text' | 'reasoning', text: string): ChatEvent[] =>
  text === '' ? [] : [{ kind, choice: 0, text }]
