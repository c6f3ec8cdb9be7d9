import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { toFile } from 'openai'
import { answerBytes, answerJson, answerSse, answerText } from './answers.ts'
import { type Answer, startFakeUpstream } from './fake-upstream.ts'
import { type MediaServer, startMediaServer } from './media-server.ts'

// Images, speech and transcripts of providers with their own wire format, as their documentation describes it (as known
// on 2026-11-22, see the files of the wires), for clients of OpenAI's format.

const picture = Buffer.from('a picture')
const b64 = picture.toString('base64')
const image = { model: 'dall-e-3', prompt: 'a gate' }
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

/** Answers calls with `answer`, and the address of a result with its bytes. */
const answerWithFile =
  (answer: Answer, bytes: Buffer = picture, type = 'image/png'): Answer =>
  (exchange) =>
    (exchange.request.path.startsWith('/result') ? answerBytes(bytes, { 'content-type': type }) : answer)(exchange)

/** How much the call reduces the balance. */
async function measureCharge(call: () => Promise<unknown>): Promise<number> {
  const before = (await media.server.self('root')).quota
  await call()
  return before - (await media.server.self('root')).quota
}

/** A channel of a host, which serves `requestedModel` by its own `model`. */
async function addHost(type: number, requestedModel: string, model: string, more: object = {}) {
  const model_mapping = JSON.stringify({ [requestedModel]: model })
  const id = await media.server.addChannel(media.upstream.url, {
    type,
    key: 'sk-host',
    models: requestedModel,
    model_mapping,
    ...more,
  })
  const key = `${rootKey}-${id}`
  return {
    key,
    client: media.server.openai(key),
    post: (path: string, body: object) => media.server.relay(key, path, body),
  }
}

const resultUrl = () => `${media.upstream.url}/result.png`

interface ImageHost {
  name: string
  type: number
  model: string
  path: string
  sent: Record<string, unknown>
  /** The answer to a call; `url` = the address of a result, for hosts that send one. */
  answer: (url: string) => object
  isUrl: boolean
  refusal: object
  refusalStatus: number
  hidden?: object
}

const hosts: ImageHost[] = [
  {
    name: 'Imagen',
    type: 24,
    model: 'imagen-4.0-generate-001',
    path: '/v1beta/models/imagen-4.0-generate-001:predict',
    sent: { instances: [{ prompt: 'a gate' }], parameters: { sampleCount: 1, aspectRatio: '16:9' } },
    answer: () => ({ predictions: [{ mimeType: 'image/png', bytesBase64Encoded: b64 }] }),
    isUrl: false,
    refusal: {
      error: {
        code: 400,
        message: 'API key not valid',
        status: 'INVALID_ARGUMENT',
        details: [{ reason: 'API_KEY_INVALID' }],
      },
    },
    refusalStatus: 400,
  },
  {
    name: 'SiliconFlow',
    type: 40,
    model: 'Kwai-Kolors/Kolors',
    path: '/v1/images/generations',
    sent: { model: 'Kwai-Kolors/Kolors', prompt: 'a gate', batch_size: 1, image_size: '1792x1024' },
    answer: (url) => ({ images: [{ url }], timings: { inference: 1 }, seed: 7 }),
    isUrl: true,
    refusal: { code: 20_012, message: 'Invalid token', data: null },
    refusalStatus: 401,
  },
  {
    name: 'CogView',
    type: 26,
    model: 'cogview-4',
    path: '/api/paas/v4/images/generations',
    sent: { model: 'cogview-4', prompt: 'a gate', size: '1792x1024' },
    answer: (url) => ({ created: 1, data: [{ url }], content_filter: [] }),
    isUrl: true,
    refusal: { error: { code: '1002', message: 'Authorization Token is not valid' } },
    refusalStatus: 401,
  },
  {
    name: 'MiniMax',
    type: 35,
    model: 'image-01',
    path: '/v1/image_generation',
    sent: { model: 'image-01', prompt: 'a gate', n: 1, aspect_ratio: '16:9', response_format: 'url' },
    answer: (url) => ({
      id: 'i',
      data: { image_urls: [url] },
      base_resp: { status_code: 0, status_msg: 'success' },
    }),
    isUrl: true,
    refusal: { base_resp: { status_code: 1004, status_msg: 'login fail' } },
    refusalStatus: 401,
    hidden: { id: 'i', data: {}, base_resp: { status_code: 1002, status_msg: 'rate limit' } },
  },
  {
    name: 'Qwen-Image',
    type: 17,
    model: 'qwen-image-plus',
    path: '/api/v1/services/aigc/multimodal-generation/generation',
    sent: {
      model: 'qwen-image-plus',
      input: { messages: [{ role: 'user', content: [{ text: 'a gate' }] }] },
      parameters: { size: '1792*1024', n: 1, watermark: false },
    },
    answer: (url) => ({
      output: {
        choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: [{ image: url }] } }],
      },
      usage: { image_count: 1 },
      request_id: 'r',
    }),
    isUrl: true,
    refusal: { code: 'InvalidApiKey', message: 'Invalid API-key provided.', request_id: 'r' },
    refusalStatus: 401,
  },
]

