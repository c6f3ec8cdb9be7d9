import { expect, test } from 'bun:test'
import { parseResponsesResponse } from './parse-response.ts'
import { parseResponsesUsage } from './parse-usage.ts'
import { createResponsesStreamMeter } from './stream-meter.ts'
import { countingIds, parseLines } from './test-fixtures.ts'

// Answers of Perplexity's Agent API. https://github.com/perplexityai/api-platform-developers, read 2026-11-23

const results = [
  { id: 1, url: 'https://a.example/1', title: 'One', snippet: 's' },
  { id: 2, url: 'https://a.example/2', title: '' },
]
const citations = [{ url: 'https://a.example/1', title: 'One' }, { url: 'https://a.example/2' }]
const search = { type: 'search_results', queries: ['q'], results }
const message = (annotations: object[] = []) => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'Yes [1].', annotations }],
})
const response = (output: object[], more: object = {}) => ({
  id: 'resp_1',
  status: 'completed',
  output,
  usage: { input_tokens: 9, output_tokens: 3 },
  ...more,
})

test('the results of a search are the citations of a text without its own', () => {
  const parseParts = (output: object[]) => parseResponsesResponse(response(output), countingIds()).choices[0]?.parts
  expect(parseParts([search, message()])).toEqual([{ kind: 'text', text: 'Yes [1].', citations }])
  const own = { type: 'url_citation', url: 'https://b.example', title: 'B' }
  expect(parseParts([search, message([own])])).toEqual([
    { kind: 'text', text: 'Yes [1].', citations: [{ url: 'https://b.example', title: 'B' }] },
  ])
})

test('a stream has these citations once', () => {
  const frames = [
    { type: 'response.created', response: response([]) },
    { type: 'response.output_item.done', output_index: 0, item: search },
    { type: 'response.output_text.delta', output_index: 1, delta: 'Yes [1].' },
    { type: 'response.output_text.done', output_index: 1, text: 'Yes [1].' },
    { type: 'response.output_item.done', output_index: 1, item: message() },
    { type: 'response.completed', response: response([search, message()]) },
  ]
  const events = parseLines(frames.map((frame) => JSON.stringify(frame)))
  expect(events.flatMap((event) => (event.kind === 'citation' ? [event.citation] : []))).toEqual(citations)
  expect(events.flatMap((event) => (event.kind === 'text' ? [event.text] : []))).toEqual(['Yes [1].'])
})

test('searches and cache reads come from the usage', () => {
  const usage = {
    input_tokens: 100,
    output_tokens: 20,
    input_tokens_details: { cache_read_input_tokens: 40, cache_creation_input_tokens: 10 },
    tool_calls_details: { search_web: { invocation: 2 }, fetch_url: { invocation: 3 } },
  }
  expect(parseResponsesUsage({ usage })).toMatchObject({
    inputText: 50,
    cacheReadText: 40,
    cacheWrite5m: 10,
    outputText: 20,
    webSearchCalls: 2,
  })
})

test('a cancelled response counts as failed', () => {
  const cancelled = JSON.stringify({
    type: 'response.cancelled',
    response: response([], { status: 'cancelled', error: { message: 'stopped', code: 'cancelled' } }),
  })
  const meter = createResponsesStreamMeter(() => {})
  expect(meter.push(cancelled)).toBe('error')
  expect(meter.error()).toMatchObject({ message: 'stopped' })
  expect(parseLines([cancelled])).toMatchObject([{ kind: 'error', error: { message: 'stopped' } }])
})
