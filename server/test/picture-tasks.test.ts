import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { toFile } from 'openai'
import { answerBytes, answerJson, cut } from './answers.ts'
import type { Answer } from './fake-upstream.ts'
import { type MediaServer, startMediaServer } from './media-server.ts'
import { awaitRow } from './usage-rows.ts'

// Calls for images at makers whose pictures are tasks. Wires as documented by the makers, as known on 2026-11-28.

const picture = Buffer.from('a picture')
const b64 = picture.toString('base64')
/** 0.04 × 500 000 */
const imagePrice = 20_000

let media: MediaServer
let rootKey: string
beforeAll(async () => {
  media = await startMediaServer()
  rootKey = await media.server.makeToken('root')
})
afterEach(() => {
  media.upstream.requests.length = 0
})
afterAll(() => media?.stop())

const urlAt = (index: number) => `${media.upstream.url}/result-${index}.png`

type Wire = Record<string, unknown>

interface Maker {
  name: string
  type: number
  model: string
  /** Of new pictures, where another one changes them. */
  newModel?: string
  key: string
  path: string
  sent: Wire
  /** The answer to a submission. */
  created: Wire
  running: Wire
  /** The state of a task that is over, where the result is elsewhere. */
  over?: Wire
  done: (urls: string[]) => Wire
  failed: Wire | Refusal
  refused: Refusal
  query: { method: string; path: string; body?: Wire }
  /** The path of the result, where it is not that of the state. */
  result?: string
  edit: Wire
  authorization: RegExp
  /** The header of the key, where it is not the usual one. */
  keyHeader?: string
  /** What is the same for every maker is tested with the others. */
  isBrief?: true
}

interface Refusal {
  status: number
  body: Wire
}