describe.each(hosts)('images of $name', (host) => {
  let added: Awaited<ReturnType<typeof addHost>>
  beforeAll(async () => {
    added = await addHost(host.type, 'dall-e-3', host.model)
  })
  test('are made for the official client, and charged by the image', async () => {
    media.upstream.answerWith(answerWithFile(answerJson(host.answer(resultUrl()))))
    const charged = await measureCharge(async () => {
      const answer = await added.client.images.generate({ ...image, size: '1792x1024' })
      expect(answer.data).toEqual([host.isUrl ? { url: resultUrl() } : { b64_json: b64 }])
    })
    // The large size is twice the standard one.
    expect(charged).toBe(2 * imagePrice)
    const [sent] = media.upstream.requests
    expect(sent?.path).toBe(host.path)
    expect(sent?.json()).toEqual(host.sent)
    expect(sent?.headers['content-type']).toBe('application/json')
  })

  test('are delivered as bytes and as events on request', async () => {
    media.upstream.answerWith(
      answerWithFile(answerJson(host.type === 35 ? { data: { image_base64: [b64] } } : host.answer(resultUrl()))),
    )
    const answer = await added.client.images.generate({ ...image, response_format: 'b64_json' })
    expect(answer.data).toEqual([{ b64_json: b64 }])
    const streamed = await added.post('/v1/images/generations', {
      ...image,
      stream: true,
      response_format: 'b64_json',
    })
    expect(streamed.headers.get('content-type')).toStartWith('text/event-stream')
    expect(await streamed.text()).toContain(`"type":"image_generation.completed"`)
  })

  test('that are refused, blocked by a page, or missing cost nothing', async () => {
    const failures: [Answer, number[]][] = [
      [answerJson(host.refusal, { status: host.refusalStatus }), [host.refusalStatus === 401 ? 502 : 400, 502]],
      [answerText('<html>blocked</html>', { status: 403, headers: { 'content-type': 'text/html' } }), [502]],
      [answerText('<html>welcome</html>', { headers: { 'content-type': 'text/html' } }), [502]],
      [answerJson({}), [502]],
      ...(host.hidden ? [[answerJson(host.hidden), [429]] as [Answer, number[]]] : []),
    ]
    for (const [answer, statuses] of failures) {
      media.upstream.answerWith(answer)
      const charged = await measureCharge(async () => {
        const response = await added.post('/v1/images/generations', image)
        expect(statuses).toContain(response.status)
        expect(await response.text()).not.toContain('sk-host')
      })
      expect(charged).toBe(0)
    }
  })
})

describe('edits', () => {
  const buildForm = (fields: readonly (readonly [string, string | File])[]) => {
    const made = new FormData()
    for (const [name, value] of [['model', 'dall-e-3'], ['prompt', 'open it'], ...fields] as const)
      made.append(name, value)
    return made
  }
  const buildFile = () => new File([picture], 'gate.png', { type: 'image/png' })
  const send = (key: string, body: FormData, path = '/v1/images/edits') =>
    fetch(media.server.url + path, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body })
  const dataUrl = `data:image/png;base64,${b64}`
  const answerWithUrl = () => answerWithFile(answerJson({ created: 1, data: [{ url: resultUrl() }] }))

  const editors = [
    {
      name: 'xAI',
      type: 48,
      model: 'grok-imagine-image',
      path: '/v1/images/edits',
      inputMax: 3,
      one: { image: { type: 'image_url', url: dataUrl } },
      two: {
        images: [
          { type: 'image_url', url: dataUrl },
          { type: 'image_url', url: 'https://host.example/b.png' },
        ],
      },
    },
    {
      name: 'Ark',
      type: 45,
      model: 'doubao-seedream-4-5',
      path: '/api/v3/images/generations',
      inputMax: 14,
      one: { image: dataUrl },
      two: { image: [dataUrl, 'https://host.example/b.png'] },
    },
    {
      name: 'SiliconFlow',
      type: 40,
      model: 'Qwen/Qwen-Image-Edit-2509',
      path: '/v1/images/generations',
      inputMax: 3,
      one: { image: dataUrl },
      two: { image: dataUrl, image2: 'https://host.example/b.png' },
    },
    {
      name: 'Qwen',
      type: 17,
      model: 'qwen-image-edit-plus',
      inputMax: 3,
      path: '/api/v1/services/aigc/multimodal-generation/generation',
      one: { input: { messages: [{ content: [{ image: dataUrl }, { text: 'open it' }] }] } },
      two: {
        input: {
          messages: [
            {
              content: [{ image: dataUrl }, { image: 'https://host.example/b.png' }, { text: 'open it' }],
            },
          ],
        },
      },
    },
  ]
  const answerFor = (name: string): Answer => {
    if (name !== 'Qwen') return answerWithUrl()
    const message = { role: 'assistant', content: [{ image: resultUrl() }] }
    return answerWithFile(answerJson({ output: { choices: [{ finish_reason: 'stop', message }] } }))
  }

  test.each(editors)('of $name are made from forms and from JSON with addresses', async (host) => {
    const { key, client, post } = await addHost(host.type, 'dall-e-3', host.model)
    media.upstream.answerWith(answerFor(host.name))
    const before = (await media.server.self('root')).quota
    const answer = await client.images.edit({
      model: 'dall-e-3',
      prompt: 'open it',
      response_format: 'b64_json',
      image: await toFile(picture, 'gate.png', { type: 'image/png' }),
    })
    expect(answer.data).toEqual([{ b64_json: b64 }])
    expect(before - (await media.server.self('root')).quota).toBe(imagePrice)
    const [sent] = media.upstream.requests
    expect(sent).toMatchObject({ path: host.path, headers: { 'content-type': 'application/json' } })
    expect(sent?.json()).toMatchObject({ model: host.model, ...host.one })
    media.upstream.requests.length = 0
    const images = [{ image_url: dataUrl }, { image_url: 'https://host.example/b.png' }]
    const json = await post('/v1/images/edits', { model: 'dall-e-3', prompt: 'open it', images })
    expect([json.status, await json.json()]).toMatchObject([200, { data: [{ url: resultUrl() }] }])
    expect(media.upstream.requests[0]?.json()).toMatchObject(host.two)
    // One image too many.
    media.upstream.requests.length = 0
    const files = Array.from({ length: host.inputMax + 1 }, () => ['image[]', buildFile()] as const)
    const refused = await send(key, buildForm(files))
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: { message: expect.stringContaining(`at most ${host.inputMax} images`) } },
    ])
    expect(media.upstream.requests).toHaveLength(0)
  })

  test('of xAI have a mask and the fields of the host', async () => {
    const { key } = await addHost(48, 'dall-e-3', 'grok-imagine-image')
    media.upstream.answerWith(answerWithUrl())
    const fields = [
      ['image', buildFile()] as const,
      ['mask', buildFile()] as const,
      ['size', '1792x1024'] as const,
      ['resolution', '1k'] as const,
      ['n', '2'] as const,
      ['background', 'auto'] as const,
    ]
    const response = await send(key, buildForm(fields))
    expect(response.status, await response.clone().text()).toBe(200)
    expect(response.headers.get('x-sluice-dropped')).toBe('background')
    expect(media.upstream.requests[0]?.json()).toEqual({
      model: 'grok-imagine-image',
      prompt: 'open it',
      n: 2,
      aspect_ratio: '16:9',
      resolution: '1k',
      image: { type: 'image_url', url: dataUrl },
      mask: { url: dataUrl },
      response_format: 'url',
    })
  })

  test('of Ark pass its own fields, in its types', async () => {
    const { key } = await addHost(45, 'dall-e-3', 'doubao-seedream-4-5')
    media.upstream.answerWith(answerWithUrl())
    const fields = [['image', buildFile()] as const, ['watermark', 'false'] as const, ['seed', '7'] as const]
    expect((await send(key, buildForm(fields))).status).toBe(200)
    expect(media.upstream.requests[0]?.json()).toMatchObject({ watermark: false, seed: 7 })
  })

  test.each([45, 40, 17, 24])('with a mask are refused where type %p has none', async (type) => {
    const { key } = await addHost(type, 'dall-e-3', 'gemini-3.1-flash-image')
    media.upstream.answerWith(answerWithUrl())
    const response = await send(key, buildForm([['image', buildFile()] as const, ['mask', buildFile()] as const]))
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { code: 'invalid_image_request', message: expect.stringContaining('mask') } },
    ])
    expect(media.upstream.requests).toHaveLength(0)
  })

  test.each([48, 45, 40, 17, 24])('as variations are refused where type %p has none', async (type) => {
    const { key } = await addHost(type, 'dall-e-3', 'm')
    const response = await send(key, buildForm([['image', buildFile()] as const]), '/v1/images/variations')
    const body = await response.json()
    expect([response.status, body]).toMatchObject([501, { error: { code: 'call_not_offered' } }])
    expect(response.headers.get('x-should-retry')).toBe('false')
    expect(media.upstream.requests).toHaveLength(0)
  })
})

