import { describe, expect, test } from 'bun:test'
import { estimateTokens } from '../src/core/tokens/estimate-tokens.ts'
import { forTests } from './for-tests.ts'
import { startTestGateway } from './test-gateway.ts'

const path = '/v1/chat/completions'
const words = Array.from({ length: 7_000_000 }, (_, at) => ((at * 7_919) % 99_991).toString(36)).join(' ')
const prompt = { model: 'gpt-4o', messages: [{ role: 'user', content: words.slice(0, 28_000_000) }] }
const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: JSON.stringify({ q: prompt.messages }) } }
const small = { model: 'gpt-4o', messages: [{ role: 'user', content: 'x' }] }
const withArguments = {
  model: 'gpt-4o',
  messages: [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: 'y' },
  ],
}
const gateway = forTests(startTestGateway)

/** How late the event loop was in all, in milliseconds: a block of it is one late tick. */
async function readLateness(): Promise<number> {
  const text = await (await fetch(`${gateway.server.url}/metrics`)).text()
  return Number(/^sluice_event_loop_lag_seconds_sum\S* (\S+)$/m.exec(text)?.[1]) * 1_000
}

/** The least lateness of several tries: other processes of the machine delay some. Ends early below `enough`. */
async function leastLateness(send: () => Promise<unknown>, tries: number, enough = 0): Promise<number> {
  let least = Infinity
  for (let made = 0; made < tries && least >= enough; made++) {
    const before = await readLateness()
    await send()
    least = Math.min(least, (await readLateness()) - before)
  }
  return least
}

/**
 * Whether the event loop is later by less than half the time of counting at once, here and now, than for a body of the
 * same size without a prompt.
 */
async function isCountedBetween(text: string, send: (text: string) => Promise<unknown>): Promise<boolean> {
  const uncounted = JSON.stringify({ ...small, ignored: JSON.parse(text) })
  const plain = await leastLateness(() => send(uncounted), 3)
  const before = performance.now()
  estimateTokens(prompt.messages[0]?.content ?? '')
  const most = plain + (performance.now() - before) / 2
  return (await leastLateness(() => send(text), 8, most)) < most
}

describe.each([
  ['a prompt', prompt],
  ['arguments of a tool call', withArguments],
])('%s of 28 MB', (_kind, body) => {
  const text = JSON.stringify(body)

  test('is refused where the balance is too small, and nothing stays held', async () => {
    const poor = await gateway.server.makeToken('user')
    const isBetween = await isCountedBetween(text, async (sent) => {
      const response = await gateway.server.relay(poor, path, sent)
      const answer = await response.text()
      if (sent !== text) return
      expect([response.status, answer]).toEqual([403, expect.stringContaining('insufficient_user_quota')])
    })
    expect([isBetween, gateway.upstream.requests.filter(({ body }) => body === text).length]).toEqual([true, 0])
  })

  test('is counted between other work, and charged', async () => {
    const key = await gateway.server.makeToken('root')
    const before = await gateway.server.self('root')
    const isBetween = await isCountedBetween(text, async (sent) => {
      expect((await gateway.server.relay(key, path, sent)).status).toBe(200)
    })
    expect(isBetween).toBe(true)
    const charged = before.quota - (await gateway.server.self('root')).quota
    expect(charged).toBe(gateway.upstream.requests.length * (100 * 1.25 + 20 * 5))
  })
})
