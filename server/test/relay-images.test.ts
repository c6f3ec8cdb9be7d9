import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { answerError, answerJson, answerSse, hang } from './answers.ts'
import { engineNames } from './databases.ts'
import { type MediaServer, startMediaServer } from './media-server.ts'
import { readUntil } from './read-until.ts'
import { awaitRow, newestRow } from './usage-rows.ts'

const path = '/v1/images/generations'
const data = [{ b64_json: 'aW1hZ2U=' }]
const imageAnswer = answerJson({ created: 1, data })
/** (10 + 40 × 2 + 100 × 8) × 2.5 */
const tokens = {
  total_tokens: 150,
  input_tokens: 50,
  output_tokens: 100,
  input_tokens_details: { text_tokens: 10, image_tokens: 40 },
}
const tokensCharge = 2225

let media: MediaServer
beforeAll(async () => {
  media = await startMediaServer('SQLite', { MAX_UPLOAD_MB: '1' })
})
afterEach(() => {
  media.upstream.answerWith(imageAnswer)
  media.upstream.requests.length = 0
})
afterAll(() => media?.stop())

describe('images at a fixed price', () => {
  test('are charged by number, size and quality, and the body passes byte for byte', async () => {
    media.upstream.answerWith(imageAnswer)
    const body = `{ "prompt":"a gate", "n" : 2,"model":"dall-e-3","size":"1024x1792","quality":"hd", "odd":[0.0] }`
    const row = await media.expectCharged(async () => {
      const response = await media.post(path, body)
      expect(await response.json()).toEqual({ created: 1, data })
    })
    expect(row.quota).toBe(120_000) // 0.04 × 500 000 × 2 × (2 × 1.5)
    expect(row.detail).toMatchObject({ model_price: 0.04, units: 2, image_factor: 3, image: true })
    expect(row).toMatchObject({ prompt_tokens: 0, completion_tokens: 0, is_stream: false })
    const [sent] = media.upstream.requests
    expect(sent?.body).toBe(body)
    expect(sent?.path).toBe(path)
    expect(sent?.headers.authorization).toBe('Bearer sk-upstream')
  })

  test('are charged in full if the client disconnects', async () => {
    media.upstream.answerWith(hang)
    const gone = new AbortController()
    const before = (await media.server.self('user')).quota
    const call = media.post(path, { model: 'dall-e-3', prompt: 'a', n: 3 }, { signal: gone.signal }).catch(() => null)
    const request = await media.upstream.requestAt(0)
    gone.abort()
    await Promise.all([call, request.left])
    const row = await awaitRow(media.server, ({ type, detail }) => type === 2 && detail.end === 'client_gone')
    expect(row.quota).toBe(60_000)
    expect(before - (await media.server.self('user')).quota).toBe(60_000)
  })

  test('are held in full: a balance that cannot cover them is refused', async () => {
    const small = await media.server.makeToken('user', { unlimited_quota: false, remain_quota: 59_999 })
    const ask = (n: number) => media.server.relay(small, path, { model: 'dall-e-3', prompt: 'a', n })
    expect(await media.expectRefused(() => ask(3))).toMatchObject({
      status: 403,
      code: 'insufficient_quota',
    })
    expect((await ask(2)).status).toBe(200)
  })

  test('default to the original model, which is added to the body', async () => {
    const row = await media.expectCharged(() => media.post(path, { prompt: 'a' }))
    expect(row).toMatchObject({ quota: 1000, model_name: 'dall-e' })
    expect(media.upstream.requests[0]?.body).toBe('{"model":"dall-e","prompt":"a"}')
  })
})