test('a task of Qwen is polled until its image is ready', async () => {
  const { client } = await addHost(17, 'dall-e-3', 'wan2.2-t2i-flash')
  const states = ['PENDING', 'RUNNING', 'SUCCEEDED']
  media.upstream.answerWith((exchange) => {
    const task_status = states.shift()
    const results = task_status === 'SUCCEEDED' ? [{ url: resultUrl() }] : []
    return answerJson({ request_id: 'r', output: { task_id: 't-1', task_status, results } })(exchange)
  })
  const answer = await client.images.generate({ ...image, size: '1024x1024' })
  expect(answer.data).toEqual([{ url: resultUrl() }])
  const [made, ...queries] = media.upstream.requests
  expect(made).toMatchObject({
    path: '/api/v1/services/aigc/text2image/image-synthesis',
    headers: { 'x-dashscope-async': 'enable', authorization: 'Bearer sk-host' },
  })
  expect(made?.json()).toEqual({
    model: 'wan2.2-t2i-flash',
    input: { prompt: 'a gate' },
    parameters: { size: '1024*1024', n: 1 },
  })
  expect(queries.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/v1/tasks/t-1',
    'GET /api/v1/tasks/t-1',
  ])
})

test('a failed task is reported with its own error, and costs nothing', async () => {
  const { post } = await addHost(17, 'dall-e-3', 'wan2.2-t2i-flash')
  const failed = {
    task_id: 't',
    task_status: 'FAILED',
    code: 'DataInspectionFailed',
    message: 'inappropriate',
  }
  media.upstream.answerWith(answerJson({ request_id: 'r', output: failed }))
  const before = (await media.server.self('root')).quota
  const response = await post('/v1/images/generations', image)
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('inappropriate')])
  expect((await media.server.self('root')).quota).toBe(before)
})

test('a job of Hunyuan is polled by signed calls until its image is ready', async () => {
  const { client, post } = await addHost(23, 'dall-e-3', 'hunyuan-image', { key: 'AKIDexample|TESTKEY' })
  const states = [
    { JobId: 'job-1', RequestId: 'r' },
    { JobStatusCode: '2', JobStatusMsg: 'running' },
    { JobStatusCode: '5', ResultImage: [resultUrl()], ResultDetails: ['Success'] },
  ]
  media.upstream.answerWith((exchange) => answerJson({ Response: states.shift() })(exchange))
  const before = (await media.server.self('root')).quota
  const answer = await client.images.generate({ ...image, size: '1792x1024' })
  expect(answer.data).toEqual([{ url: resultUrl() }])
  expect(before - (await media.server.self('root')).quota).toBeGreaterThan(0)
  expect(media.upstream.requests.map((sent) => [sent.method, sent.path, sent.headers['x-tc-action']])).toEqual([
    ['POST', '/', 'SubmitHunyuanImageJob'],
    ['POST', '/', 'QueryHunyuanImageJob'],
    ['POST', '/', 'QueryHunyuanImageJob'],
  ])
  const [submitted, ...queries] = media.upstream.requests
  expect(submitted?.json()).toEqual({ Prompt: 'a gate', Resolution: '1280:720', Num: 1, LogoAdd: 0 })
  for (const { headers, json } of queries) {
    expect(headers['x-tc-region']).toBe('ap-guangzhou')
    expect(headers.authorization).toStartWith('TC3-HMAC-SHA256 Credential=AKIDexample/')
    expect(json()).toEqual({ JobId: 'job-1' })
  }

  const failure = { JobStatusCode: '4', JobErrorCode: 'InvalidParameterValue', JobErrorMsg: 'too odd' }
  media.upstream.answerWith(answerJson({ Response: failure }))
  const left = (await media.server.self('root')).quota
  const failed = await post('/v1/images/generations', image)
  expect([failed.status, await failed.text()]).toEqual([400, expect.stringContaining('too odd')])
  expect((await media.server.self('root')).quota).toBe(left)
})