const makers: Maker[] = [
  {
    name: 'Kling',
    type: 50,
    model: 'kling-v2-1',
    key: 'sk-host',
    path: '/v1/images/generations',
    sent: { model_name: 'kling-v2-1', prompt: 'a gate', n: 1, aspect_ratio: '16:9' },
    created: { code: 0, data: { task_id: '77', task_status: 'submitted' } },
    running: { code: 0, data: { task_id: '77', task_status: 'processing' } },
    done: (urls) => ({
      code: 0,
      data: {
        task_id: '77',
        task_status: 'succeed',
        task_result: { images: urls.map((url, index) => ({ index, url })) },
      },
    }),
    failed: { code: 0, data: { task_id: '77', task_status: 'failed', task_status_msg: 'no luck' } },
    refused: { status: 400, body: { code: 1301, message: 'not allowed' } },
    query: { method: 'GET', path: '/v1/images/generations/77' },
    edit: { image: b64 },
    authorization: /^Bearer sk-host$/,
  },
  {
    name: 'Vidu',
    type: 52,
    model: 'viduq2',
    key: 'vda_host',
    path: '/ent/v2/reference2image',
    sent: { model: 'viduq2', prompt: 'a gate', aspect_ratio: '16:9' },
    created: { task_id: '8', state: 'created', credits: 4 },
    running: { state: 'processing', creations: [] },
    done: (urls) => ({ state: 'success', creations: urls.map((url) => ({ id: 'c', url })) }),
    failed: { state: 'failed', err_code: 'no luck' },
    refused: { status: 400, body: { code: 400, reason: 'AuditSubmitIllegal', message: 'not allowed' } },
    query: { method: 'GET', path: '/ent/v2/tasks/8/creations' },
    edit: { images: [`data:image/png;base64,${b64}`] },
    authorization: /^Token vda_host$/,
  },
  {
    name: 'Jimeng',
    type: 51,
    model: 'jimeng_t2i_v40',
    key: 'ak|sk',
    path: '/?Action=CVSync2AsyncSubmitTask&Version=2022-08-31',
    sent: { req_key: 'jimeng_t2i_v40', prompt: 'a gate', width: 1792, height: 1024 },
    created: { code: 10_000, data: { task_id: '9' } },
    running: { code: 10_000, data: { status: 'generating' } },
    done: (urls) => ({ code: 10_000, data: { status: 'done', image_urls: urls } }),
    failed: { code: 10_000, data: { status: 'expired' } },
    refused: { status: 400, body: { code: 50_412, message: 'not allowed' } },
    query: {
      method: 'POST',
      path: '/?Action=CVSync2AsyncGetResult&Version=2022-08-31',
      body: { req_key: 'jimeng_t2i_v40', task_id: '9', req_json: '{"return_url":true}' },
    },
    edit: { binary_data_base64: [b64] },
    authorization: /^HMAC-SHA256 Credential=ak\//,
  },
  {
    name: 'Replicate',
    type: 56,
    model: 'black-forest-labs/flux-kontext-pro',
    key: 'r8_host',
    path: '/v1/models/black-forest-labs/flux-kontext-pro/predictions',
    sent: { input: { prompt: 'a gate', aspect_ratio: '16:9' } },
    created: { id: 'p1', status: 'starting', output: null },
    running: { id: 'p1', status: 'processing', output: null },
    done: (urls) => ({ id: 'p1', status: 'succeeded', output: urls.length === 1 ? urls[0] : urls }),
    failed: { id: 'p1', status: 'failed', error: 'no luck' },
    refused: { status: 422, body: { title: 't', detail: 'flagged as NSFW', status: 422 } },
    query: { method: 'GET', path: '/v1/predictions/p1' },
    edit: { input: { prompt: 'open it', input_image: `data:image/png;base64,${b64}` } },
    authorization: /^Bearer r8_host$/,
  },
  {
    name: 'fal',
    type: 61,
    model: 'fal-ai/nano-banana-pro/edit',
    newModel: 'fal-ai/nano-banana-pro',
    key: 'id:secret',
    path: '/fal-ai/nano-banana-pro',
    sent: { prompt: 'a gate', aspect_ratio: '16:9' },
    created: { status: 'IN_QUEUE', request_id: 'f1', response_url: 'https://q/fal-ai/nano-banana-pro/requests/f1' },
    running: { status: 'IN_PROGRESS', request_id: 'f1' },
    over: { status: 'COMPLETED', request_id: 'f1' },
    done: (urls) => ({ images: urls.map((url) => ({ url, content_type: 'image/png' })), description: '' }),
    failed: { status: 422, body: { detail: [{ loc: ['body'], msg: 'no luck', type: 'image_too_small' }] } },
    refused: { status: 422, body: { detail: [{ loc: ['body'], msg: 'm', type: 'content_policy_violation' }] } },
    query: { method: 'GET', path: '/fal-ai/nano-banana-pro/requests/f1/status' },
    result: '/fal-ai/nano-banana-pro/requests/f1',
    edit: { prompt: 'open it', image_urls: [`data:image/png;base64,${b64}`] },
    authorization: /^Key id:secret$/,
    isBrief: true,
  },
  {
    name: 'Black Forest Labs',
    type: 62,
    model: 'flux-2-pro',
    key: 'bfl-host',
    path: '/v1/flux-2-pro',
    sent: { prompt: 'a gate', width: 1792, height: 1024 },
    created: { id: 'b1', polling_url: 'https://elsewhere.example/v1/get_result?id=b1', cost: 3 },
    running: { id: 'b1', status: 'Pending', result: null },
    done: (urls) => ({ id: 'b1', status: 'Ready', result: urls.length === 0 ? {} : { sample: urls[0] } }),
    failed: { id: 'b1', status: 'Error', error: 'no luck' },
    refused: { status: 422, body: { detail: 'blocked by moderation' } },
    query: { method: 'GET', path: '/v1/get_result?id=b1' },
    edit: { prompt: 'open it', input_image: b64 },
    authorization: /^bfl-host$/,
    keyHeader: 'x-key',
    isBrief: true,
  },
  {
    name: 'Luma',
    type: 64,
    model: 'uni-1',
    key: 'luma-api-host',
    path: '/v1/generations',
    sent: { model: 'uni-1', type: 'image', prompt: 'a gate', aspect_ratio: '16:9' },
    created: { id: 'g1', state: 'queued', output: [] },
    running: { id: 'g1', state: 'processing', output: [] },
    done: (urls) => ({ id: 'g1', state: 'completed', output: urls.map((url) => ({ type: 'image', url })) }),
    failed: { id: 'g1', state: 'failed', failure_code: 'generation_failed', failure_reason: 'no luck' },
    refused: { status: 400, body: { detail: 'Failed content moderation' } },
    query: { method: 'GET', path: '/v1/generations/g1' },
    edit: { model: 'uni-1', type: 'image_edit', source: { data: b64, media_type: 'image/png' } },
    authorization: /^Bearer luma-api-host$/,
    isBrief: true,
  },
]

