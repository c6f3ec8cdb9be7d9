import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type OpenAI from 'openai'
import { answerJson, answerText } from './answers.ts'
import { backgroundUsage, type FakeBackground, startFakeBackground } from './fake-background.ts'
import { forTests } from './for-tests.ts'
import { startTestServer } from './test-server.ts'
import { waitUntil } from './wait-until.ts'

// Answers that an upstream makes in the background: the official client, over a server and a fake upstream.

const model = 'gpt-5.1'
const mapped = 'our-model'
/** Of one answer with the usage of the fake: 40 + 90 × 2. */
const whole = 220

let upstream: FakeBackground
const server = forTests(startTestServer)
let key: string
let openai: OpenAI
let stranger: OpenAI

beforeAll(async () => {
  upstream = await startFakeBackground()
  const root = server.api('root')
  const ratios = (ratio: number) => JSON.stringify({ [model]: ratio, [mapped]: ratio, 'claude-sonnet-4-5': ratio })
  await root.put('/api/option/', { key: 'ModelRatio', value: ratios(1) })
  await root.put('/api/option/', { key: 'CompletionRatio', value: ratios(2) })
  await server.addChannel(upstream.url, {
    models: `${model},${mapped}`,
    model_mapping: JSON.stringify({ [mapped]: model }),
  })
  await server.addChannel(upstream.url, { type: 14, models: 'claude-sonnet-4-5' })
  key = await server.makeToken('user')
  openai = server.openai(key)
  stranger = server.openai(await server.makeToken('admin'))
})
afterAll(async () => {
  await upstream?.close()
})

type Events = AsyncIterable<OpenAI.Responses.ResponseStreamEvent>

const begin = (more: object = {}) =>
  openai.responses.create({ model, input: 'A long story.', background: true, max_output_tokens: 1_000, ...more })

/** What the account has paid, deposits included, since `before`. */
async function paidSince(before: { quota: number; used_quota: number }) {
  const { quota, used_quota } = await server.self('user')
  return { quota: before.quota - quota, used: used_quota - before.used_quota }
}
const paid = (amount: number) => ({ quota: amount, used: amount })

async function statusOf(work: Promise<unknown>): Promise<number> {
  const error = await work.then(
    () => ({ status: 200 }),
    (cause: unknown) => cause,
  )
  return Number((error as { status?: number }).status)
}

