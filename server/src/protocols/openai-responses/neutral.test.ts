import { describe, expect, test } from 'bun:test'
import type { JsonRecord } from '@sluice/contract/read-json'
import fc from 'fast-check'
import { accumulateResponse } from 'openai/lib/responses/ResponseAccumulator'
import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses'
import { assembleResponse } from '../../core/chat/assemble.ts'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { ChatResponse } from '../../core/chat/chat-response.ts'
import { arbitraryRequest } from '../../core/chat/test-arbitraries.ts'
import { arbitraryEvents, arbitraryResponse, type ResponseFeatures } from '../../core/chat/test-arbitrary-responses.ts'
import type { RequestFeatures } from '../../core/chat/test-request-features.ts'
import { asRead } from '../openai-chat/test-features.ts'
import { readFrameData } from '../sse/test-frames.ts'
import { buildResponsesRequest } from './build-request.ts'
import { buildResponsesResponse } from './build-response.ts'
import { createResponsesStreamBuilder } from './build-stream.ts'
import { parseResponsesRequest } from './parse-request.ts'
import { parseResponsesResponse } from './parse-response.ts'
import { readFrames, testHead } from './test-fixtures.ts'

const throughJson = (wire: JsonRecord): JsonRecord => JSON.parse(JSON.stringify(wire)) as JsonRecord

const requests: RequestFeatures = {
  images: ['base64', 'url', 'file_id'],
  files: ['base64', 'url', 'file_id'],
  imageDetail: true,
  audio: true,
  midSystem: true,
  reasoning: ['signed', 'redacted'],
  toolSignatures: true,
  toolResultImages: true,
  refusals: true,
  settings: ['maxOutputTokens', 'temperature', 'topP', 'userId', 'serviceTier'],
  thinking: ['effort', 'off'],
  thinkingShown: true,
  responseFormats: ['text', 'json', 'json_schema'],
  schemaNames: true,
  strictTools: true,
  parallelToolCalls: true,
}

/** Values that the format expresses in only one way. */
function expectedAfterRoundTrip(request: ChatRequest): ChatRequest {
  const { tools, maxOutputTokens, thinking, responseFormat } = request
  return {
    ...request,
    ...(tools && { tools: tools.map((tool) => ({ ...tool, strict: tool.strict ?? false })) }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens: Math.max(16, maxOutputTokens) }),
    ...(thinking?.kind === 'effort' && { thinking: { ...thinking, isShown: thinking.isShown !== false } }),
    ...(responseFormat?.kind === 'json_schema' && {
      responseFormat: { ...responseFormat, name: responseFormat.name ?? 'answer' },
    }),
  }
}

describe('requests', () => {
  test('survive a round trip', () => {
    fc.assert(
      fc.property(arbitraryRequest(requests), (request) => {
        const wire = throughJson(buildResponsesRequest(request))
        expect(parseResponsesRequest(wire)).toEqual(expectedAfterRoundTrip(request))
      }),
    )
  })
})

const expressible: ResponseFeatures = {
  reasoning: ['text', 'signed', 'redacted'],
  toolSignatures: true,
  refusals: true,
  citations: true,
  createdAt: true,
  finishReasons: ['stop', 'length', 'content_filter', 'error'],
  usage: ['inputText', 'cacheReadText', 'cacheWrite5m', 'outputText', 'reasoning'],
}
const withTestHead = (response: ChatResponse): ChatResponse => asRead({ ...response, id: 'resp_1', model: 'm' })

describe('answers', () => {
  test('survive a round trip, whole', () => {
    fc.assert(
      fc.property(arbitraryResponse(expressible), (response) => {
        const wire = throughJson(buildResponsesResponse(response, testHead()))
        expect(parseResponsesResponse(wire, () => 'made')).toEqual(withTestHead(response))
      }),
    )
  })
  test('survive a round trip, streamed', () => {
    fc.assert(
      fc.property(arbitraryEvents(expressible), (events) => {
        const builder = createResponsesStreamBuilder(testHead())
        const text = events.map((event) => builder.push(event)).join('') + builder.end()
        const assembled = assembleResponse(readFrames(text).events)
        const expected = withTestHead(assembleResponse(events))
        // `response.failed` is an error, not the end of an answer.
        if (expected.choices[0]?.finishReason === 'error') return
        expect(assembled).toEqual(expected)
      }),
    )
  })
  test('assemble in the official client: each whole item, and the response at the end', () => {
    fc.assert(
      fc.property(arbitraryEvents(expressible), (events) => {
        const builder = createResponsesStreamBuilder(testHead())
        const text = events.map((event) => builder.push(event)).join('') + builder.end()
        const { wire } = readFrames(text)
        expect(wire.map((event) => event.sequence_number)).toEqual(wire.map((_, index) => index))
        const last = wire.at(-1) as unknown as { response: Response }
        let snapshot: Response | undefined
        for (const event of wire.slice(0, -1))
          snapshot = accumulateResponse(event as unknown as ResponseStreamEvent, snapshot)
        expect(snapshot?.output as unknown).toEqual(last.response.output)
      }),
    )
  })
  test('are complete for any chunk boundaries', () => {
    fc.assert(
      fc.property(arbitraryEvents(expressible), fc.nat(), (events, seed) => {
        const builder = createResponsesStreamBuilder(testHead())
        const text = events.map((event) => builder.push(event)).join('') + builder.end()
        const bytes = new TextEncoder().encode(text)
        const cut = seed % bytes.length
        expect(readFrameData([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(readFrameData([bytes]))
      }),
    )
  })
})
