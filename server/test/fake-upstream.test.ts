import { afterEach, beforeEach, expect, test } from 'bun:test'
import { answerSse, cut, hang } from './answers.ts'
import { fakeOpenAi, usageByDefault } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'

let upstream: FakeUpstream
beforeEach(async () => {
  upstream = await startFakeUpstream(fakeOpenAi())
})
afterEach(() => upstream.close())

const post = (body: object, signal?: AbortSignal) =>
  fetch(`${upstream.url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(body), signal })

test('answers and records its requests', async () => {
  const answer = await (await post({ model: 'm', messages: [] })).json()
  expect(answer).toMatchObject({ usage: usageByDefault })
  expect(upstream.requests[0]?.path).toBe('/v1/chat/completions')
  expect(upstream.requests[0]?.json()).toEqual({ model: 'm', messages: [] })
})

test('an unknown path is answered 404 for any request', async () => {
  expect((await fetch(`${upstream.url}/`)).status).toBe(404)
  expect((await fetch(`${upstream.url}/v1/files`, { method: 'POST', body: new FormData() })).status).toBe(404)
})

test('a connection is reused', async () => {
  for (let call = 0; call < 3; call += 1) expect((await post({ model: 'm' })).status).toBe(200)
  expect(upstream.requests).toHaveLength(3)
})

test('a stream split into single bytes is the same stream', async () => {
  const whole = await (await post({ model: 'm', stream: true })).text()
  upstream.answerWith(fakeOpenAi({ bytesPerWrite: 1 }))
  expect(await (await post({ model: 'm', stream: true })).text()).toBe(whole)
  expect(whole).toEndWith('data: [DONE]\n\n')
})

test('a cut stream fails, and nothing after the cut arrives', async () => {
  upstream.answerWith(answerSse(['{"a":1}', '{"b":2}'], { stopAfter: { frames: 1, how: 'cut' } }))
  const response = await post({})
  let text = ''
  const decoder = new TextDecoder()
  const read = async () => {
    for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) text += decoder.decode(bytes)
  }
  await expect(read()).rejects.toThrow()
  expect(text).not.toContain('"b"')
})

test('a connection closed before the answer is an error', async () => {
  upstream.queue(cut)
  await expect(post({})).rejects.toThrow()
})

test('reports that a caller disconnects, before the headers and within a stream', async () => {
  upstream.queue(hang, answerSse(['{}'], { stopAfter: { frames: 1, how: 'hang' } }))
  const early = new AbortController()
  const first = post({}, early.signal).catch(() => 'gone')
  const request = await upstream.requestAt(0)
  early.abort()
  await request.left
  expect(await first).toBe('gone')

  const late = new AbortController()
  const response = await post({}, late.signal)
  await response.body?.getReader().read()
  late.abort()
  await (await upstream.requestAt(1)).left
})

test('a complete answer is not reported as abandoned', async () => {
  await (await post({ model: 'm' })).json()
  await upstream.close()
  const left = upstream.requests[0]?.left
  expect(left && Bun.peek.status(left)).toBe('pending')
})