describe('images by size and quality', () => {
  const rules = [
    { when: { size: '1024x1792', quality: 'hd' }, set: { price: 0.12 } },
    { when: { size: '1024x1792' }, set: { price: 0.08 } },
    { when: { source: 'image' }, set: { factor: 1.5 }, stacks: true },
  ]
  beforeAll(() => media.set('PriceRules', { 'dall-e-3': rules }))
  afterAll(() => media.set('PriceRules', {}))
  const draw = (more: object = {}) => media.post(path, { model: 'dall-e-3', prompt: 'a', ...more })

  test('have the price of what the request names, or of what the answer says that it made', async () => {
    const row = await media.expectCharged(() => draw({ size: '1024x1792', quality: 'hd', n: 2 }))
    expect(row.quota).toBe(120_000) // 0.12 × 500 000 × 2, without the factors of sizes
    expect(row.detail).toMatchObject({
      served: { size: '1024x1792', quality: 'hd' },
      price_rule: { size: '1024x1792', quality: 'hd' },
      units: 2,
    })
    media.upstream.answerWith(answerJson({ created: 1, data, size: '1024x1024', quality: 'hd' }))
    const smaller = await media.expectCharged(() => draw({ size: '1024x1792', quality: 'hd' }))
    expect(smaller).toMatchObject({ quota: 20_000, detail: { served: { size: '1024x1024', quality: 'hd' } } })
    const done = { type: 'image_generation.completed', b64_json: 'eA==', size: '1024x1792', quality: 'standard' }
    media.upstream.answerWith(answerSse([JSON.stringify(done)], { done: false }))
    const streamed = await media.expectCharged(() => draw({ stream: true }))
    expect(streamed).toMatchObject({ quota: 40_000, is_stream: true })
  })

  test('are held at the dearest price that the request leaves open, and released if they fail', async () => {
    const small = await media.server.makeToken('user', { unlimited_quota: false, remain_quota: 59_999 })
    const ask = (more: object) => media.server.relay(small, path, { model: 'dall-e-3', prompt: 'a', ...more })
    expect(await media.expectRefused(() => ask({}))).toMatchObject({ code: 'insufficient_quota' })
    media.upstream.answerWith(answerError(400, 'no'))
    const before = (await media.server.self('user')).quota
    expect((await ask({ size: '1024x1024' })).status).toBe(400)
    expect((await media.server.self('user')).quota).toBe(before)
  })
})

describe('a plain price of a model whose maker charges by size', () => {
  const model = 'flux-2-pro'
  const draw = (more: object = {}) => media.post(path, { model, prompt: 'a', ...more })
  beforeAll(async () => {
    await media.server.addChannel(media.upstream.url, { models: `${model},house-flux`, model_mapping: mapping })
    await media.set('ModelPrice', { [model]: 0.03, 'house-flux': 0.03, 'dall-e-3': 0.04, 'dall-e': 0.002 })
  })
  const mapping = JSON.stringify({ 'house-flux': model })
  afterAll(async () => {
    await media.set('PriceRules', {})
    await media.set('UnpricedServiceAction', 'refuse')
  })

  test('holds for what the first price of the maker covers; a larger picture is refused, with its field', async () => {
    for (const more of [{}, { size: 'auto' }, { size: '1024x1024' }]) {
      media.upstream.answerWith(imageAnswer)
      expect((await media.expectCharged(() => draw(more))).quota).toBe(15_000)
    }
    // The factor of this size, 2, covers it.
    media.upstream.answerWith(imageAnswer)
    expect((await media.expectCharged(() => draw({ size: '1792x1024' }))).quota).toBe(30_000)
    const refusal = await media.expectRefused(() => draw({ size: '2048x2048' }))
    expect(refusal).toMatchObject({ code: 'service_price_error' })
    expect(refusal.message).toContain('size 2048x2048')
    const named = { model: 'house-flux', prompt: 'a', size: '2048x2048' }
    expect(await media.expectRefused(() => media.post(path, named))).toMatchObject({
      code: 'service_price_error',
    })
  })

  test('a rule that names the size prices it; where the operator says so, the plain price does', async () => {
    await media.set('PriceRules', { [model]: [{ when: { size: '2048x2048' }, set: { price: 0.075 } }] })
    media.upstream.answerWith(imageAnswer)
    expect((await media.expectCharged(() => draw({ size: '2048x2048' }))).quota).toBe(37_500)
    await media.set('UnpricedServiceAction', 'drop')
    expect(await media.expectRefused(() => draw({ size: '2048x1024' }))).toMatchObject({
      code: 'service_price_error',
    })
    await media.set('UnpricedServiceAction', 'standard')
    media.upstream.answerWith(imageAnswer)
    expect((await media.expectCharged(() => draw({ size: '2048x1024' }))).quota).toBe(15_000)
  })
})

test('images of a mapped name are priced by the upstream model’s parameters', async () => {
  await media.set('ModelPrice', { 'dall-e-3': 0.04, 'dall-e': 0.002, 'my-dalle': 0.04 })
  const model_mapping = JSON.stringify({ 'my-dalle': 'dall-e-3' })
  await media.server.addChannel(media.upstream.url, { models: 'my-dalle', model_mapping })
  media.upstream.answerWith(imageAnswer)
  const row = await media.expectCharged(() => media.post(path, { model: 'my-dalle', prompt: 'a', quality: 'hd' }))
  expect(row).toMatchObject({ quota: 40_000, model_name: 'my-dalle' }) // 0.04 × 500 000 × 2
  expect(media.upstream.requests[0]?.json().model).toBe('dall-e-3')
})