describe('the official client', () => {
  test('creates an answer, which is paid by a deposit; polls it; is charged once', async () => {
    const before = await server.self('user')
    const created = await begin()
    expect(created.status).toBe('queued')
    const deposit = await paidSince(before)
    // The estimated input, and the output limit.
    expect(deposit.quota).toBeGreaterThan(2_000)
    expect(deposit.quota).toBeLessThan(2_100)
    expect((await openai.responses.retrieve(created.id)).status).toBe('queued')
    expect(await paidSince(before)).toEqual(deposit)

    upstream.write(created.id, 'Once upon a time.')
    upstream.finish(created.id)
    const ended = await openai.responses.retrieve(created.id)
    expect([ended.status, ended.output_text]).toEqual(['completed', 'Once upon a time.'])
    expect(await paidSince(before)).toEqual(paid(whole))
    const again = await Promise.all([1, 2, 3].map(() => openai.responses.retrieve(created.id)))
    expect(again.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
    expect(await paidSince(before)).toEqual(paid(whole))
    const rows = (await server.logs()).filter(({ content }) => content.includes(created.id))
    expect(rows.map(({ quota, prompt_tokens: input, completion_tokens: output }) => [quota, input, output])).toEqual([
      [-deposit.quota, 0, 0],
      [whole, 40, 90],
      [deposit.quota, 0, 0],
    ])
  })

  test('pays for the tier in which its answer was served, and has the dearer one on deposit', async () => {
    const rules = { [model]: [{ when: { tier: 'priority' }, set: { factor: 2 } }] }
    await server.api('root').put('/api/option/', { key: 'PriceRules', value: JSON.stringify(rules) })
    for (const [tier, charge] of [
      ['priority', 2 * whole],
      ['default', whole],
    ] as const) {
      const before = await server.self('user')
      const { id } = await begin({ service_tier: 'priority' })
      expect((await paidSince(before)).quota).toBeGreaterThan(4_000)
      upstream.finish(id, { service_tier: tier })
      await openai.responses.retrieve(id)
      expect(await paidSince(before)).toEqual(paid(charge))
    }
    await server.api('root').put('/api/option/', { key: 'PriceRules', value: '{}' })
  })

  test('calls for the end of one answer at the same time charge it once', async () => {
    const before = await server.self('user')
    const { id } = await begin()
    upstream.finish(id)
    const ended = await Promise.all(Array.from({ length: 12 }, () => openai.responses.retrieve(id)))
    expect(ended.every(({ status }) => status === 'completed')).toBe(true)
    expect(await paidSince(before)).toEqual(paid(whole))
  })

  test('cancels an answer, also twice: without a usage it is free', async () => {
    const before = await server.self('user')
    const { id } = await begin()
    expect((await openai.responses.cancel(id)).status).toBe('cancelled')
    expect(await paidSince(before)).toEqual(paid(0))
    expect((await openai.responses.cancel(id)).status).toBe('cancelled')
    expect((await openai.responses.retrieve(id)).status).toBe('cancelled')
    expect(await paidSince(before)).toEqual(paid(0))
    // Some hosts finish what was cancelled. It was not paid, so it is not served.
    upstream.finish(id)
    expect(await statusOf(openai.responses.retrieve(id))).toBe(404)
    expect(await paidSince(before)).toEqual(paid(0))
  })

  test('is charged the usage of an answer that was cancelled or failed, where one is reported', async () => {
    const before = await server.self('user')
    const one = await begin()
    upstream.finish(one.id, { status: 'cancelled', output: [] })
    expect((await openai.responses.cancel(one.id)).status).toBe('cancelled')
    expect(await paidSince(before)).toEqual(paid(whole))
    const other = await begin()
    upstream.finish(other.id, {
      status: 'failed',
      usage: null,
      output: [],
      error: { code: 'server_error', message: 'x' },
    })
    expect((await openai.responses.retrieve(other.id)).status).toBe('failed')
    expect(await paidSince(before)).toEqual(paid(whole))
  })

  test('streams an answer, whose end comes after its charge', async () => {
    const before = await server.self('user')
    const stream = await begin({ stream: true })
    const types: string[] = []
    let id = ''
    for await (const event of stream as unknown as Events) {
      types.push(event.type)
      if (event.type === 'response.queued') {
        id = event.response.id
        expect((await paidSince(before)).quota).toBeGreaterThan(2_000)
        upstream.write(id, 'Once upon a time.')
        upstream.finish(id)
      }
      if (event.type === 'response.completed') expect(await paidSince(before)).toEqual(paid(whole))
    }
    expect(types).toEqual(['response.created', 'response.queued', 'response.output_text.delta', 'response.completed'])
    expect(await paidSince(before)).toEqual(paid(whole))
    expect((await openai.responses.retrieve(id)).output_text).toBe('Once upon a time.')
    expect(await paidSince(before)).toEqual(paid(whole))
  })

  test('resumes a stream that broke off, from the event after the last', async () => {
    const before = await server.self('user')
    const stream = (await begin({ stream: true, model: mapped })) as unknown as Events
    let id = ''
    let last = -1
    const read = async () => {
      for await (const event of stream) {
        last = event.sequence_number
        if (event.type === 'response.created') expect(event.response.model).toBe(mapped)
        if (event.type === 'response.queued') {
          id = event.response.id
          upstream.write(id, 'Once upon ')
        }
        if (event.type === 'response.output_text.delta') upstream.cutStreams()
      }
    }
    expect(
      await read().then(
        () => 'ended',
        () => 'broke off',
      ),
    ).toBe('broke off')
    expect(last).toBe(2)
    upstream.write(id, 'a time.')
    const resumed = await openai.responses.retrieve(id, { stream: true, starting_after: last })
    const texts: string[] = []
    for await (const event of resumed) {
      if (event.type === 'response.output_text.delta') {
        texts.push(event.delta)
        upstream.finish(id)
      }
      if (event.type !== 'response.completed') continue
      expect(event.response.model).toBe(mapped)
      expect(await paidSince(before)).toEqual(paid(whole))
    }
    expect(texts).toEqual(['a time.'])
    expect(await paidSince(before)).toEqual(paid(whole))
  })

  test('is told by the last event of a stream that its upstream cuts how to resume it', async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ model, input: 'x', background: true, stream: true, max_output_tokens: 1_000 })
    const first = await fetch(`${server.url}/v1/responses`, { method: 'POST', headers, body })
    const id = [...upstream.answers.keys()].at(-1) ?? ''
    const path = `/v1/responses/${id}?stream=true&starting_after=1`
    upstream.cutStreams()
    const lastOf = async (response: Response) => {
      const frames = (await response.text()).trim().split('\n\n')
      return JSON.parse(frames.at(-1)?.split('data: ')[1] ?? '')
    }
    const interruption = { type: 'error', sequence_number: 1, error: { sluice_code: 'answer_goes_on' } }
    const told = await lastOf(first)
    expect(told).toMatchObject(interruption)
    expect(told.message).toContain(path)
    const resumed = fetch(`${server.url}${path}`, { headers })
    await waitUntil('the stream is resumed', async () => upstream.requests.some((sent) => sent.path === path))
    upstream.write(id, 'Once upon ')
    const again = await resumed
    upstream.cutStreams()
    expect(await lastOf(again)).toMatchObject({ ...interruption, sequence_number: 2 })
    upstream.finish(id)
    expect((await openai.responses.retrieve(id)).status).toBe('completed')
  })

  test('pays the text that streams delivered of an answer that it cancels', async () => {
    const before = await server.self('user')
    const words = 'one two three four five six seven eight nine ten '.repeat(20)
    const stream = (await begin({ stream: true })) as unknown as Events
    let id = ''
    for await (const event of stream) {
      if (event.type === 'response.queued') {
        id = event.response.id
        upstream.write(id, words)
      }
      if (event.type === 'response.output_text.delta') break
    }
    const resumed = await openai.responses.retrieve(id, { stream: true, starting_after: 1 })
    for await (const event of resumed) if (event.type === 'response.output_text.delta') break
    // What is read twice is paid once.
    await waitUntil('both streams were noted', async () => {
      await openai.responses.cancel(id)
      return (await paidSince(before)).quota < 1_000
    })
    const { quota } = await paidSince(before)
    expect(quota).toBeGreaterThan(380)
    expect(quota).toBeLessThan(450)
  })

  test('deletes a running answer, which is cancelled and charged before', async () => {
    const before = await server.self('user')
    const [running, ended] = [await begin(), await begin()]
    upstream.finish(ended.id)
    await openai.responses.delete(ended.id)
    await openai.responses.delete(running.id)
    expect(upstream.requests.some(({ path }) => path === `/v1/responses/${running.id}/cancel`)).toBe(true)
    expect(await paidSince(before)).toEqual(paid(whole))
    expect(await statusOf(openai.responses.retrieve(ended.id))).toBe(404)
    expect(upstream.answers.has(running.id)).toBe(false)
  })

  test('cannot delete a running answer whose end its upstream does not say, and is told how long to wait', async () => {
    const { id } = await begin()
    const known = upstream.answers.get(id)
    const remove = async () => {
      const answer = await fetch(`${server.url}/v1/responses/${id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${key}` },
      })
      return {
        status: answer.status,
        code: answer.headers.get('x-sluice-error'),
        seconds: Number(answer.headers.get('retry-after')),
        isRepeated: answer.headers.get('x-should-retry'),
      }
    }
    upstream.answers.delete(id)
    const unknown = await remove()
    expect(unknown).toMatchObject({ status: 503, code: 'answer_end_unknown', isRepeated: 'false' })
    expect(unknown.seconds).toBeWithin(600, 661)
    upstream.queue(answerText('<html>Bad gateway</html>', { status: 500 }), answerText('<html>'))
    expect(await remove()).toEqual({ status: 503, code: 'answer_end_unknown', seconds: 60, isRepeated: 'true' })
    if (known) upstream.answers.set(id, known)
    expect((await remove()).status).toBe(200)
  })

  test('has answers of its own alone', async () => {
    const { id } = await begin()
    expect(await statusOf(stranger.responses.retrieve(id))).toBe(404)
    expect(await statusOf(stranger.responses.cancel(id))).toBe(404)
    upstream.finish(id)
    expect(await statusOf(stranger.responses.retrieve(id, { stream: true }))).toBe(404)
    await openai.responses.retrieve(id)
  })
})

