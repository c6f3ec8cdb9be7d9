import { expect, test } from 'bun:test'
import type OpenAI from 'openai'
import { engineNames } from './databases.ts'
import { startFakeBackground } from './fake-background.ts'
import { startTestServer } from './test-server.ts'
import { waitUntil } from './wait-until.ts'

// Concurrently, as most of the time is spent waiting for leases.
test.concurrent.each([...engineNames])(
  'after a server on %s is killed while background answers are streamed and fetched, each is charged once',
  async (engine) => {
    const upstream = await startFakeBackground()
    const server = await startTestServer(engine)
    const root = server.api('root')
    await root.put('/api/option/', { key: 'ModelRatio', value: JSON.stringify({ 'gpt-5.1': 1 }) })
    await root.put('/api/option/', { key: 'CompletionRatio', value: JSON.stringify({ 'gpt-5.1': 2 }) })
    await server.addChannel(upstream.url, { models: 'gpt-5.1' })
    const key = await server.makeToken('user')
    const openai = server.openai(key)
    const granted = (await server.self('user')).quota
    const request = { model: 'gpt-5.1', input: 'x', background: true, max_output_tokens: 1_000 }

    const fetched = await openai.responses.create(request)
    const stream = await openai.responses.create({ ...request, stream: true })
    const streamed = await readId(stream)
    await waitUntil('both deposits are charged', async () => (await server.self('user')).used_quota > 4_000)
    upstream.silent.add(fetched.id)
    const asked = upstream.requests.length
    const lost = openai.responses.retrieve(fetched.id).catch(() => null)
    await waitUntil('the answer is being fetched', () => upstream.requests.length > asked)
    await server.process.kill()
    await lost
    upstream.silent.clear()
    upstream.finish(fetched.id)
    upstream.finish(streamed)
    await server.crashAndRestart()

    const charged = async () => granted - (await server.self('user')).quota
    // (40 + 90 × 2) twice; both deposits are returned.
    await waitUntil('both are charged', async () => (await charged()) === 440, { timeoutMs: 100_000, pauseMs: 250 })
    const ended = await Promise.all([fetched.id, streamed].map((id) => server.openai(key).responses.retrieve(id)))
    expect(ended.map(({ status }) => status)).toEqual(['completed', 'completed'])
    const self = await server.self('user')
    expect({ quota: granted - self.quota, used: self.used_quota }).toEqual({ quota: 440, used: 440 })
    await server.stop()
    await upstream.close()
  },
  180_000,
)

/** The id of the answer; the stream stays open. */
async function readId(stream: AsyncIterable<OpenAI.Responses.ResponseStreamEvent>): Promise<string> {
  for (const events = stream[Symbol.asyncIterator](); ; ) {
    const { done, value } = await events.next()
    if (done) throw new Error('the stream has no id')
    if (value.type === 'response.queued') return value.response.id
  }
}
