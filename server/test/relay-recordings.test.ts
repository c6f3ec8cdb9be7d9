import { afterAll, beforeAll, expect, test } from 'bun:test'
import { answerSse, answerText } from './answers.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { recordedBody, recordedFrames } from './recordings.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { newestCharge } from './usage-rows.ts'

const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Invent a holiday.' }] }
const completion = { model: 'gpt-3.5-turbo-instruct', prompt: 'Invent a holiday.' }
let server: TestServer
let upstream: FakeUpstream
let key: string
beforeAll(async () => {
  upstream = await startFakeUpstream(fakeOpenAi())
  server = await startTestServer()
  await server.addChannel(upstream.url)
  key = await server.makeToken('user')
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})

// Recording, where it is asked for, and the request.
const recordings = [
  ['groq/groq-text', '/v1/chat/completions', chat],
  ['xai/xai-text', '/v1/chat/completions', chat],
  ['xai/xai-tool-call', '/v1/chat/completions', chat],
  ['openai/openai-completion-text', '/v1/completions', completion],
] as const

const promptTokensIn = (payload: string): number =>
  (JSON.parse(payload) as { usage: { prompt_tokens: number } }).usage.prompt_tokens

test.each([...recordings])(
  'the recorded stream %s passes untouched and is charged',
  async (name, path, body) => {
    const frames = recordedFrames(name)
    const sent = [...frames, '[DONE]'].map((frame) => `data: ${frame}\n\n`).join('')
    for (const bytesPerWrite of [undefined, 7]) {
      upstream.answerWith(answerSse(frames, { bytesPerWrite }))
      const request = { ...body, stream: true, stream_options: { include_usage: true } }
      const response = await server.relay(key, path, request)
      expect(await response.text()).toBe(sent)
      const row = await newestCharge(server)
      expect(row.prompt_tokens).toBe(promptTokensIn(frames.at(-1) ?? ''))
      expect(row.detail.usage_estimated).toBeUndefined()
      expect(row.detail.end).toBe('complete')
      expect(row.quota).toBeGreaterThan(0)
    }
  },
)

test.each([...recordings])(
  'the recorded answer %s passes untouched and is charged',
  async (name, path, body) => {
    const recorded = recordedBody(name)
    upstream.answerWith(answerText(recorded, { headers: { 'content-type': 'application/json' } }))
    const response = await server.relay(key, path, body)
    expect(await response.text()).toBe(recorded)
    const row = await newestCharge(server)
    expect(row.prompt_tokens).toBe(promptTokensIn(recorded))
    expect(row.detail.usage_estimated).toBeUndefined()
  },
)

test('the recorded embedding passes untouched and is charged', async () => {
  const recorded = recordedBody('openai/openai-embedding')
  upstream.answerWith(answerText(recorded, { headers: { 'content-type': 'application/json' } }))
  const response = await server.relay(key, '/v1/embeddings', {
    model: 'text-embedding-3-small',
    input: ['a', 'b'],
  })
  expect(await response.text()).toBe(recorded)
  expect(await newestCharge(server)).toMatchObject({ prompt_tokens: 12, completion_tokens: 0, quota: 1 })
})
