import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { noUsage } from '../usage/usage.ts'
import { assembleResponse, responseEvents } from './assemble.ts'
import type { ChatEvent } from './chat-response.ts'
import { arbitraryEvents, arbitraryResponse, type ResponseFeatures } from './test-arbitrary-responses.ts'

const allFeatures: ResponseFeatures = {
  reasoning: ['text', 'signed', 'redacted'],
  toolSignatures: true,
  refusals: true,
  citations: true,
  images: true,
  choices: 3,
  finishReasons: ['stop', 'stop_sequence', 'length', 'context_full', 'content_filter', 'pause', 'error'],
  createdAt: true,
}
const start: ChatEvent = { kind: 'start', id: 'a', model: 'm', createdAt: 7, usage: null }

describe('assembleResponse', () => {
  test('returns the answer from which a stream was made', () => {
    fc.assert(
      fc.property(arbitraryResponse(allFeatures), (response) => {
        expect(assembleResponse(responseEvents(response))).toEqual(response)
      }),
    )
  })
  test('does not depend on how text is split or answers interleave', () => {
    fc.assert(
      fc.property(arbitraryEvents(allFeatures), (events) => {
        const response = assembleResponse(events)
        expect(assembleResponse(responseEvents(response))).toEqual(response)
        expect(response.choices.every((choice) => choice.finishReason !== null)).toBe(true)
      }),
    )
  })
  test('joins the arguments of interleaved calls', () => {
    const response = assembleResponse([
      start,
      { kind: 'tool_start', choice: 0, call: 0, id: 'x', name: 'f' },
      { kind: 'tool_start', choice: 0, call: 1, id: 'y', name: 'g' },
      { kind: 'tool_arguments', choice: 0, call: 0, text: '{"a"' },
      { kind: 'tool_arguments', choice: 0, call: 1, text: '[]' },
      { kind: 'tool_arguments', choice: 0, call: 0, text: ':1}' },
      { kind: 'tool_start', choice: 0, call: 2, id: 'z', name: 'h' },
    ])
    expect(response.choices[0]?.parts.map((part) => part.kind === 'tool_call' && part.arguments)).toEqual([
      '{"a":1}',
      '[]',
      '{}',
    ])
  })
  test('the last usage counts', () => {
    const usage = (outputText: number) => ({ ...noUsage, outputText })
    const events: ChatEvent[] = [
      { ...start, usage: usage(1) },
      { kind: 'usage', usage: usage(5) },
      { kind: 'usage', usage: usage(9) },
    ]
    expect(assembleResponse(events).usage).toEqual(usage(9))
  })
  test('an unfinished stream has no finish reason', () => {
    const response = assembleResponse([start, { kind: 'text', choice: 0, text: 'hal' }])
    expect(response.choices).toEqual([{ index: 0, parts: [{ kind: 'text', text: 'hal' }], finishReason: null }])
  })
  test('joins pieces of sound, each with its own base64', () => {
    const piece = (data: string, transcript: string): ChatEvent => ({
      kind: 'media',
      choice: 0,
      part: { kind: 'audio', transcript, source: { kind: 'base64', mediaType: 'audio/pcm', data } },
    })
    const [part] = assembleResponse([piece('AQ==', 'he'), piece('AgM=', 'llo')]).choices[0]?.parts ?? []
    expect(part).toEqual({
      kind: 'audio',
      transcript: 'hello',
      source: { kind: 'base64', mediaType: 'audio/pcm', data: 'AQID' },
    })
  })
  test('a finished part is not continued', () => {
    const { choices } = assembleResponse([
      { kind: 'text', choice: 0, text: 'a' },
      { kind: 'part_end', choice: 0 },
      { kind: 'text', choice: 0, text: 'b' },
    ])
    expect(choices[0]?.parts).toHaveLength(2)
  })
})