describe.each(makers)('pictures of $name', (maker) => {
  let key: string
  let client: ReturnType<MediaServer['server']['openai']>
  beforeAll(async () => {
    const model_mapping = JSON.stringify({ 'dall-e-3': maker.newModel ?? maker.model, 'dall-e': maker.model })
    const added = { type: maker.type, key: maker.key, models: 'dall-e-3,dall-e', model_mapping }
    key = `${rootKey}-${await media.server.addChannel(media.upstream.url, added)}`
    client = media.server.openai(key)
  })

  /** The answers to the submission and to each query; files are served beside them. */
  const answerIn = (order: (Wire | Refusal)[]): Answer => {
    const left = [...order]
    return (exchange) => {
      if (exchange.request.path.startsWith('/result'))
        return answerBytes(picture, { 'content-type': 'image/png' })(exchange)
      const next = left.shift() ?? {}
      if ('body' in next && 'status' in next && typeof next.status === 'number')
        return answerJson(next.body, { status: next.status })(exchange)
      return answerJson(next)(exchange)
    }
  }
  /** The answers to the queries of a task that is over. */
  const ended = (end: Wire | Refusal) => (maker.over ? [maker.over, end] : [end])
  const measure = async (call: () => Promise<unknown>): Promise<number> => {
    const before = (await media.server.self('root')).quota
    await call()
    return before - (await media.server.self('root')).quota
  }
  const post = (body: Wire) =>
    media.server.relay(key, '/v1/images/generations', { model: 'dall-e-3', prompt: 'a gate', ...body })

  test('answer the call when the task is over, and are charged by the picture', async () => {
    media.upstream.answerWith(answerIn([maker.created, maker.running, ...ended(maker.done([urlAt(1)]))]))
    const charged = await measure(async () => {
      const answer = await client.images.generate({ model: 'dall-e-3', prompt: 'a gate', size: '1792x1024' })
      expect(answer.data).toEqual([{ url: urlAt(1) }])
    })
    expect(charged).toBe(2 * imagePrice)
    const [made, ...queries] = media.upstream.requests
    expect(made).toMatchObject({ method: 'POST', path: maker.path })
    const keyHeader = maker.keyHeader ?? 'authorization'
    expect(made?.headers[keyHeader]).toMatch(maker.authorization)
    expect(made?.json()).toEqual(maker.sent)
    const { method, path, body } = maker.query
    const paths = [path, path, ...(maker.result === undefined ? [] : [maker.result])]
    expect(queries.map((query) => [query.method, query.path])).toEqual(paths.map((one) => [method, one]))
    for (const query of queries) {
      expect(query.headers[keyHeader]).toMatch(maker.authorization)
      if (body) expect(query.json()).toEqual(body)
    }
  })

  test('are made from a file', async () => {
    media.upstream.answerWith(answerIn([maker.created, ...ended(maker.done([urlAt(1)]))]))
    const image = await toFile(picture, 'gate.png', { type: 'image/png' })
    const answer = await client.images.edit({ model: 'dall-e', prompt: 'open it', image })
    expect(answer.data).toEqual([{ url: urlAt(1) }])
    expect(media.upstream.requests[0]?.json()).toMatchObject(maker.edit)
  })

  test('that fail, and those without a result, cost nothing', async () => {
    for (const [last, message] of [
      [maker.failed, maker.type === 51 ? 'expired' : 'no luck'],
      [maker.done([]), ''],
    ] as const) {
      media.upstream.answerWith(answerIn([maker.created, ...ended(last)]))
      const charged = await measure(async () => {
        const response = await post({})
        expect(response.status).toBe(502)
        expect(await response.text()).toContain(message)
      })
      expect(charged).toBe(0)
    }
  })

  test('whose content is refused cost nothing, and are asked for once', async () => {
    media.upstream.answerWith(answerIn([maker.refused]))
    const charged = await measure(async () => {
      const response = await post({})
      expect([response.status, await response.json()]).toMatchObject([
        maker.refused.status,
        { error: { code: 'content_policy_violation' } },
      ])
    })
    expect(charged).toBe(0)
    expect(media.upstream.requests).toHaveLength(1)
  })

  if (maker.isBrief) return

  test('beyond those that were requested are neither delivered nor charged', async () => {
    media.upstream.answerWith(answerIn([maker.created, ...ended(maker.done([urlAt(1), urlAt(2), urlAt(3)]))]))
    const charged = await measure(async () => {
      const answer = await client.images.generate({ model: 'dall-e-3', prompt: 'a gate', n: 1 })
      expect(answer.data).toEqual([{ url: urlAt(1) }])
    })
    expect(charged).toBe(imagePrice)
  })

  test('are delivered as bytes on request', async () => {
    media.upstream.answerWith(answerIn([maker.created, ...ended(maker.done([urlAt(1)]))]))
    const answer = await client.images.generate({ model: 'dall-e-3', prompt: 'a gate', response_format: 'b64_json' })
    expect(answer.data).toEqual([{ b64_json: b64 }])
  })

  test('of a client that leaves are followed, and charged by their end', async () => {
    for (const [end, price, seen] of [
      [maker.done([urlAt(1)]), imagePrice, 1],
      [maker.failed, 0, 1],
      // Before the maker has accepted it.
      [maker.failed, 0, 0],
    ] as const) {
      media.upstream.requests.length = 0
      const hasLeft = Promise.withResolvers<void>()
      const answerNext = answerIn([maker.created, maker.running, ...ended(end)])
      media.upstream.answerWith(async (exchange) => {
        if (seen === 0) await hasLeft.promise
        return await answerNext(exchange)
      })
      const last = (await media.server.logs('page_size=1'))[0]?.id ?? 0
      const leaving = new AbortController()
      const charged = await measure(async () => {
        const answer = fetch(`${media.server.url}/v1/images/generations`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'dall-e-3', prompt: 'a gate' }),
          signal: leaving.signal,
        })
        await media.upstream.requestAt(seen)
        leaving.abort()
        await answer.catch(() => undefined)
        hasLeft.resolve()
        await media.upstream.requestAt(2)
        // The row of the charge, or of the failure.
        await awaitRow(media.server, ({ id, type }) => id > last && type === (price > 0 ? 2 : 5))
      })
      expect(charged).toBe(price)
    }
  })
})

