import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { relayCall } from './relay-one.ts'
import { openTestRelay, type TestAccount, type TestRelay } from './test-relay.ts'

// Numbers in arguments, results and schemas keep their digits, whatever the two formats are.

const digits = '{"a":0.12345678901234567891,"b":1e400,"c":-9223372036854775808,"id":9007199254740993}'
const schema = `{"type":"object","properties":{"id":{"type":"integer","maximum":9007199254740993,"default":1e400}}}`

const jsonText = (value: string): string => JSON.stringify(value)

interface Side {
  model: string
  channel: { type: number; base_url?: string }
  path: string
  streamPath: string
  /** A body with a tool, a call and its result. */
  request: string
  /** An answer that calls the tool. */
  answer: string
  stream: string
}

const chatCall = `{"id":"t1","type":"function","function":{"name":"sql","arguments":${jsonText(digits)}}}`
const chatHead = '"id":"c","object":"chat.completion","created":1,"model":"m"'
const part = `{"functionCall":{"id":"t1","name":"sql","args":${digits}}}`
const responsesCall = `{"type":"function_call","id":"fc_1","call_id":"t1","name":"sql","arguments":${jsonText(digits)}}`
const responsesAnswer = `{"id":"resp_1","object":"response","created_at":1,"status":"completed","model":"m","output":[${responsesCall}],"usage":{"input_tokens":1,"output_tokens":1,"total_tokens":2}}`

const sides: Record<string, Side> = {
  openai: {
    model: 'gpt-4o',
    channel: { type: 8, base_url: 'http://upstream.example/v1/chat/completions' },
    path: '/v1/chat/completions',
    streamPath: '/v1/chat/completions',
    request: `{"model":"MODEL","messages":[{"role":"user","content":"?"},{"role":"assistant","content":null,"tool_calls":[${chatCall}]},{"role":"tool","tool_call_id":"t1","content":${jsonText(digits)}}],"tools":[{"type":"function","function":{"name":"sql","parameters":${schema}}}]}`,
    answer: `{${chatHead},"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[${chatCall}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}`,
    stream: `data: {${chatHead},"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"t1","function":{"name":"sql","arguments":${digits}}}]},"finish_reason":null}]}\n\ndata: {${chatHead},"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}\n\ndata: [DONE]\n\n`,
  },
  anthropic: {
    model: 'claude-sonnet-4-5',
    channel: { type: 14 },
    path: '/v1/messages',
    streamPath: '/v1/messages',
    request: `{"model":"MODEL","max_tokens":9,"messages":[{"role":"user","content":"?"},{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"sql","input":${digits}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":${jsonText(digits)}}]}],"tools":[{"name":"sql","input_schema":${schema}}]}`,
    answer: `{"id":"m","type":"message","role":"assistant","model":"m","content":[{"type":"tool_use","id":"t1","name":"sql","input":${digits}}],"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":1}}`,
    stream: [
      '{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}',
      `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t1","name":"sql","input":${digits}}}`,
      '{"type":"content_block_stop","index":0}',
      '{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":1}}',
      '{"type":"message_stop"}',
    ]
      .map((data) => `event: ${JSON.parse(data).type}\ndata: ${data}\n\n`)
      .join(''),
  },
  gemini: {
    model: 'gemini-3-pro',
    channel: { type: 24 },
    path: '/v1beta/models/MODEL:generateContent',
    streamPath: '/v1beta/models/MODEL:streamGenerateContent',
    request: `{"contents":[{"role":"user","parts":[{"text":"?"}]},{"role":"model","parts":[${part}]},{"role":"user","parts":[{"functionResponse":{"id":"t1","name":"sql","response":${digits}}}]}],"tools":[{"functionDeclarations":[{"name":"sql","parameters":${schema}}]}]}`,
    answer: `{"candidates":[{"content":{"role":"model","parts":[${part}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1,"totalTokenCount":2}}`,
    stream: [
      '{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"id":"t1","name":"sql","willContinue":true}}]},"index":0}]}',
      '{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$.a","numberValue":0.12345678901234567891},{"jsonPath":"$.b","numberValue":1e400}],"willContinue":true}}]},"index":0}]}',
      '{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$.c","numberValue":-9223372036854775808},{"jsonPath":"$.id","numberValue":9007199254740993}]}}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1,"totalTokenCount":2}}',
    ]
      .map((data) => `data: ${data}\n\n`)
      .join(''),
  },
  responses: {
    model: 'gpt-5.1',
    channel: { type: 8, base_url: 'http://upstream.example/v1/responses' },
    path: '/v1/responses',
    streamPath: '/v1/responses',
    request: `{"model":"MODEL","input":[{"role":"user","content":"?"},${responsesCall},{"type":"function_call_output","call_id":"t1","output":${jsonText(digits)}}],"tools":[{"type":"function","name":"sql","parameters":${schema}}]}`,
    answer: responsesAnswer,
    stream: [
      `{"type":"response.created","sequence_number":0,"response":{"id":"resp_1","object":"response","created_at":1,"status":"in_progress","model":"m","output":[]}}`,
      `{"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":${responsesCall.replace(jsonText(digits), '""')}}`,
      `{"type":"response.function_call_arguments.delta","sequence_number":2,"item_id":"fc_1","output_index":0,"delta":${jsonText(digits)}}`,
      `{"type":"response.output_item.done","sequence_number":3,"output_index":0,"item":${responsesCall}}`,
      `{"type":"response.completed","sequence_number":4,"response":${responsesAnswer}}`,
    ]
      .map((data) => `event: ${JSON.parse(data).type}\ndata: ${data}\n\n`)
      .join(''),
  },
}

