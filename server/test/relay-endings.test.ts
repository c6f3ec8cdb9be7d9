import { describe, expect, test } from 'bun:test'
import { answerJson, cut, hang } from './answers.ts'
import { engineNames } from './databases.ts'
import { chatAnswer, fakeOpenAi } from './fake-openai.ts'
import { type Answer, startFakeUpstream } from './fake-upstream.ts'
import { forTests } from './for-tests.ts'
import { readUntil } from './read-until.ts'
import { startTestGateway } from './test-gateway.ts'
import { awaitRow, newestCharge } from './usage-rows.ts'

const messages = [{ role: 'user' as const, content: 'Where does the river run?' }]
const chat = { model: 'gpt-4o', messages }
const streamed = { ...chat, stream: true }
const path = '/v1/chat/completions'
/** The head of a stream and a comment, and then nothing. */
const headThenSilence: Answer = async (exchange) => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n'
  await exchange.write(`${head}8\r\n: wait\n\n\r\n`)
  await hang(exchange)
}
// The gateway's own count is an estimate that tends upwards: tests allow it a margin, but check charges exactly.
/** Input at 1.25 a token, output at 5. */
const calculateCharge = (row: { prompt_tokens: number; completion_tokens: number }) =>
  Math.round(row.prompt_tokens * 1.25 + row.completion_tokens * 5)

