import { expect, test } from 'bun:test'
import OpenAI, { APIError, toFile } from 'openai'
import { answerSse, answerText } from './answers.ts'
import { forTests } from './for-tests.ts'
import { silence } from './media-server.ts'
import { type ReaderCall, readers } from './recorded/clients.ts'
import { allClients } from './recorded/recorded.ts'
import { recordedBody, recordedFile, recordedFrames } from './recordings.ts'
import { startTestGateway } from './test-gateway.ts'
import { newestCharge, newestRow } from './usage-rows.ts'

const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Invent a holiday.' }] }
const completion = { model: 'gpt-3.5-turbo-instruct', prompt: 'Invent a holiday.' }
const models = ['gpt-4o', 'gpt-3.5-turbo-instruct', 'text-embedding-3-small', 'gpt-image-1', 'whisper-1']
const gateway = forTests(() => startTestGateway({ channel: { models: models.join(',') } }))

// The recording, the path of the call, and its body.
const recordings = [
  ['groq/groq-text', '/v1/chat/completions', chat],
  ['openai-compatible/xai-text', '/v1/chat/completions', chat],
  ['openai-compatible/xai-tool-call', '/v1/chat/completions', chat],
  ['openai/openai-completion-text', '/v1/completions', completion],
] as const

const readPromptTokens = (payload: string): number =>
  (JSON.parse(payload) as { usage: { prompt_tokens: number } }).usage.prompt_tokens

test.each([...recordings])('the recorded stream %s passes unchanged and is charged', async (name, path, body) => {
  const frames = recordedFrames(name)
  const sent = [...frames, '[DONE]'].map((frame) => `data: ${frame}\n\n`).join('')
  for (const bytesPerWrite of [undefined, 7]) {
    gateway.upstream.answerWith(answerSse(frames, { bytesPerWrite }))
    const request = { ...body, stream: true, stream_options: { include_usage: true } }
    const response = await gateway.relay(path, request)
    expect(await response.text()).toBe(sent)
    const row = await newestCharge(gateway.server)
    expect(row.prompt_tokens).toBe(readPromptTokens(frames.at(-1) ?? ''))
    expect(row.detail.usage_estimated).toBeUndefined()
    expect(row.detail.end).toBe('complete')
    expect(row.quota).toBeGreaterThan(0)
  }
})

test.each([...recordings])('the recorded answer %s passes unchanged and is charged', async (name, path, body) => {
  const recorded = recordedBody(name)
  gateway.upstream.answerWith(answerText(recorded, { headers: { 'content-type': 'application/json' } }))
  const response = await gateway.relay(path, body)
  expect(await response.text()).toBe(recorded)
  const row = await newestCharge(gateway.server)
  expect(row.prompt_tokens).toBe(readPromptTokens(recorded))
  expect(row.detail.usage_estimated).toBeUndefined()
})

test('the recorded embedding passes unchanged and is charged', async () => {
  const recorded = recordedBody('openai/openai-embedding')
  gateway.upstream.answerWith(answerText(recorded, { headers: { 'content-type': 'application/json' } }))
  const response = await gateway.relay('/v1/embeddings', {
    model: 'text-embedding-3-small',
    input: ['a', 'b'],
  })
  expect(await response.text()).toBe(recorded)
  expect(await newestCharge(gateway.server)).toMatchObject({ prompt_tokens: 12, completion_tokens: 0, quota: 1 })
})

const json = { 'content-type': 'application/json' }
const ownClient = () => new OpenAI({ apiKey: gateway.key, baseURL: `${gateway.server.url}/v1`, maxRetries: 0 })
const readerCall = (isStream: boolean): ReaderCall => ({ baseUrl: gateway.server.url, key: gateway.key, isStream })

