import { type JsonRecord, numberOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ChatEvent, ChatStreamParser } from '../../core/chat/chat-response.ts'
import { buildErrorEvent, createRecordStreamParser } from '../own-stream.ts'
import { bodyOf, hunyuanErrorIn, mapFinish, parseHunyuanUsage } from './parse-answer.ts'

/** Reads the events of a chat. Each holds the usage; a finish reason ends the stream. */
export function createHunyuanStreamParser(newId: () => string): ChatStreamParser {
  let isStarted = false
  /** Index of a call on the wire → its number here. */
  const calls = new Map<number, number>()

  return createRecordStreamParser((wire) => {
    const error = hunyuanErrorIn(wire)
    return error ? [buildErrorEvent(error)] : read(bodyOf(wire))
  })

  function read(body: JsonRecord): ChatEvent[] {
    const [choice] = recordsOf(body.Choices)
    const usage = parseHunyuanUsage(body)
    if (!choice && !usage) return []
    const reason = mapFinish(choice?.FinishReason)
    return [
      ...start(body),
      ...readDelta(recordOf(choice?.Delta)),
      ...(usage ? [{ kind: 'usage', usage } as const] : []),
      ...(reason === null ? [] : [{ kind: 'finish', choice: 0, reason } as const, { kind: 'end' } as const]),
    ]
  }

  function start({ Id, Created }: JsonRecord): ChatEvent[] {
    if (isStarted) return []
    isStarted = true
    return [{ kind: 'start', id: textOf(Id) || newId(), model: '', createdAt: numberOf(Created) ?? 0, usage: null }]
  }

  function readDelta({ Content, ReasoningContent, ToolCalls }: JsonRecord): ChatEvent[] {
    const [thought, text] = [textOf(ReasoningContent), textOf(Content)]
    return [
      ...(thought === '' ? [] : [{ kind: 'reasoning', choice: 0, text: thought } as const]),
      ...(text === '' ? [] : [{ kind: 'text', choice: 0, text } as const]),
      ...recordsOf(ToolCalls).flatMap(readCall),
    ]
  }

  function readCall(wire: JsonRecord, place: number): ChatEvent[] {
    const index = numberOf(wire.Index) ?? place
    const called = recordOf(wire.Function)
    const known = calls.get(index)
    const text = textOf(called.Arguments)
    const call = known ?? calls.size
    const started: ChatEvent[] = []
    if (known === undefined) {
      calls.set(index, call)
      const id = textOf(wire.Id) || newId()
      started.push({ kind: 'tool_start', choice: 0, call, id, name: textOf(called.Name) })
    }
    return text === '' ? started : [...started, { kind: 'tool_arguments', choice: 0, call, text }]
  }
}