test('a job of Hunyuan Image 3 is made and polled at its own service', async () => {
  const { post } = await addHost(23, 'dall-e-3', 'hunyuan-image-3', { key: 'AKIDexample|TESTKEY' })
  const states = [
    { JobId: 'job-3', RequestId: 'r' },
    { JobStatusCode: '2', JobStatusMsg: 'running' },
    { JobStatusCode: '5', ResultImage: [resultUrl()], ResultDetails: ['Success'] },
  ]
  media.upstream.answerWith((exchange) => answerJson({ Response: states.shift() })(exchange))
  const answer = await post('/v1/images/generations', { ...image, size: '1024x1792', seed: 7 })
  expect(await answer.json()).toMatchObject({ data: [{ url: resultUrl() }] })
  expect(media.upstream.requests.map(({ path, headers }) => [path, headers['x-tc-action']])).toEqual([
    ['/', 'SubmitTextToImageJob'],
    ['/', 'QueryTextToImageJob'],
    ['/', 'QueryTextToImageJob'],
  ])
  for (const { headers } of media.upstream.requests) {
    expect(headers).toMatchObject({ 'x-tc-version': '2022-12-29', 'x-tc-region': 'ap-guangzhou' })
    expect(headers.authorization).toMatch(/^TC3-HMAC-SHA256 Credential=AKIDexample\/[\d-]+\/aiart\/tc3_request, /)
  }
  const body = { Prompt: 'a gate', Resolution: '768:1280', Seed: 7, LogoAdd: 0 }
  expect(media.upstream.requests.map(({ json }) => json())).toEqual([body, { JobId: 'job-3' }, { JobId: 'job-3' }])
})

test('a video of Hunyuan is ordered by a signed call of its own service', async () => {
  // The poller asks for the video later, while other tests look at what their upstream gets.
  const upstream = await startFakeUpstream(answerJson({ Response: { JobId: '1387', RequestId: 'r' } }))
  const model_mapping = JSON.stringify({ 'dall-e-3': 'hunyuan-video' })
  const own = { type: 23, key: 'AKIDexample|TESTKEY', models: 'dall-e-3', model_mapping }
  const key = `${rootKey}-${await media.server.addChannel(upstream.url, own)}`
  const post = () => media.server.relay(key, '/v1/videos', { model: 'dall-e-3', prompt: 'a gate' })
  const made = await post()
  expect([made.status, await made.json()]).toEqual([200, expect.objectContaining({ status: 'queued', seconds: '5' })])
  const [sent] = upstream.requests
  expect(sent?.headers).toMatchObject({
    'x-tc-action': 'SubmitHunyuanToVideoJob',
    'x-tc-version': '2024-05-23',
    'x-tc-region': 'ap-guangzhou',
    authorization: expect.stringMatching(/^TC3-HMAC-SHA256 Credential=AKIDexample\/[\d-]+\/vclm\/tc3_request, /),
  })
  expect([sent?.path, sent?.json()]).toEqual(['/', { Prompt: 'a gate', Resolution: '720p', LogoAdd: 0 }])
  const blocked = { Error: { Code: 'FailedOperation.ModerationFailed', Message: 'AKIDexample: no' } }
  upstream.answerWith(answerJson({ Response: blocked }))
  const before = (await media.server.self('root')).quota
  const refused = await post()
  const { error } = (await refused.json()) as { error: { code: string; message: string } }
  expect([refused.status, error.code]).toEqual([400, 'content_policy_violation'])
  expect((await media.server.self('root')).quota).toBe(before)
  await upstream.close()
})

test('a job of Hunyuan is polled again when its state cannot be read, and is not submitted again', async () => {
  const { client } = await addHost(23, 'dall-e-3', 'hunyuan-image', { key: 'AKIDexample|TESTKEY' })
  const states = [
    { JobId: 'job-1' },
    { Error: { Code: 'RequestLimitExceeded', Message: 'too many requests' } },
    { Error: { Code: 'InternalError', Message: 'internal error' } },
    { JobStatusCode: '5', ResultImage: [resultUrl()] },
  ]
  media.upstream.answerWith((exchange) => answerJson({ Response: states.shift() })(exchange))
  expect((await client.images.generate(image)).data).toEqual([{ url: resultUrl() }])
  expect(media.upstream.requests.map(({ headers }) => headers['x-tc-action'])).toEqual([
    'SubmitHunyuanImageJob',
    'QueryHunyuanImageJob',
    'QueryHunyuanImageJob',
    'QueryHunyuanImageJob',
  ])
})

test('a key of Hunyuan without its parts cannot make images', async () => {
  const { post } = await addHost(23, 'dall-e-3', 'hunyuan-image', { key: 'sk-plain' })
  expect((await post('/v1/images/generations', image)).status).toBeGreaterThanOrEqual(500)
  expect(media.upstream.requests).toEqual([])
})

