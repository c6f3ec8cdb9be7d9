import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { answerError, answerJson, answerSse, hang } from './answers.ts'
import { engineNames } from './databases.ts'
import { type MediaServer, startMediaServer } from './media-server.ts'
import { readUntil } from './read-until.ts'
import { awaitRow, newestRow } from './usage-rows.ts'

const path = '/v1/images/generations'
const data = [{ b64_json: 'aW1hZ2U=' }]
const answered = answerJson({ created: 1, data })
/** (10 + 40 × 2 + 100 × 8) × 2.5 */
const tokens = {
  ...{ total_tokens: 150, input_tokens: 50, output_tokens: 100 },
  input_tokens_details: { text_tokens: 10, image_tokens: 40 },
}
const tokensCharge = 2225

let it: MediaServer
beforeAll(async () => {
  it = await startMediaServer('SQLite', { MAX_UPLOAD_MB: '1' })
})
afterEach(() => {
  it.upstream.answerWith(answered)
  it.upstream.requests.length = 0
})
afterAll(() => it?.stop())

describe('images at a fixed price', () => {
  test('are charged by number, size and quality, and the body passes byte for byte', async () => {
    it.upstream.answerWith(answered)
    const body = `{ "prompt":"a gate", "n" : 2,"model":"dall-e-3","size":"1024x1792","quality":"hd", "odd":[0.0] }`
    const row = await it.charged(async () => {
      const response = await it.post(path, body)
      expect(await response.json()).toEqual({ created: 1, data })
    })
    expect(row.quota).toBe(120_000) // 0.04 × 500 000 × 2 × (2 × 1.5)
    expect(row.detail).toMatchObject({ model_price: 0.04, units: 2, image_factor: 3, image: true })
    expect(row).toMatchObject({ prompt_tokens: 0, completion_tokens: 0, is_stream: false })
    const [sent] = it.upstream.requests
    expect(sent?.body).toBe(body)
    expect(sent?.path).toBe(path)
    expect(sent?.headers.authorization).toBe('Bearer sk-upstream')
  })

  test('is due in full if the client disconnects', async () => {
    it.upstream.answerWith(hang)
    const gone = new AbortController()
    const before = (await it.server.self('user')).quota
    const call = it.post(path, { model: 'dall-e-3', prompt: 'a', n: 3 }, { signal: gone.signal }).catch(() => null)
    const request = await it.upstream.requestAt(0)
    gone.abort()
    await Promise.all([call, request.left])
    const row = await awaitRow(it.server, ({ type, detail }) => type === 2 && detail.end === 'client_gone')
    expect(row.quota).toBe(60_000)
    expect(before - (await it.server.self('user')).quota).toBe(60_000)
  })

  test('is held in full: a balance that cannot cover it is refused', async () => {
    const small = await it.server.makeToken('user', { unlimited_quota: false, remain_quota: 59_999 })
    const ask = (n: number) => it.server.relay(small, path, { model: 'dall-e-3', prompt: 'a', n })
    expect(await it.refused(() => ask(3))).toMatchObject({
      status: 403,
      code: 'pre_consume_token_quota_failed',
    })
    expect((await ask(2)).status).toBe(200)
  })

  test('default to the original model, which is added to the body', async () => {
    const row = await it.charged(() => it.post(path, { prompt: 'a' }))
    expect(row).toMatchObject({ quota: 1000, model_name: 'dall-e' })
    expect(it.upstream.requests[0]?.body).toBe('{"model":"dall-e","prompt":"a"}')
  })
})

test('of a mapped name are priced by the upstream model’s parameters', async () => {
  await it.set('ModelPrice', { 'dall-e-3': 0.04, 'dall-e': 0.002, 'my-dalle': 0.04 })
  const model_mapping = JSON.stringify({ 'my-dalle': 'dall-e-3' })
  await it.server.addChannel(it.upstream.url, { models: 'my-dalle', model_mapping })
  it.upstream.answerWith(answered)
  const row = await it.charged(() => it.post(path, { model: 'my-dalle', prompt: 'a', quality: 'hd' }))
  expect(row).toMatchObject({ quota: 40_000, model_name: 'my-dalle' }) // 0.04 × 500 000 × 2
  expect(it.upstream.requests[0]?.json().model).toBe('dall-e-3')
})

