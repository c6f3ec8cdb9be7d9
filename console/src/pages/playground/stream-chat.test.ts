import { expect, test } from 'bun:test'
import type { AnswerEvent } from './message.ts'
import { type StreamDependencies, streamChat } from './stream-chat.ts'

type Reply = Response | Error

/** Answers requests in order. Waits end at once. */
function run(replies: Reply[], { stopAtWait = 0 } = {}) {
  const requested: string[] = []
  const waited: number[] = []
  let unauthorised = 0
  const stopping = new AbortController()
  const dependencies: StreamDependencies = {
    async fetch(url, { signal }) {
      signal?.throwIfAborted()
      requested.push(url)
      const reply = replies.shift()
      if (!reply || reply instanceof Error) throw reply ?? new Error('no reply left')
      return reply
    },
    async wait(ms, signal) {
      waited.push(ms)
      if (waited.length === stopAtWait) stopping.abort()
      signal.throwIfAborted()
    },
    now: () => 0,
    language: () => 'zh',
    onUnauthorised: () => {
      unauthorised++
    },
    sentences: {
      status: String,
      unreadable: () => 'unreadable',
      unreachable: () => 'unreachable',
      cut: () => 'cut',
    },
  }
  const events: AnswerEvent[] = []
  const call = { body: {}, userId: 7, signal: stopping.signal }
  const done = streamChat(dependencies, call, (event) => events.push(event))
  return done.then(() => ({ requested, waited, events, unauthorised, last: events.at(-1) }))
}

const streamOf = (...frames: string[]) =>
  new Response(frames.map((data) => `data: ${data}\n\n`).join(''), {
    headers: { 'x-oneapi-request-id': 'r1' },
  })
const text = '{"choices":[{"delta":{"content":"The river"}}]}'
const offline = new TypeError('fetch failed')
const status = () => Response.json({ success: true })

test('an answer is emitted piece by piece up to its end marker', async () => {
  const { events, requested } = await run([streamOf(text, '[DONE]', 'never read')])
  expect(requested).toEqual(['/pg/chat/completions'])
  expect(events).toEqual([
    { type: 'connecting', tries: 0 },
    { type: 'open', requestId: 'r1' },
    { type: 'text', text: 'The river', at: 0 },
    { type: 'end', at: 0 },
  ])
})

test('an answer that reached the output limit reports that before it ends', async () => {
  const { events } = await run([streamOf(text, '{"choices":[{"delta":{},"finish_reason":"length"}]}', '[DONE]')])
  expect(events.slice(-2)).toEqual([
    { type: 'finish', reason: 'length' },
    { type: 'end', at: 0 },
  ])
})

test('the end of the stream ends the answer too', async () => {
  expect((await run([streamOf(text)])).last).toEqual({ type: 'end', at: 0 })
})

test('an error in the stream, and invalid data, end the answer', async () => {
  const cut = await run([streamOf(text, '{"error":{"message":"cut off","code":"upstream_stream_cut"}}')])
  expect(cut.last).toEqual({ type: 'failed', error: 'cut off', at: 0 })
  expect((await run([streamOf(text, '<html>')])).last).toEqual({ type: 'failed', error: 'unreadable', at: 0 })
})

test('the message is shown without the request id of the answer, in any language', async () => {
  const shown = async (message: string) =>
    (await run([Response.json({ error: { message } }, { status: 403, headers: { 'x-oneapi-request-id': 'r1' } })])).last
  expect(await shown('used up (request id: r1)')).toMatchObject({ error: 'used up' })
  expect(await shown('额度已用尽 (请求 ID: r1)')).toMatchObject({ error: '额度已用尽' })
  expect(await shown('used up (request id: r2)')).toMatchObject({ error: 'used up (request id: r2)' })
})

test('a refusal shows the server’s message; an expired login is noticed', async () => {
  const refusal = { error: { message: 'used up', code: 'insufficient_quota' } }
  const refused = await run([Response.json(refusal, { status: 429 })])
  expect(refused.last).toMatchObject({ type: 'failed', error: 'used up' })
  expect(refused.unauthorised).toBe(0)
  const expired = await run([Response.json({ error: { code: 'not_logged_in' } }, { status: 401 })])
  expect(expired.unauthorised).toBe(1)
  expect((await run([new Response('<html>', { status: 502 })])).last).toMatchObject({ error: '502' })
})

test('while the server is unreachable the call waits, polls a free endpoint, and is then sent once more', async () => {
  const { requested, waited, events, last } = await run([offline, offline, offline, status(), streamOf(text)])
  const probe = '/api/status'
  expect(requested).toEqual(['/pg/chat/completions', probe, probe, probe, '/pg/chat/completions'])
  expect(waited).toEqual([3_000, 3_000, 3_000])
  expect(events.filter(({ type }) => type === 'connecting')).toHaveLength(5)
  expect(last?.type).toBe('end')
})

test('a call that breaks off twice at a reachable server is not sent a third time', async () => {
  const { requested, last } = await run([offline, status(), offline])
  expect(requested.filter((url) => url.startsWith('/pg'))).toHaveLength(2)
  expect(last).toMatchObject({ type: 'failed', error: 'unreachable' })
})

test('the user can stop the waiting', async () => {
  const { requested, last } = await run([offline, offline, offline], { stopAtWait: 2 })
  expect(requested).toHaveLength(2)
  expect(last).toEqual({ type: 'stopped', at: 0 })
})

test('a broken answer is not requested again, because it would be charged twice', async () => {
  const broken = new ReadableStream({
    pull(controller) {
      controller.error(new TypeError('network error'))
    },
  })
  const { requested, last } = await run([new Response(broken)])
  expect(requested).toHaveLength(1)
  expect(last).toMatchObject({ type: 'failed', error: 'cut' })
})
