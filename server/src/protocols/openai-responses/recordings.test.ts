import { describe, expect, test } from 'bun:test'
import { assembleResponse } from '../../core/chat/assemble.ts'
import type { ChatResponse } from '../../core/chat/chat-response.ts'
import { frameEvents, readFrameData } from '../sse/test-frames.ts'
import { parseResponsesResponse } from './parse-response.ts'
import { parseResponsesUsage } from './parse-usage.ts'
import { createResponsesStreamMeter, parseResponsesAnswer } from './stream-meter.ts'
import {
  answerNames,
  countingIds,
  lastResponse,
  parseLines,
  readAnswer,
  readEvents,
  streamNames,
} from './test-fixtures.ts'

const withoutSignatures = (response: ChatResponse): ChatResponse => ({
  ...response,
  choices: response.choices.map((choice) => ({
    ...choice,
    parts: choice.parts.map((part) =>
      part.kind === 'reasoning' && part.signature ? { ...part, signature: 'signed' } : part,
    ),
  })),
})

describe.each(streamNames)('the recorded stream %s', (name) => {
  const lines = readEvents(name)

  test('its pieces add up to its last event', () => {
    const assembled = assembleResponse(parseLines(lines))
    // A stream does not name what its reader cannot hold.
    const { unread: _, ...expected } = parseResponsesResponse(lastResponse(lines), countingIds())
    // The API encrypts a thought again for each event.
    expect(withoutSignatures(assembled)).toEqual(withoutSignatures(expected))
    expect(assembled.choices[0]?.parts.length).toBeGreaterThan(0)
  })
  test('yields the same events cut at each byte', () => {
    const bytes = new TextEncoder().encode(frameEvents(lines.slice(0, 12), '\r\n'))
    const whole = readFrameData([bytes])
    for (let cut = 0; cut < bytes.length; cut += 7)
      expect(readFrameData([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole)
  })
  test('is complete only with its last event, and metered by it', () => {
    let text = ''
    const meter = createResponsesStreamMeter((piece) => {
      text += piece
    })
    for (const line of lines.slice(0, -1)) expect(['content', 'other']).toContain(meter.push(line))
    expect([meter.isComplete(), meter.hasContent()]).toEqual([false, true])
    // Before its end it reports only the searches that were made.
    expect(meter.usage()?.missing ?? ['input', 'output']).toEqual(['input', 'output'])
    expect(meter.push(lines.at(-1) ?? '')).toBe('done')
    expect(meter.isComplete()).toBe(true)
    expect(meter.usage()).toEqual(parseResponsesUsage(lastResponse(lines)))
    expect(meter.answerId()).toBe(lastResponse(lines).id as string)
    expect(text.length).toBeGreaterThan(10)
  })
})

test.each(answerNames)('the recorded answer %s is read whole', (name) => {
  const wire = readAnswer(name)
  const { choices, usage } = parseResponsesResponse(wire, countingIds())
  expect(choices[0]?.parts.length).toBeGreaterThan(0)
  expect(usage).not.toBeNull()
  const answer = parseResponsesAnswer(new TextEncoder().encode(JSON.stringify(wire)))
  expect(answer).toMatchObject({ id: wire.id as string, usage, error: null })
  expect(answer?.text().length).toBeGreaterThan(10)
})

test('opening a page, or searching within a page, costs no search', () => {
  const usage = parseResponsesUsage(readAnswer('openai-web-search-tool.1'))
  expect(usage).toMatchObject({
    webSearchCalls: 1,
    inputText: 15_969,
    cacheReadText: 3_712,
    outputText: 3_773,
  })
})