test('a key that the upstream refuses is skipped for the next', async () => {
  const [one, two] = ['sk-one', 'sk-two']
  const setting = JSON.stringify({ multi_key_mode: 'round_robin' })
  await it.server.addChannel(it.upstream.url, {
    models: 'dall-e',
    priority: 9,
    key: `${one}\n${two}`,
    setting,
  })
  const refuse = answerError(401, 'invalid key', { code: 'invalid_api_key' })
  it.upstream.answerWith((exchange) =>
    (exchange.request.headers.authorization?.endsWith(one) ? refuse : answered)(exchange),
  )
  for (let call = 0; call < 3; call++) {
    const row = await it.charged(() => it.post(path, { model: 'dall-e', prompt: 'a' }))
    expect(row.quota).toBe(1000)
  }
  // Tried once, then marked.
  const keys = it.upstream.requests.map(({ headers }) => headers.authorization?.slice(-6))
  expect(keys.filter((key) => key === one).length).toBeLessThanOrEqual(1)
  expect(keys.filter((key) => key === two)).toHaveLength(3)
})

describe('images of a model with a ratio', () => {
  test('are priced by the ratio if the upstream counts no tokens', async () => {
    const ask = () => it.post(path, { model: 'dall-e-2', prompt: 'a', n: 3, size: '512x512' })
    const row = await it.charged(ask)
    expect(row.quota).toBe(13_500) // 0.0025 × 8 × 500 000 × 3 × 0.45
    expect(row.detail).toMatchObject({ model_ratio: 8, units: 3, image_factor: 0.45 })
    expect(row.detail.usage_estimated).toBeUndefined()
  })

  test('are charged by the reported tokens, with the official client', async () => {
    it.upstream.answerWith(answerJson({ created: 1, data, usage: tokens }))
    const row = await it.charged(async () => {
      const images = it.server.openai(it.key).images
      const answer = await images.generate({ model: 'gpt-image-1', prompt: 'a gate', quality: 'low' })
      expect(answer.data?.[0]?.b64_json).toBe('aW1hZ2U=')
    })
    expect(row).toMatchObject({ quota: tokensCharge, prompt_tokens: 50, completion_tokens: 100 })
    expect(row.detail).toMatchObject({ image: true, image_input: 40, image_output: 100 })
  })

  test('are charged by known tokens if the upstream reports none, and the row says so', async () => {
    const row = await it.charged(() =>
      it.post(path, { model: 'gpt-image-1', prompt: 'gate', quality: 'low', size: '1024x1024', n: 2 }),
    )
    // The prompt's own count, and 272 tokens for each image at 8 × 2.5.
    expect(row.completion_tokens).toBe(544)
    expect(row.quota).toBe(Math.round((row.prompt_tokens + 544 * 8) * 2.5))
    expect(row.detail.usage_estimated).toBe(true)
  })

  test('hold that amount first: a balance below the maximum is refused', async () => {
    const small = await it.server.makeToken('user', { unlimited_quota: false, remain_quota: 100_000 })
    const ask = (more: object) => it.server.relay(small, path, { model: 'gpt-image-1', prompt: 'a', ...more })
    // 6240 tokens at 8 × 2.5 are 124 800.
    expect(await it.refused(() => ask({}))).toMatchObject({ code: 'pre_consume_token_quota_failed' })
    it.upstream.answerWith(answerJson({ created: 1, data, usage: tokens }))
    expect((await ask({ quality: 'low' })).status).toBe(200)
  })

  test('stream their previews and are charged by the last event', async () => {
    const event = (type: string, more: object = {}) => JSON.stringify({ type, b64_json: 'eA==', ...more })
    const events = [
      event('image_generation.partial_image', { partial_image_index: 0 }),
      event('image_generation.completed', { usage: tokens }),
    ]
    it.upstream.answerWith(answerSse(events, { done: false }))
    const seen: string[] = []
    const row = await it.charged(async () => {
      const stream = await it.server.openai(it.key).images.generate({
        ...{ model: 'gpt-image-1', prompt: 'a', stream: true, partial_images: 1 },
      })
      for await (const { type } of stream) seen.push(type)
    })
    expect(seen).toEqual(['image_generation.partial_image', 'image_generation.completed'])
    expect(row).toMatchObject({ quota: tokensCharge, is_stream: true })
    expect(it.upstream.requests[0]?.json()).not.toHaveProperty('stream_options')
  })

  test('with a seen preview are due, even if the client disconnects before the end', async () => {
    const events = ['{"type":"image_generation.partial_image","b64_json":"eA=="}']
    it.upstream.answerWith(answerSse(events, { done: false, stopAfter: { frames: 1, how: 'hang' } }))
    const gone = new AbortController()
    const body = { model: 'gpt-image-1', prompt: 'seen', stream: true, quality: 'low', partial_images: 3 }
    const response = await it.post(path, body, { signal: gone.signal })
    await response.body?.getReader().read()
    gone.abort()
    const row = await awaitRow(it.server, ({ detail, is_stream: isStream }) =>
      Boolean(isStream && detail.end === 'client_gone'),
    )
    // An image of low quality at the largest size, and three previews: 408 + 300.
    expect(row.completion_tokens).toBe(708)
    expect(row.quota).toBe(Math.round((row.prompt_tokens + 708 * 8) * 2.5))
    expect(row.detail).toMatchObject({ usage_estimated: true })
  })

  test('with a broken stream look broken off, and the input is charged', async () => {
    const events = ['{"type":"image_generation.partial_image","b64_json":"eA=="}']
    const gate = Promise.withResolvers<void>()
    const stopAfter = { frames: 1, how: 'cut' } as const
    it.upstream.answerWith(answerSse(events, { done: false, stopAfter, before: { 1: () => gate.promise } }))
    const row = await it.charged(async () => {
      const response = await it.post(path, { model: 'gpt-image-1', prompt: 'gate', stream: true })
      // Data that arrives together with the cut may be lost, and is then free.
      await readUntil(response, 'partial_image')
      gate.resolve()
      expect(await readUntil(response)).toContain('"code":"upstream_stream_cut"')
    })
    expect(row).toMatchObject({ completion_tokens: 0, quota: Math.round(row.prompt_tokens * 2.5) })
    expect(row.detail).toMatchObject({ end: 'upstream_cut', usage_estimated: true })
  })
})