test('a key that the upstream refuses is skipped for the next', async () => {
  const [refusedKey, validKey] = ['sk-one', 'sk-two']
  const setting = JSON.stringify({ multi_key_mode: 'round_robin' })
  await media.server.addChannel(media.upstream.url, {
    models: 'dall-e',
    priority: 9,
    key: `${refusedKey}\n${validKey}`,
    setting,
  })
  const refuse = answerError(401, 'invalid key', { code: 'invalid_api_key' })
  media.upstream.answerWith((exchange) =>
    (exchange.request.headers.authorization?.endsWith(refusedKey) ? refuse : imageAnswer)(exchange),
  )
  for (let call = 0; call < 3; call++) {
    const row = await media.expectCharged(() => media.post(path, { model: 'dall-e', prompt: 'a' }))
    expect(row.quota).toBe(1000)
  }
  // Tried once, then marked.
  const keys = media.upstream.requests.map(({ headers }) => headers.authorization?.slice(-6))
  expect(keys.filter((key) => key === refusedKey).length).toBeLessThanOrEqual(1)
  expect(keys.filter((key) => key === validKey)).toHaveLength(3)
})

describe('images of a model with a ratio', () => {
  test('are priced by the ratio if the upstream counts no tokens', async () => {
    const ask = () => media.post(path, { model: 'dall-e-2', prompt: 'a', n: 3, size: '512x512' })
    const row = await media.expectCharged(ask)
    expect(row.quota).toBe(13_500) // 0.0025 × 8 × 500 000 × 3 × 0.45
    expect(row.detail).toMatchObject({ model_ratio: 8, units: 3, image_factor: 0.45 })
    expect(row.detail.usage_estimated).toBeUndefined()
  })

  test('are charged by the reported tokens, with the official client', async () => {
    media.upstream.answerWith(answerJson({ created: 1, data, usage: tokens }))
    const row = await media.expectCharged(async () => {
      const images = media.server.openai(media.key).images
      const answer = await images.generate({ model: 'gpt-image-1', prompt: 'a gate', quality: 'low' })
      expect(answer.data?.[0]?.b64_json).toBe('aW1hZ2U=')
    })
    expect(row).toMatchObject({ quota: tokensCharge, prompt_tokens: 50, completion_tokens: 100 })
    expect(row.detail).toMatchObject({ image: true, image_input: 40, image_output: 100 })
  })

  test('are charged by known tokens if the upstream reports none, and the row says so', async () => {
    const row = await media.expectCharged(() =>
      media.post(path, { model: 'gpt-image-1', prompt: 'gate', quality: 'low', size: '1024x1024', n: 2 }),
    )
    // The prompt's own count, and 272 tokens for each image at 8 × 2.5.
    expect(row.completion_tokens).toBe(544)
    expect(row.quota).toBe(Math.round((row.prompt_tokens + 544 * 8) * 2.5))
    expect(row.detail.usage_estimated).toBe(true)
  })

  test('are held at their maximum price: a balance below it is refused', async () => {
    const small = await media.server.makeToken('user', { unlimited_quota: false, remain_quota: 100_000 })
    const ask = (more: object) => media.server.relay(small, path, { model: 'gpt-image-1', prompt: 'a', ...more })
    // 6240 tokens at 8 × 2.5 are 124 800.
    expect(await media.expectRefused(() => ask({}))).toMatchObject({ code: 'insufficient_quota' })
    media.upstream.answerWith(answerJson({ created: 1, data, usage: tokens }))
    expect((await ask({ quality: 'low' })).status).toBe(200)
  })

  test('stream their previews and are charged by the last event', async () => {
    const event = (type: string, more: object = {}) => JSON.stringify({ type, b64_json: 'eA==', ...more })
    const events = [
      event('image_generation.partial_image', { partial_image_index: 0 }),
      event('image_generation.completed', { usage: tokens }),
    ]
    media.upstream.answerWith(answerSse(events, { done: false }))
    const seen: string[] = []
    const row = await media.expectCharged(async () => {
      const stream = await media.server.openai(media.key).images.generate({
        model: 'gpt-image-1',
        prompt: 'a',
        stream: true,
        partial_images: 1,
      })
      for await (const { type } of stream) seen.push(type)
    })
    expect(seen).toEqual(['image_generation.partial_image', 'image_generation.completed'])
    expect(row).toMatchObject({ quota: tokensCharge, is_stream: true })
    expect(media.upstream.requests[0]?.json()).not.toHaveProperty('stream_options')
  })

  test('with a delivered preview are charged, even if the client disconnects before the end', async () => {
    const events = ['{"type":"image_generation.partial_image","b64_json":"eA=="}']
    media.upstream.answerWith(answerSse(events, { done: false, stopAfter: { frames: 1, how: 'hang' } }))
    const gone = new AbortController()
    const body = { model: 'gpt-image-1', prompt: 'seen', stream: true, quality: 'low', partial_images: 3 }
    const response = await media.post(path, body, { signal: gone.signal })
    await response.body?.getReader().read()
    gone.abort()
    const row = await awaitRow(media.server, ({ detail, is_stream: isStream }) =>
      Boolean(isStream && detail.end === 'client_gone'),
    )
    // An image of low quality at the largest size, and three previews: 408 + 300.
    expect(row.completion_tokens).toBe(708)
    expect(row.quota).toBe(Math.round((row.prompt_tokens + 708 * 8) * 2.5))
    expect(row.detail).toMatchObject({ usage_estimated: true })
  })

  test('with a cut stream are reported as cut, and the input is charged', async () => {
    const events = ['{"type":"image_generation.partial_image","b64_json":"eA=="}']
    const gate = Promise.withResolvers<void>()
    const stopAfter = { frames: 1, how: 'cut' } as const
    media.upstream.answerWith(answerSse(events, { done: false, stopAfter, before: { 1: () => gate.promise } }))
    const row = await media.expectCharged(async () => {
      const response = await media.post(path, { model: 'gpt-image-1', prompt: 'gate', stream: true })
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
  const buildForm = (boundary: string, model: string) =>
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
    media.post('/v1/images/edits', '', {
      body,
      headers: { authorization: `Bearer ${media.key}`, 'content-type': type },
    })

  test('pass with every byte except the mapped model', async () => {
    media.upstream.answerWith(answerJson({ created: 1, data, usage: { ...tokens, input_tokens_details: undefined } }))
    const row = await media.expectCharged(async () => {
      expect((await send(buildForm('abc:1', 'my-image'))).status).toBe(200)
    })
    const [sent] = media.upstream.requests
    expect(sent?.headers['content-type']).toBe('multipart/form-data; boundary="abc:1"')
    expect(sent?.bytes.equals(buildForm('abc:1', 'gpt-image-1'))).toBe(true)
    expect(row.detail).toMatchObject({
      is_model_mapped: true,
      upstream_model_name: 'gpt-image-1',
      image: true,
    })
    expect(row.quota).toBe(375) // (50 + 100) × 2.5
  })

  test('work with the official client', async () => {
    media.upstream.answerWith(answerJson({ created: 1, data, usage: tokens }))
    const row = await media.expectCharged(() =>
      media.server
        .openai(media.key)
        .images.edit({ model: 'gpt-image-1', image: [picture, picture], prompt: 'a gate', n: 1 }),
    )
    expect(row.quota).toBe(tokensCharge)
    expect(media.upstream.requests[0]?.bytes.toString('latin1')).toContain('\x89PNG\r\n--gate\r\n\x00\xff')
  })

  test('of a variation without a model get the original one', async () => {
    const row = await media.expectCharged(() => media.postForm('/v1/images/variations', { image: picture, n: '2' }))
    expect(row).toMatchObject({ quota: 20_000, model_name: 'dall-e-2' }) // 0.0025 × 8 × 500 000 × 2
    expect(media.upstream.requests[0]?.body).toContain('name="model"\r\n\r\ndall-e-2\r\n')
  })

  test.each<[string, () => Promise<Response>, number, string]>([
    ['no boundary', () => send(buildForm('abc:1', 'dall-e-2'), 'multipart/form-data'), 400, 'invalid_request'],
    ['another boundary', () => send(buildForm('x', 'dall-e-2')), 400, 'invalid_request'],
    ['a form cut short', () => send(buildForm('abc:1', 'dall-e-2').subarray(0, 300)), 400, 'invalid_request'],
    [
      'no image',
      () => media.postForm('/v1/images/edits', { model: 'dall-e-2', prompt: 'a' }),
      400,
      'invalid_image_request',
    ],
    [
      'n of 11',
      () => media.postForm('/v1/images/edits', { model: 'dall-e-2', prompt: 'a', n: '11', image: picture }),
      400,
      'invalid_image_request',
    ],
    [
      'too many bytes',
      () =>
        media.postForm('/v1/images/edits', {
          model: 'dall-e-2',
          prompt: 'a',
          image: new Blob([new Uint8Array(1_100_000)]),
        }),
      413,
      'request_too_large',
    ],
    ['a form where JSON belongs', () => media.postForm(path, { model: 'dall-e-2', prompt: 'a' }), 400, 'invalid_json'],
  ])('with %s are refused', async (_name, call, status, code) => {
    expect(await media.expectRefused(call)).toMatchObject({ status, code })
  })

  test('with a duplicate field are refused: an upstream could read the other value', async () => {
    const body = buildForm('abc:1', 'dall-e-2').toString('latin1')
    const twice = body.replace('--abc:1--', '--abc:1\r\nContent-Disposition: form-data; name="n"\r\n\r\n1\r\n--abc:1--')
    expect(await media.expectRefused(() => send(Buffer.from(twice, 'latin1')))).toMatchObject({
      code: 'invalid_request',
    })
  })
})

describe('a request for images is refused', () => {
  test.each([0, -1, 11, 1e308, 1.5])('with n %p', async (n) => {
    const ask = () => media.post(path, { model: 'dall-e-3', prompt: 'a', n })
    const refusal = await media.expectRefused(ask)
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_image_request' })
    const row = await newestRow(media.server)
    expect(row).toMatchObject({ type: 5, quota: 0 })
    expect(row.detail.error?.code).toBe('invalid_image_request')
  })

  test.each([
    [{ model: 'dall-e-3' }, 400, 'invalid_image_request'],
    [{ model: 'dall-e-3', prompt: 'a', size: '256x256' }, 400, 'invalid_image_request'],
    [{ model: 'no-price', prompt: 'a' }, 400, 'model_price_error'],
    [{ model: 'no-channel', prompt: 'a' }, 404, 'model_not_found'],
  ])('as %j', async (body, status, code) => {
    expect(await media.expectRefused(() => media.post(path, body))).toMatchObject({ status, code })
  })

  test('with a forbidden word in its prompt', async () => {
    await media.set('CheckSensitiveEnabled', 'true')
    await media.set('SensitiveWords', 'forbidden gate')
    expect(
      await media.expectRefused(() => media.post(path, { model: 'dall-e-3', prompt: 'A Forbidden Gate' })),
    ).toMatchObject({
      status: 400,
      code: 'sensitive_words_detected',
    })
    await media.set('CheckSensitiveEnabled', 'false')
  })
})

test('another channel is tried, and when all fail nothing is charged', async () => {
  const { upstream, server } = media
  await server.addChannel(upstream.url, { models: 'dall-e-3', key: 'sk-second' })
  upstream.queue(answerError(500, 'broken'), imageAnswer)
  const row = await media.expectCharged(() => media.post(path, { model: 'dall-e-3', prompt: 'a' }))
  expect(row.quota).toBe(20_000)
  expect(row.detail.admin_info?.attempts?.map(({ status }) => status)).toEqual([500, 200])
  upstream.answerWith(answerError(503, 'broken'))
  const before = (await server.self('user')).quota
  const response = await media.post(path, { model: 'dall-e-3', prompt: 'a' })
  expect(response.status).toBe(503)
  expect((await server.self('user')).quota).toBe(before)
  expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0, model_name: 'dall-e-3' })
})

test.each(engineNames.filter((name) => name !== 'SQLite'))('the same charge on %s', async (engine) => {
  const other = await startMediaServer(engine)
  try {
    other.upstream.answerWith(imageAnswer)
    const ask = () => other.post(path, { model: 'dall-e-3', prompt: 'a', n: 2, size: '1024x1792', quality: 'hd' })
    expect((await other.expectCharged(ask)).quota).toBe(120_000)
    expect(await other.expectRefused(() => other.post(path, { model: 'dall-e-3', prompt: 'a', n: -1 }))).toMatchObject({
      code: 'invalid_image_request',
    })
  } finally {
    await other.stop()
  }
})