describe('a Gemini model that answers with images', () => {
  const usageMetadata = {
    promptTokenCount: 50,
    candidatesTokenCount: 100,
    totalTokenCount: 150,
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: 10 },
      { modality: 'IMAGE', tokenCount: 40 },
    ],
    candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 100 }],
  }
  const answered = answerJson({
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            { thought: true, inlineData: { mimeType: 'image/png', data: 'ZHJhZnQ=' } },
            { text: 'Here it is.' },
            { inlineData: { mimeType: 'image/png', data: b64 } },
          ],
        },
        finishReason: 'STOP',
      },
    ],
    usageMetadata,
  })

  test('makes and edits them, charged by tokens', async () => {
    const { client } = await addHost(24, 'gpt-image-1', 'gemini-3.1-flash-image')
    media.upstream.answerWith(answered)
    const before = (await media.server.self('root')).quota
    const made = await client.images.generate({
      model: 'gpt-image-1',
      prompt: 'a gate',
      size: '1024x1536',
      quality: 'low',
    })
    expect(made).toMatchObject({
      data: [{ b64_json: b64 }],
      usage: { input_tokens: 50, output_tokens: 100, input_tokens_details: { image_tokens: 40 } },
    })
    // (10 + 40 × 2 + 100 × 8) × 2.5
    expect(before - (await media.server.self('root')).quota).toBe(2225)
    const [sent] = media.upstream.requests
    expect(sent?.path).toBe('/v1beta/models/gemini-3.1-flash-image:generateContent')
    expect(sent?.json()).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'a gate' }] }],
      generationConfig: { responseModalities: ['TEXT', 'IMAGE'], imageConfig: { aspectRatio: '2:3' } },
    })
    const edited = await client.images.edit({
      model: 'gpt-image-1',
      prompt: 'open it',
      image: await toFile(picture, 'gate.png', { type: 'image/png' }),
    })
    expect(edited.data?.[0]?.b64_json).toBe(b64)
    expect(media.upstream.requests[1]?.json()).toMatchObject({
      contents: [{ parts: [{ inlineData: { mimeType: 'image/png', data: b64 } }, { text: 'open it' }] }],
    })
  })

  test('that withholds its answer is reported, and several images are refused before the call', async () => {
    const { post } = await addHost(24, 'gpt-image-1', 'gemini-3-pro-image')
    media.upstream.answerWith(answerJson({ candidates: [{ finishReason: 'IMAGE_SAFETY' }] }))
    const body = { model: 'gpt-image-1', prompt: 'a gate' }
    const withheld = await post('/v1/images/generations', body)
    expect([withheld.status, await withheld.text()]).toEqual([400, expect.stringContaining('IMAGE_SAFETY')])
    media.upstream.requests.length = 0
    const several = await post('/v1/images/generations', { ...body, n: 2 })
    expect([several.status, await several.text()]).toEqual([400, expect.stringContaining('n is at most 1')])
    expect(media.upstream.requests).toHaveLength(0)
  })
})

test('Imagen is called in Google’s own format, charged by the delivered images', async () => {
  const { post } = await addHost(24, 'dall-e-3', 'imagen-4.0-generate-001')
  const predictions = [{ mimeType: 'image/png', bytesBase64Encoded: b64 }, { raiFilteredReason: 'unsafe' }]
  media.upstream.answerWith(answerJson({ predictions }))
  const before = (await media.server.self('root')).quota
  const body = { instances: [{ prompt: 'a gate' }], parameters: { sampleCount: 2 } }
  const answer = await post('/v1beta/models/dall-e-3:predict', body)
  expect(await answer.json()).toEqual({ predictions })
  const [sent] = media.upstream.requests
  expect(sent?.path).toBe('/v1beta/models/imagen-4.0-generate-001:predict')
  expect(sent?.headers['x-goog-api-key']).toBe('sk-host')
  expect(sent?.json()).toEqual(body)
  expect(before - (await media.server.self('root')).quota).toBe(imagePrice)
  // Hosts of OpenAI's format have no such call.
  const other = await addHost(1, 'dall-e-3', 'dall-e-3')
  const refused = await other.post('/v1beta/models/dall-e-3:predict', body)
  expect([refused.status, await refused.json()]).toMatchObject([501, { error: { status: 'UNIMPLEMENTED' } }])
})

