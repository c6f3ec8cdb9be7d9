import { expect, test } from 'bun:test'
import type { JsonRecord } from '@sluice/contract/read-json'
import type { ChatEvent } from '../../core/chat/chat-response.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { createResponsesStreamBuilder } from './build-stream.ts'
import { readFrames, testHead } from './test-fixtures.ts'

function write(events: ChatEvent[], request: JsonRecord = {}): JsonRecord[] {
  const builder = createResponsesStreamBuilder(testHead(request))
  return readFrames(events.map((event) => builder.push(event)).join('') + builder.end()).wire
}
const start: ChatEvent = { kind: 'start', id: 'x', model: 'm', createdAt: 1, usage: null }
const call = (number: number, name = 'get_time'): ChatEvent => ({
  kind: 'tool_start',
  choice: 0,
  call: number,
  id: `call_${number}`,
  name,
})
const args = (number: number, text: string): ChatEvent => ({
  kind: 'tool_arguments',
  choice: 0,
  call: number,
  text,
})

test('a turn of thought, text and call is written item by item', () => {
  const writtenEvents = write([
    start,
    { kind: 'reasoning', choice: 0, text: 'plan' },
    { kind: 'reasoning_signature', choice: 0, signature: 'S1' },
    { kind: 'text', choice: 0, text: 'Looking.' },
    call(0),
    args(0, '{"tz":"UTC"}'),
    { kind: 'finish', choice: 0, reason: 'tool_calls' },
    { kind: 'usage', usage: { ...noUsage, inputText: 9, outputText: 31 } },
  ])
  expect(writtenEvents.map(({ type, output_index: index }) => [type, index].join(' ').trim())).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added 0',
    'response.reasoning_summary_part.added 0',
    'response.reasoning_summary_text.delta 0',
    'response.reasoning_summary_text.done 0',
    'response.reasoning_summary_part.done 0',
    'response.output_item.done 0',
    'response.output_item.added 1',
    'response.content_part.added 1',
    'response.output_text.delta 1',
    'response.output_text.done 1',
    'response.content_part.done 1',
    'response.output_item.done 1',
    'response.output_item.added 2',
    'response.function_call_arguments.delta 2',
    'response.function_call_arguments.done 2',
    'response.output_item.done 2',
    'response.completed',
  ])
  expect(writtenEvents.at(-1)?.response).toMatchObject({
    status: 'completed',
    output: [
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'plan' }], encrypted_content: 'S1' },
      { type: 'message', content: [{ type: 'output_text', text: 'Looking.' }] },
      { type: 'function_call', call_id: 'call_0', name: 'get_time', arguments: '{"tz":"UTC"}' },
    ],
    usage: { input_tokens: 9, output_tokens: 31, total_tokens: 40 },
  })
})

test('interleaved calls keep their own items', () => {
  const writtenEvents = write([
    start,
    call(0),
    call(1, 'b'),
    args(0, '{"a"'),
    args(1, '{"b"'),
    args(0, ':1}'),
    args(1, ':2}'),
  ])
  expect(writtenEvents.at(-1)).toMatchObject({
    response: {
      output: [
        { call_id: 'call_0', arguments: '{"a":1}' },
        { call_id: 'call_1', name: 'b', arguments: '{"b":2}' },
      ],
    },
  })
})

test('a call without arguments has empty ones', () => {
  const writtenEvents = write([start, call(0), { kind: 'part_end', choice: 0 }])
  expect(writtenEvents.at(-2)).toMatchObject({ item: { arguments: '{}', status: 'completed' } })
})

test('a tool with free-form input gets its input whole', () => {
  const request = { tools: [{ type: 'custom', name: 'patch' }] }
  const writtenEvents = write([start, call(0, 'patch'), args(0, '{"input":'), args(0, '"a\\nb"}')], request)
  expect(writtenEvents.filter(({ type }) => String(type).includes('custom_tool_call_input'))).toMatchObject([
    { type: 'response.custom_tool_call_input.delta', delta: 'a\nb' },
    { type: 'response.custom_tool_call_input.done', input: 'a\nb' },
  ])
  expect(writtenEvents.at(-2)?.item).toMatchObject({
    type: 'custom_tool_call',
    call_id: 'call_0',
    input: 'a\nb',
  })
})

test('an answer without content is complete and empty', () => {
  const writtenEvents = write([])
  expect(writtenEvents.map(({ type }) => type)).toEqual([
    'response.created',
    'response.in_progress',
    'response.completed',
  ])
})

test('an error is a failed response with the next sequence numbers, and ends the stream', () => {
  const builder = createResponsesStreamBuilder(testHead())
  builder.push(start)
  const error = { message: 'away', type: 'server_error', code: null }
  expect(readFrames(builder.push({ kind: 'error', error })).wire).toMatchObject([
    { type: 'error', sequence_number: 2, message: 'away', error: { type: 'server_error' } },
    {
      type: 'response.failed',
      sequence_number: 3,
      response: { status: 'failed', error: { code: 'server_error', message: 'away' } },
    },
  ])
  expect(builder.end()).toBe('')
})