describe.each([...engineNames])('calls that end badly on %s', (engine) => {
  const environment = { RELAY_TIMEOUT: '2', STREAMING_TIMEOUT: '2', FIRST_BYTE_TIMEOUT: '2' }
  const gateway = forTests(() => startTestGateway({ engine, environment }))

  const measureCharge = async (call: () => Promise<unknown>) => {
    const before = await gateway.server.self('user')
    await call()
    return before.quota - (await gateway.server.self('user')).quota
  }

  test.each(['cut', 'end'] as const)(
    'a stream that stops by %s is reported as cut, and the delivered part is charged',
    async (how) => {
      const gate = Promise.withResolvers<void>()
      gateway.upstream.answerWith(fakeOpenAi({ stopAfter: { frames: 4, how }, before: { 4: () => gate.promise } }))
      let text = ''
      const charged = await measureCharge(async () => {
        const response = await gateway.relay(path, streamed)
        text = await readUntil(response, ' runs')
        gate.resolve()
        text += await readUntil(response)
      })
      expect(text).toContain('"upstream_stream_cut"')
      expect(text).not.toContain('[DONE]')
      const row = await newestCharge(gateway.server)
      expect(row.detail).toMatchObject({ end: 'upstream_cut', usage_estimated: true })
      expect(row.completion_tokens).toBeWithin(3, 6)
      expect(row.prompt_tokens).toBeGreaterThan(0)
      expect(row.quota).toBe(calculateCharge(row))
      expect(charged).toBe(row.quota)
    },
  )

  test('a silent stream is ended, and the delivered part is charged', async () => {
    gateway.upstream.answerWith(fakeOpenAi({ stopAfter: { frames: 3, how: 'hang' } }))
    const charged = await measureCharge(async () => {
      const text = await (await gateway.relay(path, streamed)).text()
      expect(text).toContain('"error"')
      expect(text).not.toContain('[DONE]')
    })
    const row = await newestCharge(gateway.server)
    expect(charged).toBe(row.quota)
    expect(row).toMatchObject({ type: 2, quota: calculateCharge(row) })
    expect(row.completion_tokens).toBeWithin(2, 5)
    await gateway.upstream.requests[0]?.left
  })

  test('a client that leaves a stream stops the upstream, and pays for the delivered part', async () => {
    gateway.upstream.answerWith(fakeOpenAi({ stopAfter: { frames: 5, how: 'hang' } }))
    const leave = new AbortController()
    await readUntil(await gateway.relay(path, streamed, { signal: leave.signal }), ' through')
    leave.abort()
    await gateway.upstream.requests[0]?.left
    const row = await awaitRow(gateway.server, ({ detail }) => detail.end === 'client_gone')
    expect(row).toMatchObject({ type: 2, quota: calculateCharge(row) })
    expect(row.completion_tokens).toBeWithin(4, 7)
  })

  test('a client that leaves before the answer stops the upstream', async () => {
    gateway.upstream.answerWith(hang)
    const leave = new AbortController()
    const call = gateway.relay(path, chat, { signal: leave.signal }).catch(() => 'gone')
    const request = await gateway.upstream.requestAt(0)
    leave.abort()
    await request.left
    expect(await call).toBe('gone')
    // The input was used although nothing was returned.
    const row = await awaitRow(
      gateway.server,
      ({ completion_tokens, is_stream }) => completion_tokens === 0 && !is_stream,
    )
    expect(row.detail.end).toBe('client_gone')
    expect(row.quota).toBe(calculateCharge(row))
  })

  test('an upstream that never answers is given up, and nothing is charged', async () => {
    gateway.upstream.answerWith(hang)
    const charged = await measureCharge(async () => {
      const response = await gateway.relay(path, chat)
      expect(response.status).toBe(504)
      expect(await response.json()).toMatchObject({ error: { code: 'upstream_timeout' } })
    })
    expect(charged).toBe(0)
    await gateway.upstream.requests[0]?.left
  })

  test('a stream that does not begin in time is answered by the next channel, and charged once', async () => {
    const spare = await startFakeUpstream(fakeOpenAi())
    const id = await gateway.server.addChannel(spare.url, { priority: -5 })
    await gateway.server.api('root').put('/api/option/', { key: 'RetryTimes', value: '1' })
    for (const silence of [hang, headThenSilence]) {
      gateway.upstream.answerWith(silence)
      const charged = await measureCharge(async () => {
        const response = await gateway.relay(path, { ...chat, stream: true })
        expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('river')])
      })
      expect(charged).toBeGreaterThan(0)
      const row = await awaitRow(gateway.server, (row) => row.channel === id && row.quota === charged)
      expect(row.detail.admin_info?.attempts).toMatchObject([{ status: null }, { status: 200 }])
    }
    expect(spare.requests).toHaveLength(2)
    await gateway.server.api('root').put('/api/option/', { key: 'RetryTimes', value: '0' })
    await gateway.server.api('root').delete(`/api/channel/${id}/`)
    await spare.close()
  })

  test('an upstream that closes without an answer is an error, and nothing is charged', async () => {
    gateway.upstream.answerWith(cut)
    const charged = await measureCharge(async () => {
      expect((await gateway.relay(path, chat)).status).toBe(502)
    })
    expect(charged).toBe(0)
  })

  test('a plain answer that is cut inside its body is an error, and nothing is charged', async () => {
    const whole = JSON.stringify(chatAnswer(chat))
    gateway.upstream.answerWith(async (exchange) => {
      await exchange.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${whole.length}\r\n\r\n`,
      )
      await exchange.write(whole.slice(0, 60))
      exchange.cut()
    })
    const charged = await measureCharge(async () => {
      expect((await gateway.relay(path, chat)).status).toBe(502)
    })
    expect(charged).toBe(0)
  })

  test.each([
    ['negative', { prompt_tokens: -5_000_000, completion_tokens: -20 }],
    ['absurd', { prompt_tokens: 1e15, completion_tokens: 1e300 }],
    ['fractional', { prompt_tokens: 0.5, completion_tokens: 20.25 }],
    ['no', null],
  ])('an answer with %s usage is charged by the gateway’s own count', async (_, usage) => {
    gateway.upstream.answerWith(fakeOpenAi({ usage }))
    for (const body of [chat, streamed]) {
      const charged = await measureCharge(async () => (await gateway.relay(path, body)).text())
      const row = await newestCharge(gateway.server)
      expect(row.detail.usage_estimated).toBe(true)
      expect(row.completion_tokens).toBeWithin(7, 10)
      expect(row.prompt_tokens).toBeWithin(5, 30)
      expect(row.quota).toBe(calculateCharge(row))
      expect(charged).toBe(row.quota)
    }
  })

  test('cached input is charged at its own ratio', async () => {
    const usage = { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 80 } }
    gateway.upstream.answerWith(answerJson(chatAnswer(chat, { usage })))
    await (await gateway.relay(path, chat)).json()
    const row = await newestCharge(gateway.server)
    // gpt-4o reads its cache at half price: (20 + 80 × 0.5 + 20 × 4) × 1.25.
    expect(row).toMatchObject({ quota: 175, prompt_tokens: 100, completion_tokens: 20 })
    expect(row.detail).toMatchObject({ cache_tokens: 80, cache_ratio: 0.5 })
  })
})
