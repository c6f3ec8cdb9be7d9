import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const path = '/v1/chat/completions'
const words = Array.from({ length: 7_000_000 }, (_, at) => ((at * 7_919) % 99_991).toString(36)).join(' ')
const prompt = { model: 'gpt-4o', messages: [{ role: 'user', content: words.slice(0, 28_000_000) }] }
const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: JSON.stringify({ q: prompt.messages }) } }
const withArguments = {
  model: 'gpt-4o',
  messages: [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: 'y' },
  ],
}
let server: TestServer
let upstream: FakeUpstream
beforeAll(async () => {
  upstream = await startFakeUpstream(fakeOpenAi())
  server = await startTestServer()
  await server.addChannel(upstream.url)
})
afterEach(() => {
  upstream.requests.length = 0
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})

/** How often the event loop was late by more than 0.25 s: less than counting such a prompt at once takes. */
async function countDelays(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const countOf = (bound: string): number =>
    Number(new RegExp(`^sluice_event_loop_lag_seconds_bucket\\{.*le="${bound}".*\\} (\\d+)$`, 'm').exec(text)?.[1])
  return countOf('\\+Inf') - countOf('0.25')
}

/** The fewest delays of eight tries: other processes of the machine can delay some. */
async function fewestDelays(send: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  while (counts.length < 8 && !counts.includes(0)) {
    const before = await countDelays()
    await send()
    counts.push((await countDelays()) - before)
  }
  return Math.min(...counts)
}

describe.each([
  ['a prompt', prompt],
  ['arguments of a tool call', withArguments],
])('%s of 28 MB', (_kind, body) => {
  const text = JSON.stringify(body)

  test('is refused where the balance is too small, and nothing stays held', async () => {
    const poor = await server.makeToken('user', { unlimited_quota: false, remain_quota: 2_000 })
    const delays = await fewestDelays(async () => {
      const response = await server.relay(poor, path, text)
      expect([response.status, await response.text()]).toEqual([
        403,
        expect.stringContaining('pre_consume_token_quota_failed'),
      ])
    })
    expect([delays, upstream.requests.length]).toEqual([0, 0])
  })

  test('is counted between other work, and charged', async () => {
    const key = await server.makeToken('root')
    const before = await server.self('root')
    const delays = await fewestDelays(async () => {
      expect((await server.relay(key, path, text)).status).toBe(200)
    })
    expect(delays).toBe(0)
    const charged = before.quota - (await server.self('root')).quota
    expect(charged).toBe(upstream.requests.length * (100 * 1.25 + 20 * 5))
  })
})