test('the poller charges answers that no client fetches, also after a stream that broke off', async () => {
  const before = await server.self('user')
  const { id } = await begin()
  const stream = (await begin({ stream: true })) as unknown as Events
  let streamed = ''
  const read = async () => {
    for await (const event of stream) {
      if (event.type === 'response.created') streamed = event.response.id
      if (event.type === 'response.queued') upstream.write(streamed, 'Once upon ')
      if (event.type === 'response.output_text.delta') upstream.cutStreams()
    }
  }
  await read().catch(() => undefined)
  upstream.finish(id)
  upstream.finish(streamed)
  await waitUntil('both are charged', async () => (await paidSince(before)).quota === 2 * whole)
  expect(await paidSince(before)).toEqual(paid(2 * whole))
}, 120_000)

test('an answer that ends with its begin is charged at once', async () => {
  const before = await server.self('user')
  const output = [{ type: 'message', content: [] }]
  upstream.queue(
    answerJson({ id: 'resp_now', object: 'response', model, status: 'completed', output, usage: backgroundUsage }),
  )
  expect((await begin()).status).toBe('completed')
  expect(await paidSince(before)).toEqual(paid(whole))
})

test('a model without a channel that speaks Responses is refused, with the reason', async () => {
  const asked = upstream.requests.length
  const answer = await server.relay(key, '/v1/responses', { model: 'claude-sonnet-4-5', input: 'x', background: true })
  expect(answer.status).toBe(400)
  const { error } = (await answer.json()) as { error: { message: string } }
  expect(error.message).toContain('background is not supported for this model')
  expect(upstream.requests).toHaveLength(asked)
})