test('images of a maker that answers at once are in the answer, and it does not get the field', async () => {
  const models = 'plain-picture'
  await media.server.addChannel(media.upstream.url, { models })
  await media.set('ModelPrice', { 'plain-picture': 0.04, 'dall-e-3': 0.04 })
  media.upstream.answerWith(answerJson({ created: 1, data: [{ b64_json: b64 }] }))
  const body = { model: models, prompt: 'a gate', async: true }
  const response = await media.server.relay(rootKey, '/v1/images/generations', body)
  expect([response.status, response.headers.get('x-sluice-dropped')]).toEqual([200, 'async'])
  expect(await response.json()).toMatchObject({ data: [{ b64_json: b64 }] })
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...body, async: 'true', image: new File([picture], 'gate.png') }))
    form.append(name, value as string)
  const headers = { authorization: `Bearer ${rootKey}` }
  const edited = await fetch(`${media.server.url}/v1/images/edits`, { method: 'POST', headers, body: form })
  expect([edited.status, edited.headers.get('x-sluice-dropped')]).toEqual([200, 'async'])
  for (const sent of media.upstream.requests) expect(sent.body.toString()).not.toContain('async')
})

test('a task is made at no other channel while its state cannot be read', async () => {
  const [maker] = makers
  const model_mapping = JSON.stringify({ 'task-picture': maker?.model })
  const models = 'task-picture'
  for (const priority of [2, 1])
    await media.server.addChannel(media.upstream.url, { type: 50, key: 'sk-host', models, model_mapping, priority })
  await media.set('RetryTimes', '3')
  await media.set('ModelPrice', { 'task-picture': 0.04, 'dall-e-3': 0.04 })
  const isCreate = ({ method }: { method: string }) => method === 'POST'
  const states = [answerJson({}, { status: 500 }), answerJson(maker?.done([urlAt(1)]))]
  media.upstream.answerWith((exchange) =>
    (isCreate(exchange.request) ? answerJson(maker?.created) : (states.shift() ?? answerJson({})))(exchange),
  )
  const body = { model: 'task-picture', prompt: 'a gate' }
  const response = await media.server.relay(rootKey, '/v1/images/generations', body)
  expect(response.status).toBe(200)
  expect(media.upstream.requests.filter(isCreate)).toHaveLength(1)
  // Nothing was begun: the next channel is asked.
  media.upstream.requests.length = 0
  media.upstream.answerWith(answerJson({ code: 1303, message: 'busy' }, { status: 429 }))
  expect((await media.server.relay(rootKey, '/v1/images/generations', body)).status).toBe(429)
  expect(media.upstream.requests.filter(isCreate)).toHaveLength(2)
  // The maker may have begun it.
  media.upstream.requests.length = 0
  media.upstream.answerWith(cut)
  expect((await media.server.relay(rootKey, '/v1/images/generations', body)).status).toBe(502)
  expect(media.upstream.requests).toHaveLength(1)
  // No connection: nothing was begun.
  media.upstream.requests.length = 0
  media.upstream.answerWith((exchange) =>
    answerJson(isCreate(exchange.request) ? maker?.created : maker?.done([urlAt(1)]))(exchange),
  )
  const [key, priority] = ['sk-host', 9]
  await media.server.addChannel('http://127.0.0.1:1', { type: 50, key, models, model_mapping, priority })
  expect((await media.server.relay(rootKey, '/v1/images/generations', body)).status).toBe(200)
})

test('no task is begun to test a channel', async () => {
  const id = await media.server.addChannel(media.upstream.url, { type: 50, key: 'sk-host', models: 'dall-e-test' })
  const tested = await media.server.api('root').request('GET', `/api/channel/test/${id}?model=dall-e-test`)
  expect(tested.body).toMatchObject({ success: false, message: expect.stringContaining('cannot be tested') })
  expect(media.upstream.requests).toEqual([])
})
