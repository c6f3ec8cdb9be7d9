import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerText } from './answers.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { waitUntil } from './wait-until.ts'

// Nothing that grows with a body or an answer runs for longer than 50 ms at once on the thread that serves all calls.

const limitMs = 50
const size = 27_000_000
/** The first calls are compiled while they run. */
const triesMax = 5
const checkout = join(import.meta.dir, '../..')
const folder = mkdtempSync(join(tmpdir(), 'blocks-'))
const blockFile = join(folder, 'longest')
let server: TestServer
let upstream: FakeUpstream
let key: string

beforeAll(async () => {
  upstream = await startFakeUpstream(answerText('{}'))
  const probe = { BUN_OPTIONS: `--preload=${join(import.meta.dir, 'block-probe.ts')}`, BLOCK_FILE: blockFile }
  // From its sources: an executable loads nothing before itself.
  server = await startTestServer('SQLite', probe, { checkout })
  await server.addChannel(upstream.url, { models: 'gpt-4o,text-embedding-3-small' })
  await server.addChannel(upstream.url, { models: 'gpt-4.1', model_mapping: '{"gpt-4.1":"gpt-4.1-mini"}' })
  await server.addChannel(upstream.url, { type: 14, models: 'claude-sonnet-4-5' })
  await server.addChannel(upstream.url, { type: 24, models: 'gemini-2.5-flash' })
  const free = ['gpt-4o', 'gpt-4.1', 'text-embedding-3-small', 'claude-sonnet-4-5', 'gemini-2.5-flash']
  const prices = JSON.stringify(Object.fromEntries(free.map((model) => [model, 0])))
  await server.api('root').put('/api/option/', { key: 'ModelPrice', value: prices })
  key = await server.makeToken('root')
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function readLongestMs(): Promise<number> {
  rmSync(blockFile, { force: true })
  process.kill(server.process.pid, 'SIGUSR2')
  await waitUntil('the longest block', () => existsSync(blockFile), { pauseMs: 5 })
  return Number(readFileSync(blockFile, 'utf8'))
}

interface Shape {
  path: string
  body: string
  answer: string
  isStream?: boolean
}

/** The longest block of a call, of the best of some tries. */
async function leastBlockMs({ path, body, answer, isStream = false }: Shape): Promise<number> {
  const type = isStream ? 'text/event-stream' : 'application/json'
  upstream.answerWith(answerText(answer, { headers: { 'content-type': type } }))
  let least = Infinity
  for (let made = 0; made < triesMax && least >= limitMs; made++) {
    await readLongestMs()
    const response = await server.relay(key, path, body)
    const length = (await response.bytes()).length
    expect([response.status, length > 0]).toEqual([200, true])
    least = Math.min(least, await readLongestMs())
    upstream.requests.length = 0
  }
  return least
}

const chatPath = '/v1/chat/completions'
const messagesPath = '/v1/messages'
const geminiPath = '/v1beta/models/gpt-4o:generateContent'
const repeat = (piece: string) => piece.repeat(size / piece.length)
const list = (piece: string) => `{"q":[${repeat(`${piece},`)}1]}`
const values = {
  text: `{"q":"${repeat('The quick brown fox jumps. ')}"}`,
  fractions: list('-0.012345678'),
  digits: list('1234567890123456789'),
}
const times = (count: number, piece: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at)).join()
const quoted = (text: string) => JSON.stringify(text)
const user = '{"role":"user","content":"x"}'
const chat = (model: string, messages = user, more = '') =>
  `{"model":"${model}","max_tokens":10${more},"messages":[${messages}]}`
/** A message with pictures of about `length` bytes: PNG or JPEG. */
const pictures = (count: number, length: number, start = 'iVBORw0KGgo') =>
  `{"role":"user","content":[${times(count, (at) => `{"type":"image_url","image_url":{"url":"data:image/png;base64,${start}${String(at).padStart(5, '0')}${'A'.repeat(length)}"}}`)}]}`
const jpegStart = '/9j/'
const called = (args: string) =>
  `${user},{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":${quoted(args)}}}]},{"role":"tool","tool_call_id":"c","content":"y"}`
const used = (args: string) =>
  `${user},{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":${args}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"y"}]}`
const usage = '"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}'
const chatAnswer = (message: string) =>
  `{"id":"x","object":"chat.completion","model":"m","choices":[{"index":0,"message":{"role":"assistant",${message}},"finish_reason":"stop"}],${usage}}`
const calling = (args: string) =>
  chatAnswer(
    `"content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":${quoted(args)}}}]`,
  )
const message = (content: string) =>
  `{"id":"m","type":"message","role":"assistant","model":"c","content":[${content}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}}`
const using = (args: string) => message(`{"type":"tool_use","id":"c","name":"f","input":${args}}`)
const hi = chatAnswer('"content":"hi"')
const geminiHi =
  '{"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1,"totalTokenCount":2}}'
const claudeHi = message('{"type":"text","text":"hi"}')
const contents = '{"contents":[{"role":"user","parts":[{"text":"x"}]}]}'
const vectors = `{"object":"list","data":[${repeat(`{"object":"embedding","index":0,"embedding":[${'-0.0123456,'.repeat(1_000)}1]},`)}{"object":"embedding","index":1,"embedding":[1]}],"usage":{"prompt_tokens":1,"total_tokens":1}}`
const chunk = (text: string) =>
  `data: {"id":"x","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"content":"${text}"},"finish_reason":null}]}\n\n`

/** A stream with one large event after its first one. */
const streamOf = (delta: string) =>
  `${chunk('a')}data: {"id":"x","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{${delta}},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`
const eventSize = 15_000_000
const eventText = 'Hi you. '.repeat(eventSize / 8)
const eventFractions = `{"q":[${'-0.012345678,'.repeat(eventSize / 13)}1]}`
const streamed = (model: string) => chat(model, user, ',"stream":true')
const geminiEvent = (part: string) => `data: ${geminiHi.replace('{"text":"a"}', () => part)}\n\n`

describe.skipIf(process.platform !== 'linux')('no longer block than 50 ms is caused by', () => {
  test.each<[string, Shape]>([
    [
      'arguments that become objects, of fractions',
      { path: chatPath, body: chat('claude-sonnet-4-5', called(values.fractions)), answer: claudeHi },
    ],
    [
      'arguments that become objects, of long numbers',
      { path: chatPath, body: chat('gemini-2.5-flash', called(values.digits)), answer: geminiHi },
    ],
    ['many pictures', { path: chatPath, body: chat('gpt-4o', pictures(300, 70_000)), answer: hi }],
    ['many photographs', { path: chatPath, body: chat('gpt-4o', pictures(300, 70_000, jpegStart)), answer: hi }],
    ['very many pictures', { path: chatPath, body: chat('gpt-4o', pictures(20_000, 1_000)), answer: hi }],
    [
      'very many translated pictures',
      { path: chatPath, body: chat('claude-sonnet-4-5', pictures(20_000, 1_000)), answer: claudeHi },
    ],
    [
      'very many messages',
      {
        path: chatPath,
        body: chat(
          'gemini-2.5-flash',
          times(28_000, () => user),
        ),
        answer: geminiHi,
      },
    ],
    [
      'many messages of some length',
      {
        path: chatPath,
        body: chat(
          'claude-sonnet-4-5',
          times(12_000, () => `{"role":"user","content":"${'Hi you. '.repeat(280)}"}`),
        ),
        answer: claudeHi,
      },
    ],
    ['objects that become arguments', { path: messagesPath, body: chat('gpt-4o', used(values.fractions)), answer: hi }],
    [
      'a passed answer of text',
      { path: chatPath, body: chat('gpt-4o'), answer: chatAnswer(`"content":${quoted(values.text)}`) },
    ],
    [
      'a passed answer of another model',
      { path: chatPath, body: chat('gpt-4.1'), answer: chatAnswer(`"content":"hi","x":${values.fractions}`) },
    ],
    ['vectors', { path: '/v1/embeddings', body: '{"model":"text-embedding-3-small","input":"x"}', answer: vectors }],
    [
      'a translated answer of text',
      { path: messagesPath, body: chat('gpt-4o'), answer: chatAnswer(`"content":${quoted(values.text)}`) },
    ],
    ['a translated answer with arguments', { path: geminiPath, body: contents, answer: calling(values.fractions) }],
    [
      'a translated answer with objects',
      { path: chatPath, body: chat('claude-sonnet-4-5'), answer: using(values.fractions) },
    ],
    [
      'a whole answer that becomes a stream',
      { path: messagesPath, body: chat('gpt-4o', user, ',"stream":true'), answer: calling(values.fractions) },
    ],
    [
      'many frames at once',
      {
        path: messagesPath,
        body: chat('gpt-4o', user, ',"stream":true'),
        answer: `${chunk('hi there').repeat(100_000)}data: [DONE]\n\n`,
        isStream: true,
      },
    ],
    [
      'one event of text',
      { path: chatPath, body: streamed('gpt-4o'), answer: streamOf(`"content":"${eventText}"`), isStream: true },
    ],
    [
      'one event of fractions',
      {
        path: chatPath,
        body: streamed('gpt-4o'),
        answer: streamOf(`"content":"a","x":${eventFractions}`),
        isStream: true,
      },
    ],
    [
      'one event of text, with another name of the model',
      { path: chatPath, body: streamed('gpt-4.1'), answer: streamOf(`"content":"${eventText}"`), isStream: true },
    ],
    [
      'one event with objects that become arguments',
      {
        path: chatPath,
        body: streamed('gemini-2.5-flash'),
        answer: geminiEvent(`{"functionCall":{"name":"f","args":${eventFractions}}}`),
        isStream: true,
      },
    ],
    [
      'one event with an image',
      {
        path: chatPath,
        body: streamed('gemini-2.5-flash'),
        answer: geminiEvent(`{"inlineData":{"mimeType":"image/png","data":"${'A'.repeat(eventSize)}"}}`),
        isStream: true,
      },
    ],
  ])('%s', async (_kind, shape) => expect(await leastBlockMs(shape)).toBeLessThan(limitMs), 120_000)
})
