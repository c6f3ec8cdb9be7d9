import { type JsonRecord, numberOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ChatEvent, ChatStreamParser } from '../../core/chat/chat-response.ts'
import type { Citation } from '../../core/chat/content.ts'
import { parseExactRecord } from '../../core/json/exact-json.ts'
import { errorObjectOf } from '../openai-errors.ts'
import { type ChoiceReader, createChoiceReader } from './choice-reader.ts'
import { parseCitationList } from './citations.ts'
import { parseOpenaiUsage } from './parse-usage.ts'

/** Reads a Chat Completions stream. `newId` creates ids for calls without one. */
export function createOpenaiChatStreamParser(newId: () => string): ChatStreamParser {
  const choices = new Map<number, ChoiceReader>()
  let isStarted = false
  let isDone = false
  let isFailed = false
  let citations: Citation[] = []

  return {
    push(data, event) {
      if (isDone || isFailed || data === '') return []
      if (data.trim() === '[DONE]') {
        isDone = true
        return [...readers().flatMap((choice) => choice.close()), { kind: 'end' }]
      }
      const chunk = parseExactRecord(data)
      if (!chunk) return []
      const error = errorOf(chunk, event)
      if (error) {
        isFailed = true
        return [error]
      }
      return readChunk(chunk)
    },
    step: () => readers().some((choice) => choice.step()),
    isComplete: () => !isFailed && (isDone || (choices.size > 0 && readers().every((one) => one.isFinished()))),
  }

  function readers(): ChoiceReader[] {
    return [...choices.values()]
  }

  function readChunk(chunk: JsonRecord): ChatEvent[] {
    const events: ChatEvent[] = isStarted ? [] : [startOf(chunk)]
    isStarted = true
    const listed = parseCitationList(chunk.citations)
    if (listed.length > 0) citations = listed
    const wires = recordsOf(chunk.choices)
    for (const wire of wires) events.push(...readerOf(wire).push(wire, citations))
    const usage = parseOpenaiUsage(chunk.usage ?? recordOf(chunk.x_groq).usage ?? wires[0]?.usage)
    if (usage) events.push({ kind: 'usage', usage })
    return events
  }

  function readerOf(wire: JsonRecord): ChoiceReader {
    const index = numberOf(wire.index) ?? 0
    const reader = choices.get(index) ?? createChoiceReader(index, newId)
    choices.set(index, reader)
    return reader
  }
}

const startOf = (chunk: JsonRecord): ChatEvent => ({
  kind: 'start',
  id: textOf(chunk.id),
  model: textOf(chunk.model),
  createdAt: numberOf(chunk.created) ?? 0,
  usage: null,
})

/** An error instead of a chunk: an `error` field, an event with that name, or an object of that type (Mistral). */
function errorOf(chunk: JsonRecord, event: string | null): ChatEvent | null {
  const isError = event === 'error' || chunk.object === 'error'
  const wire = chunk.error ?? (isError ? chunk : null)
  if (wire === null) return null
  const { message, type, code } = errorObjectOf(wire)
  return { kind: 'error', error: { message, type, code: code === null ? null : String(code) } }
}
