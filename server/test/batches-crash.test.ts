import { expect, test } from 'bun:test'
import { toFile } from 'openai'
import { engineNames } from './databases.ts'
import { chatResult, startFakeStorage } from './fake-storage.ts'
import { startTestServer } from './test-server.ts'
import { waitUntil } from './wait-until.ts'

// Concurrently, as most of the time is spent waiting for leases.
test.concurrent.each([...engineNames])(
  'after a server on %s is killed while it reads the results of a batch, they are charged once and served within a minute',
  async (engine) => {
    const upstream = await startFakeStorage()
    const server = await startTestServer(engine)
    const root = server.api('root')
    await root.put('/api/option/', { key: 'ModelRatio', value: JSON.stringify({ 'gpt-4o': 1 }) })
    await root.put('/api/option/', { key: 'CompletionRatio', value: JSON.stringify({ 'gpt-4o': 4 }) })
    await server.addChannel(upstream.url, { models: 'gpt-4o' })
    const key = await server.makeToken('user')
    const openai = server.openai(key)
    const granted = (await server.self('user')).quota
    const line = JSON.stringify({
      custom_id: 'a',
      method: 'POST',
      url: '/v1/chat/completions',
      body: { model: 'gpt-4o', max_tokens: 1_000, messages: [{ role: 'user', content: 'yes or no?' }] },
    })
    const file = await openai.files.create({ file: await toFile(Buffer.from(line), 'in.jsonl'), purpose: 'batch' })
    const batch = await openai.batches.create({
      input_file_id: file.id,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    })
    expect(granted - (await server.self('user')).quota).toBeGreaterThan(2_000)
    upstream.finish(batch.id, [chatResult('a', { input: 40, output: 90 })])
    const output = String(upstream.batches.get(batch.id)?.output_file_id)

    upstream.silent.add(output)
    const asked = upstream.requests.length
    const lost = openai.batches
      .retrieve(batch.id)
      .then(() => openai.files.content(output))
      .catch(() => null)
    await waitUntil('the results are being read', async () =>
      upstream.requests.slice(asked).some(({ path }) => path === `/v1/files/${output}/content`),
    )
    await server.process.kill()
    await lost
    upstream.silent.clear()
    await server.crashAndRestart()

    await waitUntil(
      'the results are served',
      () =>
        server
          .openai(key)
          .files.content(output)
          .then(
            () => true,
            () => false,
          ),
      { timeoutMs: 60_000, pauseMs: 250 },
    )
    // (40 + 90 × 4) × 0.5; the deposit is returned.
    const self = await server.self('user')
    expect({ quota: granted - self.quota, used: self.used_quota }).toEqual({ quota: 200, used: 200 })
    await server.stop()
    await upstream.close()
  },
  150_000,
)