let relay: TestRelay
let account: TestAccount
beforeAll(async () => {
  relay = await openTestRelay()
  const models = [...Object.values(sides).map(({ model }) => model), 'gpt-4.1', 'llama3.3']
  await relay.setOptions({ ModelRatio: Object.fromEntries(models.map((model) => [model, 1])) })
  for (const { model, channel } of Object.values(sides)) await relay.addChannel({ ...channel, models: model })
  account = await relay.addAccount()
})
afterAll(() => relay.close())

async function call(client: Side, model: string, isStream: boolean) {
  const path = (isStream ? client.streamPath : client.path).replace('MODEL', model)
  const named = client.request.replace('MODEL', model)
  const body = isStream && !path.includes(':') ? named.replace('{', '{"stream":true,') : named
  const { call: arrived, request } = relay.arrive(account.key, body, { path })
  const response = await relayCall(relay.tools, arrived, request, () => undefined)
  return { status: response.status, text: await response.text() }
}

/** The numbers, in JSON or in a text inside of JSON, and what a JavaScript number makes of them. */
const numbers = ['0.12345678901234567891', '1e400', '-9223372036854775808', '9007199254740993']
const rounded = /9007199254740992|9223372036854776000|0\.12345678901234568|b\\*":null/
const counted = (text: string): number[] => numbers.map((number) => text.split(number).length - 1)

const answerJson = (text: string) => () => new Response(text, { headers: { 'content-type': 'application/json' } })
const sentText = () => new TextDecoder().decode(relay.sent.at(-1)?.body as Uint8Array)

const pairs = Object.keys(sides).flatMap((client) => Object.keys(sides).map((upstream) => [client, upstream] as const))

describe.each(pairs)('%s → %s', (clientName, upstreamName) => {
  const client = sides[clientName] as Side
  const upstream = sides[upstreamName] as Side

  test('a request keeps the digits of arguments, results and schemas', async () => {
    relay.answerWith(answerJson(upstream.answer))
    expect((await call(client, upstream.model, false)).status).toBe(200)
    // Once in the arguments and once in the result; the schema has two of the numbers.
    expect(counted(sentText())).toEqual([2, 3, 2, 3])
  })

  test('an answer keeps the digits of arguments', async () => {
    relay.answerWith(answerJson(upstream.answer))
    const { text } = await call(client, upstream.model, false)
    for (const count of counted(text)) expect(count).toBeGreaterThan(0)
    expect(text).not.toMatch(rounded)
  })

  test('a stream keeps the digits of arguments', async () => {
    relay.answerWith(() => new Response(upstream.stream, { headers: { 'content-type': 'text/event-stream' } }))
    const { text } = await call(client, upstream.model, true)
    for (const count of counted(text)) expect(count).toBeGreaterThan(0)
    expect(text).not.toMatch(rounded)
  })
})

test('a body that passes with another model and overrides of the channel keeps its digits', async () => {
  await relay.addChannel({
    type: 1,
    models: 'gpt-4.1',
    model_mapping: '{"gpt-4.1":"gpt-4.1-mini"}',
    param_override: `{"seed":9007199254740993,"operations":[{"mode":"set","path":"messages.2.name","value":"n"},{"mode":"set","path":"extra.limit","value":1e400},{"mode":"set","path":"b","value":1,"conditions":{"seed":9007199254740992}}]}`,
  })
  const { openai } = sides as { openai: Side }
  const request = openai.request.replace('{"role":"user"', '{"role":"user","x":{"n":9007199254740993}')
  relay.answerWith(answerJson(openai.answer))
  expect((await call({ ...openai, request }, 'gpt-4.1', false)).status).toBe(200)
  expect(sentText()).toContain('"model":"gpt-4.1-mini"')
  expect(sentText()).toContain('"seed":9007199254740993')
  expect(sentText()).toContain('"extra":{"limit":1e400}')
  expect(sentText()).toContain('"x":{"n":9007199254740993}')
  expect(sentText()).not.toContain('"b":1,')
})

test('a host with a format of its own gets and gives all digits', async () => {
  await relay.addChannel({ type: 4, models: 'llama3.3' })
  relay.answerWith(
    answerJson(
      `{"model":"m","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"sql","arguments":${digits}}}]},"done":true,"done_reason":"stop","prompt_eval_count":1,"eval_count":1}`,
    ),
  )
  const { text } = await call(sides.anthropic as Side, 'llama3.3', false)
  expect(counted(sentText())).toEqual([2, 3, 2, 3])
  expect(counted(text)).toEqual([1, 1, 1, 1])
})

test('settings with more digits than a number can hold are the nearest number', async () => {
  const { anthropic } = sides as { anthropic: Side }
  const request = anthropic.request.replace('{', '{"temperature":0.69999998807907104,')
  relay.answerWith(answerJson((sides.openai as Side).answer))
  expect((await call({ ...anthropic, request }, 'gpt-4o', false)).status).toBe(200)
  expect(JSON.parse(sentText()).temperature).toBe(0.699999988079071)
})