describe('speech', () => {
  const speech = { model: 'gpt-4o-mini-tts', input: 'Hello there', voice: 'alloy' as const }

  test('of MiniMax comes from hexadecimal digits, charged by its characters', async () => {
    const { client } = await addHost(35, 'gpt-4o-mini-tts', 'speech-2.6-hd')
    media.upstream.answerWith(
      answerJson({
        data: { audio: 'fffb9000', status: 2 },
        extra_info: { audio_length: 900, usage_characters: 11 },
        base_resp: { status_code: 0, status_msg: 'success' },
      }),
    )
    const before = (await media.server.self('root')).quota
    const answer = await client.audio.speech.create(speech)
    expect(answer.headers.get('content-type')).toBe('audio/mpeg')
    expect(Buffer.from(await answer.arrayBuffer()).toString('hex')).toBe('fffb9000')
    const [sent] = media.upstream.requests
    expect(sent?.path).toBe('/v1/t2a_v2')
    expect(sent?.json()).toMatchObject({
      model: 'speech-2.6-hd',
      text: 'Hello there',
      output_format: 'hex',
      audio_setting: { format: 'mp3' },
      voice_setting: { voice_id: 'male-qn-qingse', speed: 1 },
    })
    // 11 × 10
    expect(before - (await media.server.self('root')).quota).toBe(110)
  })

  test('of Mistral comes from base64, charged by its characters', async () => {
    const { client } = await addHost(42, 'gpt-4o-mini-tts', 'voxtral-mini-tts-3-0')
    media.upstream.answerWith(answerJson({ audio_data: b64 }))
    const before = (await media.server.self('root')).quota
    const answer = await client.audio.speech.create({ ...speech, response_format: 'wav' })
    expect(answer.headers.get('content-type')).toBe('audio/wav')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture)
    const [sent] = media.upstream.requests
    expect([sent?.path, sent?.json()]).toEqual([
      '/v1/audio/speech',
      {
        model: 'voxtral-mini-tts-3-0',
        input: 'Hello there',
        response_format: 'wav',
        stream: false,
      },
    ])
    expect(before - (await media.server.self('root')).quota).toBeGreaterThan(0)
    // The package's type has only the voices of OpenAI; hosts have their own.
    await client.audio.speech.create({ ...speech, voice: 'voice_592' as never })
    expect(media.upstream.requests[1]?.json()).toMatchObject({ voice_id: 'voice_592' })
    media.upstream.answerWith(answerJson({ object: 'error', message: 'no such voice', code: '1' }, { status: 400 }))
    expect(await client.audio.speech.create(speech).catch((error: unknown) => String(error))).toContain('no such voice')
  })

  test('of Mistral is streamed, charged by its tokens', async () => {
    const { key } = await addHost(42, 'gpt-4o-mini-tts', 'voxtral-mini-tts-3-0')
    const events = [
      { type: 'speech.audio.delta', audio_data: 'AAAA' },
      { type: 'speech.audio.done', usage: { prompt_tokens: 14, completion_tokens: 101, total_tokens: 115 } },
    ]
    media.upstream.answerWith(
      answerSse(
        events.map((event) => JSON.stringify(event)),
        { done: false, events: events.map(({ type }) => type) },
      ),
    )
    const before = (await media.server.self('root')).quota
    const response = await media.server.relay(key, '/v1/audio/speech', {
      ...speech,
      stream_format: 'sse',
      instructions: 'Whisper.',
    })
    const lines = (await response.text()).split('\n')
    const read = lines.flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []))
    expect(read).toEqual([
      { type: 'speech.audio.delta', audio: 'AAAA' },
      { type: 'speech.audio.done', usage: { input_tokens: 14, output_tokens: 101, total_tokens: 115 } },
    ])
    expect(response.headers.get('x-sluice-dropped')).toBe('instructions')
    expect(media.upstream.requests[0]?.json()).toEqual({
      model: 'voxtral-mini-tts-3-0',
      input: 'Hello there',
      stream: true,
      response_format: 'mp3',
    })
    // (14 + 101 × 5 × 2) × 10
    expect(before - (await media.server.self('root')).quota).toBe(10_240)
  })

  test('of xAI is the body of the answer, and a recording is sent as a form', async () => {
    const { client } = await addHost(48, 'gpt-4o-mini-tts', 'grok-tts')
    media.upstream.answerWith(answerBytes(Buffer.from('ID3 a sound'), { 'content-type': 'audio/mpeg' }))
    const before = (await media.server.self('root')).quota
    const answer = await client.audio.speech.create({ ...speech, speed: 1.2 })
    expect(await answer.text()).toBe('ID3 a sound')
    expect(before - (await media.server.self('root')).quota).toBeGreaterThan(0)
    const [spoken] = media.upstream.requests
    expect([spoken?.path, spoken?.json()]).toEqual([
      '/v1/tts',
      { text: 'Hello there', voice_id: 'eve', language: 'auto', output_format: { codec: 'mp3' }, speed: 1.2 },
    ])
    const heard = await addHost(48, 'whisper-1', 'grok-stt')
    media.upstream.answerWith(answerJson({ text: 'hello', language: 'en', duration: 60, words: [] }))
    const held = (await media.server.self('root')).quota
    const transcript = await heard.client.audio.transcriptions.create({
      model: 'whisper-1',
      language: 'en',
      response_format: 'verbose_json',
      file: await toFile(picture, 'a.mp3', { type: 'audio/mpeg' }),
    })
    expect(transcript).toMatchObject({ text: 'hello', language: 'en', duration: 60 })
    // A minute costs 0.006 dollars.
    expect(held - (await media.server.self('root')).quota).toBe(3_000)
    const sent = media.upstream.requests[1]
    expect(sent?.path).toBe('/v1/stt')
    const form = await new Response(Uint8Array.from(sent?.bytes ?? []), {
      headers: { 'content-type': sent?.headers['content-type'] ?? '' },
    }).formData()
    expect([...form.keys()]).toEqual(['language', 'file'])
    const file = form.get('file')
    expect(file instanceof Blob && (await file.text())).toBe('a picture')
  })

  test('of Qwen is fetched from its address', async () => {
    const { client } = await addHost(17, 'gpt-4o-mini-tts', 'qwen3-tts-flash')
    const url = `${media.upstream.url}/result.wav`
    media.upstream.answerWith(
      answerWithFile(
        answerJson({ output: { audio: { url, data: '' } }, usage: { characters: 11 } }),
        picture,
        'audio/wav',
      ),
    )
    const answer = await client.audio.speech.create({
      ...speech,
      voice: 'Cherry' as never,
      response_format: 'wav',
    })
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture)
    expect(answer.headers.get('content-type')).toBe('audio/wav')
    expect(media.upstream.requests[0]?.json()).toEqual({
      model: 'qwen3-tts-flash',
      input: { text: 'Hello there', voice: 'Cherry' },
    })
  })

  test('of Gemini is a WAV file of its samples, or the samples themselves', async () => {
    const { client, post } = await addHost(24, 'gpt-4o-mini-tts', 'gemini-3.1-flash-tts')
    const data = Buffer.alloc(48).toString('base64')
    media.upstream.answerWith(
      answerJson({
        candidates: [{ content: { parts: [{ inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data } }] } }],
        usageMetadata: {
          promptTokenCount: 3,
          candidatesTokenCount: 20,
          totalTokenCount: 23,
          candidatesTokensDetails: [{ modality: 'AUDIO', tokenCount: 20 }],
        },
      }),
    )
    const before = (await media.server.self('root')).quota
    const wave = Buffer.from(
      await (await client.audio.speech.create({ ...speech, response_format: 'wav' })).arrayBuffer(),
    )
    expect([wave.toString('latin1', 0, 4), wave.readUInt32LE(24), wave.length]).toEqual(['RIFF', 24_000, 92])
    // (3 + 20 × 5 × 2) × 10
    expect(before - (await media.server.self('root')).quota).toBe(2_030)
    const mp3 = await post('/v1/audio/speech', { ...speech, response_format: 'mp3' })
    expect(mp3.headers.get('content-type')).toBe('audio/wav')
    expect(mp3.headers.get('x-sluice-dropped')).toBe('response_format')
    await mp3.arrayBuffer()
    const pcm = await client.audio.speech.create({ ...speech, response_format: 'pcm' })
    expect((await pcm.arrayBuffer()).byteLength).toBe(48)
    expect(media.upstream.requests[0]?.json()).toMatchObject({
      generationConfig: { responseModalities: ['AUDIO'] },
    })
  })
})

