import { describe, expect, test } from 'bun:test'
import { type JsonRecord, recordsOf } from '@sluice/contract/read-json'
import fc from 'fast-check'
import { assembleResponse } from '../../core/chat/assemble.ts'
import type { ChatResponse } from '../../core/chat/chat-response.ts'
import { rulesInAnthropic } from '../../core/chat/model-rules-of.ts'
import { arbitraryRequest } from '../../core/chat/test-arbitraries.ts'
import { arbitraryEvents, arbitraryResponse, type ResponseFeatures } from '../../core/chat/test-arbitrary-responses.ts'
import { everyFeature } from '../../core/chat/test-request-features.ts'
import { readFrameData } from '../sse/test-frames.ts'
import { buildAnthropicRequest } from './build-request.ts'
import { buildAnthropicResponse } from './build-response.ts'
import { createAnthropicStreamBuilder } from './build-stream.ts'
import { fitAnthropicRequest } from './fit-request.ts'
import { parseAnthropicRequest } from './parse-request.ts'
import { parseAnthropicResponse } from './parse-response.ts'
import { createAnthropicStreamParser } from './parse-stream.ts'
import { parseFrames } from './test-fixtures.ts'

const models = [
  'claude-3-haiku-20240307',
  'claude-sonnet-4-5',
  'claude-opus-4-6',
  'claude-opus-4-8',
  'claude-sonnet-5-5',
  'claude-opus-5-5',
  'claude-haiku-5-5',
  'glm-4.6',
]

describe('requests of any format', () => {
  for (const model of models) {
    test(`follow the rules of the API for ${model}`, () => {
      fc.assert(fc.property(arbitraryRequest(everyFeature), (request) => expectAccepted(request, model)))
    })
  }
})

function expectAccepted(request: Parameters<typeof buildAnthropicRequest>[0], model: string): void {
  const rules = rulesInAnthropic(model)
  const body = buildAnthropicRequest(fitAnthropicRequest(request, rules), rules)
  const turns = recordsOf(body.messages)
  expect(turns[0]?.role).toBe('user')
  for (const [index, turn] of turns.entries()) {
    expect(turn.role).not.toBe(turns[index + 1]?.role)
    const blocks = recordsOf(turn.content)
    expect(blocks.length).toBeGreaterThan(0)
    for (const block of blocks) if (block.type === 'text') expect(block.text).not.toBe('')
    const results = blocks.map((block) => block.type === 'tool_result')
    expect(results).toEqual([...results].sort((a, b) => Number(b) - Number(a)))
  }
  const marks = JSON.stringify(body).match(/"cache_control":/g) ?? []
  expect(marks.length).toBeLessThanOrEqual(4)
  expect(body.max_tokens as number).toBeGreaterThanOrEqual(1)
  expect(body.max_tokens as number).toBeLessThanOrEqual(rules.maxOutputTokens ?? Number.MAX_SAFE_INTEGER)
  const thinking = body.thinking as { budget_tokens?: number } | undefined
  if (thinking?.budget_tokens) expect(thinking.budget_tokens).toBeLessThan(body.max_tokens as number)
  expectStable(body, model)
}

/** A written request is unchanged after it is parsed and written again, apart from instructions for schemas. */
function expectStable(body: JsonRecord, model: string): void {
  const rules = rulesInAnthropic(model)
  const read = parseAnthropicRequest(JSON.parse(JSON.stringify(body)) as JsonRecord)
  const again = buildAnthropicRequest(fitAnthropicRequest(read, rules), rules)
  const fields = ['messages', 'system', 'tools', 'stop_sequences', 'metadata', 'temperature']
  for (const field of fields) expect(again[field]).toEqual(body[field])
}

const expressible: ResponseFeatures = {
  reasoning: ['text', 'signed', 'redacted'],
  citations: true,
  finishReasons: ['stop', 'length', 'context_full', 'refusal', 'pause'],
  usage: ['inputText', 'cacheReadText', 'cacheWrite5m', 'cacheWrite1h', 'outputText', 'reasoning'],
}
const withMessageId = (response: ChatResponse): ChatResponse => ({ ...response, id: `msg_${response.id}` })

describe('answers of any format', () => {
  test('survive a round trip, whole', () => {
    fc.assert(
      fc.property(arbitraryResponse(expressible), (response) => {
        const wire = JSON.parse(JSON.stringify(buildAnthropicResponse(response))) as JsonRecord
        expect(parseAnthropicResponse(wire, () => 'made')).toEqual(withMessageId(response))
      }),
    )
  })
  test('survive a round trip, streamed', () => {
    fc.assert(
      fc.property(arbitraryEvents(expressible), (events) => {
        const builder = createAnthropicStreamBuilder({ newId: () => 'made', model: 'm' })
        const text = events.map((event) => builder.push(event)).join('') + builder.end()
        expect(assembleResponse(parseFrames(text))).toEqual(withMessageId(assembleResponse(events)))
      }),
    )
  })
  test('are complete for a streaming client at any chunk boundaries', () => {
    fc.assert(
      fc.property(arbitraryEvents(expressible), fc.nat(), (events, seed) => {
        const builder = createAnthropicStreamBuilder({ newId: () => 'made', model: 'm' })
        const bytes = new TextEncoder().encode(events.map((event) => builder.push(event)).join('') + builder.end())
        const cut = seed % bytes.length
        const parser = createAnthropicStreamParser(() => 'made')
        const data = readFrameData([bytes.subarray(0, cut), bytes.subarray(cut)])
        const parsed = data.flatMap((frame) => parser.push(frame, null))
        expect(parser.isComplete()).toBe(true)
        expect(parsed.at(-1)?.kind).toBe('end')
      }),
    )
  })
})