test('the recorded edit of an image is read by the official package, and its image charged', async () => {
  gateway.upstream.answerWith(answerText(recordedBody('openai/openai-image-edit'), { headers: json }))
  const image = await toFile(new Uint8Array([0x89, 0x50, 0x4e, 0x47]), 'a.png', { type: 'image/png' })
  const { data } = await ownClient().images.edit({ model: 'gpt-image-1', image, prompt: 'a hat' })
  expect(data?.map(({ b64_json }) => b64_json?.slice(0, 8))).toEqual(['iVBORw0K'])
  expect((await newestCharge(gateway.server)).quota).toBeGreaterThan(0)
})

test('the recorded transcript of plain text is read by the official package', async () => {
  const { body, headers } = JSON.parse(recordedBody('groq/groq-transcription-text')) as Transcript
  gateway.upstream.answerWith(answerText(body, { headers }))
  const wanted = { model: 'whisper-1', file: silence(1), response_format: 'text' as const }
  expect<unknown>(await ownClient().audio.transcriptions.create(wanted)).toBe(body)
  expect((await newestCharge(gateway.server)).quota).toBeGreaterThan(0)
})

test.each([
  // Cohere bills one search, Together the tokens of the documents.
  ['cohere/cohere-reranking.1', 34, [1, 0]],
  ['togetherai/togetherai-reranking.1', 1, [0, 5]],
] as const)('the recorded ranking %s keeps its order and scores, and is charged', async (name, type, order) => {
  gateway.upstream.answerWith(answerText(recordedBody(name), { headers: json }))
  const id = await gateway.server.addChannel(gateway.upstream.url, { type, models: 'gpt-4o-mini' })
  const response = await gateway.server.relay(`${await gateway.server.makeToken('root')}-${id}`, '/v1/rerank', {
    model: 'gpt-4o-mini',
    query: 'talk about rain',
    top_n: 2,
    documents: ['sunny day', 'rainy day', 'snow', 'wind', 'hail', 'talk'],
  })
  const { results } = (await response.json()) as Ranking
  const recorded = JSON.parse(recordedBody(name)) as Ranking
  expect(results.map(({ index }) => index)).toEqual([...order])
  expect(results.map((result) => result.relevance_score)).toEqual(
    recorded.results.map((result) => result.relevance_score),
  )
  const row = await newestCharge(gateway.server)
  if (type === 1) expect(row.prompt_tokens).toBe(2_966)
  expect(row.quota).toBeGreaterThan(0)
})

test.each(allClients)('the recorded error about a parameter reaches a client of %s, free', async (client) => {
  const recorded = recordedBody('openai/reasoning-model-legacy-parameter-error')
  for (const isStream of [false, true]) {
    gateway.upstream.answerWith(answerText(recorded, { status: 400, headers: json }))
    const failure: unknown = await readers[client](readerCall(isStream)).catch((error: unknown) => error)
    expect(failure).toMatchObject({ status: 400 })
    expect(String(failure)).toContain("'max_tokens' is not supported with this model")
    if (client === 'openai') expect(failure).toBeInstanceOf(APIError)
    expect(await newestRow(gateway.server)).toMatchObject({ type: 5, quota: 0 })
  }
})

test.each(allClients)('a stream recorded with its framing is read by a client of %s', async (client) => {
  const recorded = recordedFile('openai-compatible/anthropic-fallback-tool-call.sse')
  const noSuchPath = answerText('', { status: 404 })
  const stream = answerText(recorded, { headers: { 'content-type': 'text/event-stream' } })
  gateway.upstream.answerWith((exchange) =>
    (exchange.request.path.startsWith('/v1/responses') ? noSuchPath : stream)(exchange),
  )
  const read = await readers[client](readerCall(true))
  expect(read).toMatchObject({ text: 'Reading it.', end: 'tools' })
  expect(read.tools).toEqual([['read_file', { path: 'a.txt' }]])
  // It reports no usage.
  expect((await newestCharge(gateway.server)).detail.usage_estimated).toBe(true)
})

interface Transcript {
  headers: Record<string, string>
  body: string
}
interface Ranking {
  results: { index: number; relevance_score: number }[]
}