describe('Cloudflare, by the address of the model', () => {
  const account = '023e105f4ecef8ad9ca31a8372d0c353'
  const run = (model: string) => `/client/v4/accounts/${account}/ai/run/${model}`
  const addModel = (requestedModel: string, model: string) => addHost(39, requestedModel, model, { other: account })
  test.each([
    ['@cf/black-forest-labs/flux-1-schnell', answerJson({ result: { image: b64 }, success: true }), {}],
    [
      '@cf/stabilityai/stable-diffusion-xl-base-1.0',
      answerBytes(Buffer.from([0x89, 0x50, 1, 2]), { 'content-type': 'image/png' }),
      { width: 1792, height: 1024 },
    ],
  ] as const)('makes images of %s, charged by the image', async (model, answer, size) => {
    const { client } = await addModel('dall-e-3', model)
    media.upstream.answerWith(answer)
    const charged = await measureCharge(async () => {
      const made = await client.images.generate({ ...image, size: '1792x1024' })
      expect(made.data).toHaveLength(1)
      expect(made.data?.[0]?.b64_json).toBe(model.includes('flux') ? b64 : 'iVABAg==')
    })
    expect(charged).toBe(2 * imagePrice)
    const [sent] = media.upstream.requests
    expect([sent?.path, sent?.headers.authorization]).toEqual([run(model), 'Bearer sk-host'])
    expect(sent?.json()).toEqual({ prompt: 'a gate', ...size })
  })

  test('changes an image', async () => {
    const { client } = await addModel('dall-e-3', '@cf/runwayml/stable-diffusion-v1-5-img2img')
    media.upstream.answerWith(answerBytes(Buffer.from([0x89, 0x50, 1, 2]), { 'content-type': 'image/png' }))
    const made = await client.images.edit({
      model: 'dall-e-3',
      prompt: 'open it',
      image: await toFile(picture, 'gate.png', { type: 'image/png' }),
    })
    expect(made.data?.[0]?.b64_json).toBe('iVABAg==')
    expect(media.upstream.requests[0]?.json()).toEqual({ prompt: 'open it', image_b64: b64 })
  })

  test('sends calls of Flux 2 as forms, with up to four images to work from', async () => {
    const flux = '@cf/black-forest-labs/flux-2-dev'
    const { client, post } = await addModel('dall-e-3', flux)
    media.upstream.answerWith(answerJson({ result: { image: b64 }, success: true, errors: [] }))
    const charged = await measureCharge(async () => {
      const made = await post('/v1/images/generations', {
        model: 'dall-e-3',
        prompt: 'a gäte',
        size: '1024x1024',
        steps: 25,
        response_format: 'b64_json',
      })
      expect([made.status, await made.json()]).toMatchObject([200, { data: [{ b64_json: b64 }] }])
    })
    expect(charged).toBe(imagePrice)
    const files = ['a.png', 'b.png'].map((name) => toFile(picture, name, { type: 'image/png' }))
    await client.images.edit({ model: 'dall-e-3', prompt: 'open it', image: await Promise.all(files) })
    const sent = await Promise.all(
      media.upstream.requests.map(({ bytes, headers }) =>
        new Response(Uint8Array.from(bytes), {
          headers: { 'content-type': headers['content-type'] ?? '' },
        }).formData(),
      ),
    )
    expect(media.upstream.requests.map(({ path }) => path)).toEqual([run(flux), run(flux)])
    expect(Object.fromEntries(sent[0] ?? [])).toEqual({
      prompt: 'a gäte',
      steps: '25',
      width: '1024',
      height: '1024',
    })
    expect(sent[1] && [...sent[1].keys()]).toEqual(['prompt', 'input_image_0', 'input_image_1'])
    const first = sent[1]?.get('input_image_0')
    expect(first instanceof Blob && (await first.text())).toBe('a picture')
    expect(media.upstream.requests[1]?.body).toContain('Content-Type: image/png')
  })

  test('makes speech from bytes and from base64', async () => {
    const speech = { model: 'gpt-4o-mini-tts', input: 'Hello there', voice: 'alloy' as const }
    const aura = await addModel('gpt-4o-mini-tts', '@cf/deepgram/aura-1')
    media.upstream.answerWith(answerBytes(Buffer.from('ID3 a sound'), { 'content-type': 'audio/mpeg' }))
    const charged = await measureCharge(async () => {
      const answer = await aura.client.audio.speech.create(speech)
      expect(answer.headers.get('content-type')).toBe('audio/mpeg')
      expect(await answer.text()).toBe('ID3 a sound')
    })
    expect(charged).toBeGreaterThan(0)
    const [sent] = media.upstream.requests
    expect([sent?.path, sent?.json()]).toEqual([run('@cf/deepgram/aura-1'), { text: 'Hello there', encoding: 'mp3' }])
    media.upstream.answerWith(answerBytes(Buffer.from('RIFF a sound'), { 'content-type': 'audio/wav' }))
    const wave = await aura.client.audio.speech.create({
      ...speech,
      voice: 'luna' as never,
      response_format: 'wav',
    })
    expect(await wave.text()).toBe('RIFF a sound')
    expect(media.upstream.requests[1]?.json()).toEqual({
      text: 'Hello there',
      speaker: 'luna',
      encoding: 'linear16',
      container: 'wav',
    })
    const events = await aura.post('/v1/audio/speech', { ...speech, stream_format: 'sse' })
    const audio = Buffer.from('RIFF a sound').toString('base64')
    expect(await events.text()).toContain(`{"type":"speech.audio.delta","audio":"${audio}"}`)
    media.upstream.requests.length = 0
    const melo = await addModel('gpt-4o-mini-tts', '@cf/myshell-ai/melotts')
    media.upstream.answerWith(answerJson({ result: { audio: b64 }, success: true, errors: [] }))
    const answer = await melo.client.audio.speech.create({ ...speech, voice: 'fr' as never })
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture)
    expect(media.upstream.requests[0]?.json()).toEqual({ prompt: 'Hello there', lang: 'fr' })
  })

  test('transcribes and translates, charged by the duration', async () => {
    const turbo = await addModel('whisper-1', '@cf/openai/whisper-large-v3-turbo')
    const heard = { text: 'hello', transcription_info: { language: 'en', duration: 60 }, word_count: 1 }
    media.upstream.answerWith(answerJson({ result: heard, success: true, errors: [], messages: [] }))
    const file = await toFile(picture, 'a.mp3', { type: 'audio/mpeg' })
    const charged = await measureCharge(async () => {
      const answer = await turbo.client.audio.transcriptions.create({
        model: 'whisper-1',
        language: 'en',
        file,
        response_format: 'verbose_json',
      })
      expect(answer).toMatchObject({ text: 'hello', language: 'en', duration: 60 })
    })
    expect(charged).toBeGreaterThan(0)
    await turbo.client.audio.translations.create({ model: 'whisper-1', file })
    expect(media.upstream.requests.map((sent) => sent.json())).toEqual([
      { audio: b64, task: 'transcribe', language: 'en' },
      { audio: b64, task: 'translate' },
    ])
    media.upstream.requests.length = 0
    const older = await addModel('whisper-1', '@cf/openai/whisper')
    media.upstream.answerWith(answerJson({ result: { text: 'hi', word_count: 1 }, success: true, errors: [] }))
    expect((await older.client.audio.transcriptions.create({ model: 'whisper-1', file })).text).toBe('hi')
    expect(media.upstream.requests[0]?.json()).toEqual({ audio: [...picture] })
  })

  test('reports errors under any status, which cost nothing', async () => {
    const { post } = await addModel('dall-e-3', '@cf/black-forest-labs/flux-1-schnell')
    const failed = (code: number, message: string) => ({
      result: null,
      success: false,
      errors: [{ code, message }],
      messages: [],
    })
    const cases = [
      [answerJson(failed(10_000, 'Authentication error'), { status: 401 }), 502],
      [answerJson(failed(5_006, 'prompt is required'), { status: 400 }), 400],
      [answerJson(failed(3_036, 'daily free allocation used')), 429],
      [answerJson(failed(3_040, 'Capacity temporarily exceeded')), 503],
      [answerText('<html>welcome</html>', { headers: { 'content-type': 'text/html' } }), 502],
      [answerJson({ result: {}, success: true }), 502],
    ] as const
    for (const [answer, status] of cases) {
      media.upstream.answerWith(answer)
      const charged = await measureCharge(async () => {
        const response = await post('/v1/images/generations', image)
        expect([response.status, await response.text()]).toEqual([status, expect.any(String)])
      })
      expect(charged).toBe(0)
    }
  })
})

test('a recording is transcribed by Qwen, charged by its tokens', async () => {
  const { client } = await addHost(17, 'gpt-4o-transcribe', 'qwen3-asr-flash')
  media.upstream.answerWith(
    answerJson({
      output: {
        choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: [{ text: 'hello' }] } }],
      },
      usage: { input_tokens: 22, input_tokens_details: { text_tokens: 2 }, output_tokens: 5, seconds: 1 },
    }),
  )
  const before = (await media.server.self('root')).quota
  const answer = await client.audio.transcriptions.create({
    model: 'gpt-4o-transcribe',
    language: 'en',
    file: await toFile(picture, 'a.mp3', { type: 'audio/mpeg' }),
  })
  expect(answer.text).toBe('hello')
  expect(media.upstream.requests[0]?.json()).toEqual({
    model: 'qwen3-asr-flash',
    input: { messages: [{ role: 'user', content: [{ audio: `data:audio/mpeg;base64,${b64}` }] }] },
    parameters: { asr_options: { language: 'en' } },
  })
  // (2 + 20 × 2 + 5 × 4) × 1.25 = 77.5
  expect(before - (await media.server.self('root')).quota).toBe(78)
})