describe('input images', () => {
  const picture = new File([Buffer.from('\x89PNG\r\n--gate\r\n\x00\xff', 'latin1')], 'a "b".png', {
    type: 'image/png',
  })
  const write = (boundary: string, model: string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="prompt"\r\n\r\na gate\r\n`),
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="model"\r\n\r\n${model}\r\n`),
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="n"\r\n\r\n2\r\n`),
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="image[]"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      Buffer.from('\x89PNG\r\n--gate\r\n\x00\xff', 'latin1'),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
  const send = (body: Buffer, type = 'multipart/form-data; boundary=abc:1') =>
    it.post('/v1/images/edits', '', {
      body,
      headers: { authorization: `Bearer ${it.key}`, 'content-type': type },
    })

  test('pass with every byte except the mapped model', async () => {
    it.upstream.answerWith(answerJson({ created: 1, data, usage: { ...tokens, input_tokens_details: undefined } }))
    const row = await it.charged(async () => {
      expect((await send(write('abc:1', 'my-image'))).status).toBe(200)
    })
    const [sent] = it.upstream.requests
    expect(sent?.headers['content-type']).toBe('multipart/form-data; boundary="abc:1"')
    expect(sent?.bytes.equals(write('abc:1', 'gpt-image-1'))).toBe(true)
    expect(row.detail).toMatchObject({
      is_model_mapped: true,
      upstream_model_name: 'gpt-image-1',
      image: true,
    })
    expect(row.quota).toBe(375) // (50 + 100) × 2.5
  })

  test('work with the official client', async () => {
    it.upstream.answerWith(answerJson({ created: 1, data, usage: tokens }))
    const row = await it.charged(() =>
      it.server.openai(it.key).images.edit({ model: 'gpt-image-1', image: [picture, picture], prompt: 'a gate', n: 1 }),
    )
    expect(row.quota).toBe(tokensCharge)
    expect(it.upstream.requests[0]?.bytes.toString('latin1')).toContain('\x89PNG\r\n--gate\r\n\x00\xff')
  })

  test('of a variation without a model get the original one', async () => {
    const row = await it.charged(() => it.postForm('/v1/images/variations', { image: picture, n: '2' }))
    expect(row).toMatchObject({ quota: 20_000, model_name: 'dall-e-2' }) // 0.0025 × 8 × 500 000 × 2
    expect(it.upstream.requests[0]?.body).toContain('name="model"\r\n\r\ndall-e-2\r\n')
  })

  test.each<[string, () => Promise<Response>, number, string]>([
    ['no boundary', () => send(write('abc:1', 'dall-e-2'), 'multipart/form-data'), 400, 'invalid_request'],
    ['another boundary', () => send(write('x', 'dall-e-2')), 400, 'invalid_request'],
    ['a form cut short', () => send(write('abc:1', 'dall-e-2').subarray(0, 300)), 400, 'invalid_request'],
    [
      'no image',
      () => it.postForm('/v1/images/edits', { model: 'dall-e-2', prompt: 'a' }),
      400,
      'invalid_image_request',
    ],
    [
      'n of 11',
      () => it.postForm('/v1/images/edits', { model: 'dall-e-2', prompt: 'a', n: '11', image: picture }),
      400,
      'invalid_image_request',
    ],
    [
      'too many bytes',
      () =>
        it.postForm('/v1/images/edits', {
          model: 'dall-e-2',
          prompt: 'a',
          image: new Blob([new Uint8Array(1_100_000)]),
        }),
      413,
      'request_too_large',
    ],
    ['a form where JSON belongs', () => it.postForm(path, { model: 'dall-e-2', prompt: 'a' }), 400, 'invalid_json'],
  ])('with %s are refused', async (_name, call, status, code) => {
    expect(await it.refused(call)).toMatchObject({ status, code })
  })

  test('with a duplicate field are refused: an upstream could read the other value', async () => {
    const body = write('abc:1', 'dall-e-2').toString('latin1')
    const twice = body.replace('--abc:1--', '--abc:1\r\nContent-Disposition: form-data; name="n"\r\n\r\n1\r\n--abc:1--')
    expect(await it.refused(() => send(Buffer.from(twice, 'latin1')))).toMatchObject({
      code: 'invalid_request',
    })
  })
})

describe('a request for images is refused', () => {
  test.each([0, -1, 11, 1e308, 1.5])('with n %p', async (n) => {
    const ask = () => it.post(path, { model: 'dall-e-3', prompt: 'a', n })
    const refusal = await it.refused(ask)
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_image_request' })
    const row = await newestRow(it.server)
    expect(row).toMatchObject({ type: 5, quota: 0 })
    expect(row.detail.error?.code).toBe('invalid_image_request')
  })

  test.each([
    [{ model: 'dall-e-3' }, 400, 'invalid_image_request'],
    [{ model: 'dall-e-3', prompt: 'a', size: '256x256' }, 400, 'invalid_image_request'],
    [{ model: 'no-price', prompt: 'a' }, 400, 'model_price_error'],
    [{ model: 'no-channel', prompt: 'a' }, 404, 'model_not_found'],
  ])('as %j', async (body, status, code) => {
    expect(await it.refused(() => it.post(path, body))).toMatchObject({ status, code })
  })

  test('with a forbidden word in its prompt', async () => {
    await it.set('CheckSensitiveEnabled', 'true')
    await it.set('SensitiveWords', 'forbidden gate')
    expect(await it.refused(() => it.post(path, { model: 'dall-e-3', prompt: 'A Forbidden Gate' }))).toMatchObject({
      status: 400,
      code: 'sensitive_words_detected',
    })
    await it.set('CheckSensitiveEnabled', 'false')
  })
})

test('another channel is tried, and when all fail nothing is charged', async () => {
  const { upstream, server } = it
  await server.addChannel(upstream.url, { models: 'dall-e-3', key: 'sk-second' })
  upstream.queue(answerError(500, 'broken'), answered)
  const row = await it.charged(() => it.post(path, { model: 'dall-e-3', prompt: 'a' }))
  expect(row.quota).toBe(20_000)
  expect(row.detail.admin_info?.attempts?.map(({ status }) => status)).toEqual([500, 200])
  upstream.answerWith(answerError(503, 'broken'))
  const before = (await server.self('user')).quota
  const response = await it.post(path, { model: 'dall-e-3', prompt: 'a' })
  expect(response.status).toBe(503)
  expect((await server.self('user')).quota).toBe(before)
  expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0, model_name: 'dall-e-3' })
})

test.each(engineNames.filter((name) => name !== 'SQLite'))('the same charge on %s', async (engine) => {
  const other = await startMediaServer(engine)
  try {
    other.upstream.answerWith(answered)
    const ask = () => other.post(path, { model: 'dall-e-3', prompt: 'a', n: 2, size: '1024x1792', quality: 'hd' })
    expect((await other.charged(ask)).quota).toBe(120_000)
    expect(await other.refused(() => other.post(path, { model: 'dall-e-3', prompt: 'a', n: -1 }))).toMatchObject({
      code: 'invalid_image_request',
    })
  } finally {
    await other.stop()
  }
})