test('an account that cannot pay the deposit cannot begin an answer', async () => {
  const asked = upstream.requests.length
  const poor = await server.makeToken('user', { unlimited_quota: false, remain_quota: 1_500 })
  const answer = await server.relay(poor, '/v1/responses', {
    model,
    input: 'x',
    background: true,
    max_output_tokens: 1_000,
  })
  expect(answer.status).toBe(429)
  expect(upstream.requests).toHaveLength(asked)
})

test('running answers count at the limit of concurrent calls when another one is begun', async () => {
  const limited = server.openai(await server.makeToken('user', { limits: { concurrency: 2 } }))
  const create = () => limited.responses.create({ model, input: 'x', background: true, max_output_tokens: 10 })
  const [one, two] = [await create(), await create()]
  expect(await statusOf(create())).toBe(429)
  expect(await statusOf(openai.responses.create({ model, input: 'x' }))).toBe(200)
  await openai.responses.cancel(one.id)
  const three = await create()
  for (const { id } of [two, three]) await openai.responses.cancel(id)
})

describe('words that the operator does not allow', () => {
  const set = (key: string, value: string) => server.api('root').put('/api/option/', { key, value })
  const words = ['Only the forbidden ', 'word is masked.']
  beforeAll(async () => {
    await set('SensitiveWords', 'forbidden word')
    await set('CheckSensitiveOnCompletionEnabled', 'true')
  })
  afterAll(() => set('CheckSensitiveOnCompletionEnabled', 'false'))

  test('are masked in an answer that is fetched or resumed', async () => {
    await set('StopOnSensitiveEnabled', 'false')
    const { id } = await begin()
    for (const text of words) upstream.write(id, text)
    const resumed = await openai.responses.retrieve(id, { stream: true })
    upstream.finish(id, { created_at: JSON.rawJSON?.('9007199254740993') })
    const texts: string[] = []
    for await (const event of resumed) if (event.type === 'response.output_text.delta') texts.push(event.delta)
    expect(texts.join('')).toBe('Only the ************** is masked.')
    expect((await openai.responses.retrieve(id)).output_text).toBe('Only the ************** is masked.')
    const fetched = await openai.responses.retrieve(id).asResponse()
    expect(await fetched.text()).toContain('"created_at":9007199254740993,')
  })

  test('keep an answer from being delivered, which is charged', async () => {
    await set('StopOnSensitiveEnabled', 'true')
    const before = await server.self('user')
    const { id } = await begin()
    for (const text of words) upstream.write(id, text)
    upstream.finish(id)
    const resumed = await fetch(`${server.url}/v1/responses/${id}?stream=true`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const frames = await resumed.text()
    expect(frames).not.toContain('word is')
    expect(frames).toContain('words that are not allowed')
    expect(await statusOf(openai.responses.retrieve(id))).toBe(400)
    expect(await paidSince(before)).toEqual(paid(whole))
  })
})
