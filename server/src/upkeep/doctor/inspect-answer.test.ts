import { expect, test } from 'bun:test'
import { type ClientAnswer, eventsIn, inspectAnswer } from './inspect-answer.ts'

const json = (value: unknown, status = 200): ClientAnswer => ({
  status,
  contentType: 'application/json',
  text: JSON.stringify(value),
})
const stream = (...frames: string[]): ClientAnswer => ({
  status: 200,
  contentType: 'text/event-stream; charset=utf-8',
  text: frames.map((frame) => `${frame}\n\n`).join(''),
})
const delta = (content: string) => `data: {"choices":[{"index":0,"delta":{"content":"${content}"}}]}`
const stop = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}'
const done = 'data: [DONE]'

test('a stream of chat completions has one reason and one mark at its end', () => {
  const of = (...frames: string[]) => inspectAnswer('openai', 'stream', stream(...frames))?.finding ?? null
  expect(of(': ping', delta('Hi'), stop, done)).toBeNull()
  expect(of(delta('Hi'), stop)).toBe('no_end')
  expect(of(delta('Hi'), done)).toBe('no_end')
  expect(of(delta('Hi'), stop, done, done)).toBe('several_ends')
  expect(of(delta('Hi'), stop, stop, done)).toBe('several_ends')
  expect(of(delta('Hi'), stop, done, delta('!'))).toBe('after_end')
  expect(of(delta('Hi'), 'data: {"choices"', stop, done)).toBe('bad_event')
  expect(of(stop, done)).toBe('no_text')
  expect(of('data: {"error":{"message":"overloaded"}}', done)).toBe('status')
})

const messages = (...types: string[]) =>
  types.map((type) => {
    const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } }
    return `event: ${type}\ndata: ${JSON.stringify(type === 'content_block_delta' ? delta : { type })}`
  })

test('an event of Messages has its type as its name, and the stream one end', () => {
  const of = (...frames: string[]) => inspectAnswer('anthropic', 'stream', stream(...frames))?.finding ?? null
  expect(of(...messages('message_start', 'content_block_delta', 'message_stop'))).toBeNull()
  expect(of(...messages('message_start', 'content_block_delta'))).toBe('no_end')
  expect(of(...messages('content_block_delta', 'message_stop', 'ping'))).toBe('after_end')
  expect(of('data: {"type":"message_stop"}')).toBe('bad_event')
})

test('streams of Responses and Gemini have their own ends', () => {
  const event = (type: string, more: object = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}`
  const text = event('response.output_text.delta', { delta: 'Hi', item_id: 'i', output_index: 0, content_index: 0 })
  const completed = event('response.completed', { response: {} })
  expect(inspectAnswer('responses', 'stream', stream(text, completed))).toBeNull()
  expect(inspectAnswer('responses', 'stream', stream(text, completed, completed))?.finding).toBe('several_ends')
  const part = (more: object) =>
    `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ text: 'Hi' }], role: 'model' }, ...more }] })}`
  expect(inspectAnswer('gemini', 'stream', stream(part({}), part({ finishReason: 'STOP' })))).toBeNull()
  expect(inspectAnswer('gemini', 'stream', stream(part({})))?.finding).toBe('no_end')
})

test('whole answers: media type, content, calls of tools, schemas and counts', () => {
  const chat = (message: object, finish_reason = 'stop') => json({ choices: [{ index: 0, message, finish_reason }] })
  const call = { id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }
  const of = (check: 'plain' | 'tools' | 'schema', answer: ClientAnswer) =>
    inspectAnswer('openai', check, answer)?.finding ?? null
  expect(of('plain', chat({ content: 'Hi' }))).toBeNull()
  expect(of('plain', chat({ content: '' }))).toBe('no_text')
  expect(of('plain', chat({ content: '' }, 'length'))).toBeNull()
  expect(of('plain', { ...chat({ content: 'Hi' }), contentType: 'text/html' })).toBe('media_type')
  expect(of('tools', chat({ content: null, tool_calls: [call] }))).toBeNull()
  expect(of('tools', chat({ tool_calls: [{ ...call, function: { ...call.function, arguments: '{' } }] }))).toBe(
    'no_tool_call',
  )
  expect(of('schema', chat({ content: '{"colour":"blue"}' }))).toBeNull()
  expect(of('schema', chat({ content: 'It is blue' }))).toBe('not_schema')
  expect(inspectAnswer('gemini', 'count', json({ totalTokens: 7 }))).toBeNull()
  expect(inspectAnswer('anthropic', 'count', json({ input_tokens: 0 }))?.finding).toBe('no_count')
})

test('a refusal says its status and message; errors have the form of the format', () => {
  const refused = json({ error: { message: 'no such model', type: 'invalid_request_error' } }, 404)
  expect(inspectAnswer('openai', 'plain', refused)).toEqual({ finding: 'status', detail: '404: no such model' })
  expect(inspectAnswer('openai', 'error', refused)).toBeNull()
  expect(inspectAnswer('anthropic', 'error', refused)?.finding).toBe('wrong_error')
  expect(
    inspectAnswer('anthropic', 'error', json({ type: 'error', error: { type: 'invalid', message: 'm' } }, 400)),
  ).toBeNull()
  const google = { error: { code: 400, message: 'm', status: 'INVALID_ARGUMENT' } }
  expect(inspectAnswer('gemini', 'error', json(google, 400))).toBeNull()
  expect(inspectAnswer('gemini', 'error', json({}, 200))?.finding).toBe('wrong_error')
})

test('events are read whatever their line ends are', () => {
  expect(eventsIn('event: a\r\ndata: 1\r\n\r\n: comment\r\n\r\ndata: 2\r\ndata: 3\r\n\r\n')).toEqual([
    { name: 'a', data: '1' },
    { name: '', data: '2\n3' },
  ])
})
