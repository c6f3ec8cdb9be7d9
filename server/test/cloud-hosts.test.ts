import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { exportPKCS8, generateKeyPair } from 'jose'
import { answerBytes, answerJson, answerSse, answerText } from './answers.ts'
import { type Answer, type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { awsFrame, awsRefusal } from './provider-table/aws.ts'
import { claudeEvents } from './provider-table/claude-format.ts'
import { pieces, text } from './provider-table/samples.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { newestCharge, newestRow } from './usage-rows.ts'
import { waitUntil } from './wait-until.ts'

// Vertex and Bedrock, as their documentation describes them, over HTTP.

let upstream: FakeUpstream
let server: TestServer
let rootKey: string
let serviceAccount: string

const question = {
  model: 'gpt-4o',
  messages: [{ role: 'user' as const, content: 'Where does the river run?' }],
}
// gpt-4o: ratio 1.25, output × 4. 100 tokens in and 20 out are (100 + 20 × 4) × 1.25.
const charge = 225

const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-5-5',
  stop_reason: 'end_turn',
  content: [{ type: 'text', text }],
  usage: { input_tokens: 100, output_tokens: 20 },
}
beforeAll(async () => {
  upstream = await startFakeUpstream(answerJson({}))
  server = await startTestServer()
  rootKey = await server.makeToken('root')
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  serviceAccount = JSON.stringify(
    {
      type: 'service_account',
      project_id: 'my-project',
      private_key_id: 'kid',
      private_key: await exportPKCS8(privateKey),
      client_email: 'gateway@my-project.iam.gserviceaccount.com',
      token_uri: `${upstream.url}/token`,
    },
    null,
    2,
  )
})
afterAll(async () => {
  await server.stop()
  await upstream.close()
})

/** A channel that serves gpt-4o as `model`, and a function that calls it. */
async function addChannel(type: number, key: string, model: string, more: object = {}) {
  const mapping = JSON.stringify({ 'gpt-4o': model })
  const id = await server.addChannel(upstream.url, {
    type,
    key,
    models: 'gpt-4o',
    model_mapping: mapping,
    ...more,
  })
  const token = `${rootKey}-${id}`
  return {
    id,
    token,
    ask: (fields: object = {}, path = '/v1/chat/completions', init?: RequestInit) =>
      server.relay(token, path, { ...question, ...fields }, init),
  }
}

/** The result of `call`, and the requests that reached the upstream meanwhile. */
async function captureSent<T>(call: () => Promise<T>) {
  const before = upstream.requests.length
  const result = await call()
  return { result, sent: upstream.requests.slice(before) }
}

const charged = { quota: charge, prompt_tokens: 100, completion_tokens: 20 }
const save = (channel: object) =>
  server.api('root').post('/api/channel/', { name: 'c', models: 'gpt-4o', groups: ['default'], ...channel })

describe('Vertex', () => {
  let claude: Awaited<ReturnType<typeof addChannel>>
  let tokens = 0
  /** Issues numbered tokens, and answers calls with `answer`. */
  const withTokens =
    (answer: Answer): Answer =>
    (exchange) =>
      exchange.request.path === '/token'
        ? answerJson({ access_token: `ya29.${++tokens}`, expires_in: 3_599, token_type: 'Bearer' })(exchange)
        : answer(exchange)

  beforeAll(async () => {
    claude = await addChannel(41, serviceAccount, 'claude-opus-5-5', { other: 'us-east5' })
  })
  beforeEach(() => upstream.answerWith(withTokens(answerJson(message))))
  const path = '/v1/projects/my-project/locations/us-east5/publishers/anthropic/models/claude-opus-5-5'

  test('exchanges the key for a token once, and calls Claude with it', async () => {
    const { result, sent } = await captureSent(async () => [await claude.ask(), await claude.ask()])
    expect(sent.map((request) => request.path)).toEqual(['/token', `${path}:rawPredict`, `${path}:rawPredict`])
    const assertion = new URLSearchParams(sent[0]?.body).get('assertion') ?? ''
    expect(assertion.split('.')).toHaveLength(3)
    for (const request of sent.slice(1)) {
      expect(request.headers.authorization).toBe(`Bearer ya29.${tokens}`)
      expect(request.json()).toMatchObject({
        anthropic_version: 'vertex-2023-10-16',
        messages: [{ role: 'user' }],
      })
      expect(request.json()).not.toHaveProperty('model')
    }
    for (const response of result)
      expect(await response.json()).toMatchObject({ choices: [{ message: { content: text } }] })
    expect(await newestRow(server)).toMatchObject(charged)
  })

  test('streams Claude to clients of both formats', async () => {
    const frames = claudeEvents.map((event) => JSON.stringify(event))
    upstream.answerWith(withTokens(answerSse(frames, { done: false })))
    const { result, sent } = await captureSent(() => claude.ask({ stream: true }))
    const streamed = await result.text()
    expect(streamed).toContain(`"content":"${pieces[1]}"`)
    expect(streamed).toEndWith('data: [DONE]\n\n')
    expect(sent[0]?.path).toBe(`${path}:streamRawPredict`)
    expect(sent[0]?.json()).toMatchObject({ stream: true })
    const own = await claude.ask({ stream: true, max_tokens: 50 }, '/v1/messages')
    expect(await own.text()).toContain('"type":"message_stop"')
    expect(await newestRow(server)).toMatchObject(charged)
  })

  test('a revoked token is replaced, and the call is repeated', async () => {
    await (await claude.ask()).text()
    const refusal = answerJson({ error: { code: 401, status: 'UNAUTHENTICATED', message: 'expired' } }, { status: 401 })
    upstream.queue(refusal)
    const { result, sent } = await captureSent(() => claude.ask())
    expect(result.status).toBe(200)
    expect(sent.map((request) => request.path)).toEqual([`${path}:rawPredict`, '/token', `${path}:rawPredict`])
    expect(sent[2]?.headers.authorization).not.toBe(sent[0]?.headers.authorization)
  })

  test('a key that yields no token is an error of the operator, and costs nothing', async () => {
    const other = JSON.stringify({ ...JSON.parse(serviceAccount), client_email: 'gone@my-project.example' })
    const gone = await addChannel(41, other, 'claude-opus-5-5', { other: 'us-east5' })
    upstream.answerWith(answerJson({ error: 'invalid_grant', error_description: 'account not found' }, { status: 400 }))
    const { result, sent } = await captureSent(() => gone.ask())
    expect(result.status).toBe(502)
    const refusalText = await result.text()
    expect(refusalText).toContain('upstream_auth_failed')
    expect(refusalText).not.toContain('invalid_grant')
    expect(sent.map((request) => request.path)).toEqual(['/token'])
    expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
    expect(server.process.output()).not.toContain('PRIVATE KEY')
  })

  test('calls Gemini in its own format, and open models in OpenAI’s', async () => {
    const gemini = await addChannel(41, 'AQ.express-mode-key', 'gemini-3.8-flash')
    upstream.answerWith(
      answerJson({
        candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
      }),
    )
    const plain = await captureSent(() => gemini.ask())
    expect(await plain.result.json()).toMatchObject({ choices: [{ message: { content: text } }] })
    expect(plain.sent[0]).toMatchObject({
      path: '/v1/publishers/google/models/gemini-3.8-flash:generateContent',
      headers: { 'x-goog-api-key': 'AQ.express-mode-key' },
    })
    expect(await newestRow(server)).toMatchObject(charged)
    const open = await addChannel(41, serviceAccount, 'meta/llama-4-maas', { other: 'us-east5' })
    upstream.answerWith(
      withTokens(
        answerJson({ error: { code: 429, message: 'exhausted', status: 'RESOURCE_EXHAUSTED' } }, { status: 429 }),
      ),
    )
    const refused = await captureSent(() => open.ask())
    expect(refused.result.status).toBe(429)
    expect(refused.sent.at(-1)?.path).toBe(
      '/v1/projects/my-project/locations/us-east5/endpoints/openapi/chat/completions',
    )
    expect(refused.sent.at(-1)?.json()).toMatchObject({ model: 'meta/llama-4-maas' })
  })

  test('embeds texts by :predict for clients of both formats, charged by the tokens that it counts', async () => {
    const embedder = await addChannel(41, serviceAccount, 'text-embedding-005', { other: 'us-east5' })
    const predictions = [
      [0.5, 1],
      [2, 3],
    ].map((values) => ({
      embeddings: { values, statistics: { token_count: 50, truncated: false } },
    }))
    upstream.answerWith(withTokens(answerJson({ predictions })))
    const body = { model: 'gpt-4o', input: ['a', 'b'], dimensions: 2, input_type: 'search_query' }
    const plain = await captureSent(() => server.relay(embedder.token, '/v1/embeddings', body))
    expect(await plain.result.json()).toMatchObject({
      data: [{ embedding: [0.5, 1] }, { embedding: [2, 3] }],
      usage: { prompt_tokens: 100 },
    })
    const sent = plain.sent.at(-1)
    expect(sent?.path).toBe(
      '/v1/projects/my-project/locations/us-east5/publishers/google/models/text-embedding-005:predict',
    )
    expect(sent?.json()).toEqual({
      instances: ['a', 'b'].map((content) => ({ content, task_type: 'RETRIEVAL_QUERY' })),
      parameters: { outputDimensionality: 2 },
    })
    // 100 × 1.25
    expect(await newestRow(server)).toMatchObject({ quota: 125, prompt_tokens: 100 })
    const batch = { requests: ['a', 'b'].map((text) => ({ content: { parts: [{ text }] } })) }
    const own = await server.relay(embedder.token, '/v1beta/models/gpt-4o:batchEmbedContents', batch)
    expect(await own.json()).toMatchObject({ embeddings: [{ values: [0.5, 1] }, { values: [2, 3] }] })
    const single = await addChannel(41, serviceAccount, 'gemini-embedding-001', { other: 'us-east5' })
    const refused = await captureSent(() => server.relay(single.token, '/v1/embeddings', body))
    expect([refused.result.status, await refused.result.text()]).toEqual([400, expect.stringContaining('one text')])
    expect(refused.sent.filter(({ path: sentTo }) => sentTo !== '/token')).toHaveLength(0)
    upstream.answerWith(withTokens(answerJson({ predictions: [] })))
    const empty = await server.relay(embedder.token, '/v1/embeddings', body)
    expect(empty.status).toBe(502)
  })

  test('makes images with its token', async () => {
    const painter = await addChannel(41, serviceAccount, 'imagen-4.0-generate-001', { other: 'us-east5' })
    upstream.answerWith(withTokens(answerJson({ predictions: [{ bytesBase64Encoded: 'aW1hZ2U=' }] })))
    const body = { model: 'gpt-4o', prompt: 'a gate' }
    const made = await captureSent(() => server.relay(painter.token, '/v1/images/generations', body))
    expect(await made.result.json()).toMatchObject({ data: [{ b64_json: 'aW1hZ2U=' }] })
    expect(made.sent.at(-1)?.path).toEndWith('/publishers/google/models/imagen-4.0-generate-001:predict')
    expect(made.sent.at(-1)?.headers.authorization).toStartWith('Bearer ya29.')
  })

  test('makes videos, whose bytes are in the maker’s answers', async () => {
    const models = 'veo-3.1-generate-001'
    await server.api('root').put('/api/option/', { key: 'SecondPrice', value: JSON.stringify({ [models]: 0.1 }) })
    const { id } = await addChannel(41, serviceAccount, models, { models, model_mapping: '', other: 'us-east5' })
    const token = `${rootKey}-${id}`
    const videos = `/v1/projects/my-project/locations/us-east5/publishers/google/models/${models}`
    const film = Buffer.alloc(5_000_000, 'the bytes of a film')
    let isTokenOld = true
    upstream.answerWith(
      withTokens((exchange) => {
        const body = exchange.request.json() as { operationName?: string; instances?: { prompt: string }[] }
        if (exchange.request.path.endsWith(':predictLongRunning')) {
          // The token of the calls before.
          const isRefused = isTokenOld
          isTokenOld = false
          if (isRefused) return answerJson({ error: { code: 401, message: 'expired' } }, { status: 401 })(exchange)
          return answerJson({ name: `${videos.slice(4)}/operations/${body.instances?.[0]?.prompt}` })(exchange)
        }
        const name = body.operationName
        const response = name?.endsWith('refused')
          ? { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['no people'] }
          : { videos: [{ bytesBase64Encoded: film.toString('base64'), mimeType: 'video/mp4' }] }
        return answerJson({ name, done: true, response })(exchange)
      }),
    )
    const make = async (prompt: string) => {
      const answer = await server.relay(token, '/v1/videos', { model: models, prompt, seconds: '4' })
      return ((await answer.json()) as { id: string }).id
    }
    const read = async (video: string) => {
      const answer = await server.relay(token, `/v1/videos/${video}`, undefined, { method: 'GET' })
      return (await answer.json()) as Record<string, unknown>
    }
    const { result: made, sent } = await captureSent(() => make('made'))
    const refused = await make('refused')
    const ordered = sent.filter(({ path: sentTo }) => sentTo.endsWith(':predictLongRunning'))
    expect(ordered.map(({ path: sentTo }) => sentTo)).toEqual(Array(2).fill(`${videos}:predictLongRunning`))
    expect(ordered[0]?.headers.authorization).not.toBe(ordered[1]?.headers.authorization)
    const isOver = async () => (await Promise.all([made, refused].map(read))).every(({ status }) => status !== 'queued')
    await waitUntil('both ends', isOver, { timeoutMs: 45_000, pauseMs: 250 })
    expect(await read(made)).toMatchObject({ status: 'completed', progress: 100, expires_at: null })
    expect(await read(refused)).toMatchObject({
      status: 'failed',
      error: { code: 'content_policy_violation', message: 'no people' },
    })
    const content = await fetch(`${server.url}/v1/videos/${made}/content`, {
      headers: { authorization: `Bearer ${token}`, range: 'bytes=0-1' },
    })
    expect([content.status, content.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect(Buffer.from(await content.arrayBuffer()).equals(film)).toBe(true)
    expect(upstream.requests.at(-1)).toMatchObject({ path: `${videos}:fetchPredictOperation` })
    expect(upstream.requests.at(-1)?.headers.authorization).toStartWith('Bearer ya29.')
  })

  test('a video of a key that yields no token is an error of the operator, and costs nothing', async () => {
    const models = 'veo-3.1-generate-001'
    const other = JSON.stringify({ ...JSON.parse(serviceAccount), client_email: 'lost@my-project.example' })
    const { id } = await addChannel(41, other, models, { models, model_mapping: '', other: 'us-east5' })
    upstream.answerWith(answerJson({ error: 'invalid_grant', error_description: 'no account' }, { status: 400 }))
    const { result, sent } = await captureSent(() =>
      server.relay(`${rootKey}-${id}`, '/v1/videos', { model: models, prompt: 'p' }),
    )
    expect(result.status).toBe(502)
    const refusalText = await result.text()
    expect(refusalText).toContain('upstream_auth_failed')
    expect(refusalText).not.toContain('invalid_grant')
    expect(sent.map((request) => request.path)).toEqual(['/token'])
    expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
  })

  test('passes its test with a separate token', async () => {
    const { sent } = await captureSent(() => server.api('root').get(`/api/channel/test/${claude.id}`))
    expect(sent.map((request) => request.path)).toEqual(['/token', `${path}:rawPredict`])
    expect(sent[1]?.json()).not.toHaveProperty('model')
  })

  test.each([
    [{ key: '{"client_email":"a@b.example"}' }, 'project_id, private_key'],
    [{ key: 'two words' }, 'the JSON of a service account'],
    [{ other: '{"claude-opus-5-5":"us-east5"}' }, 'must have an entry default'],
  ])('refuses to save %p', async (wrong, reason) => {
    await expect(save({ type: 41, key: serviceAccount, other: 'global', ...wrong })).rejects.toThrow(reason)
  })
})

describe('Bedrock', () => {
  const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
  const chunks = claudeEvents.map((event) =>
    awsFrame('chunk', { bytes: Buffer.from(JSON.stringify(event)).toString('base64') }),
  )
  const throttled = awsFrame('throttlingException', { message: 'Too many tokens' }, 'exception')
  const streamType = { 'content-type': 'application/vnd.amazon.eventstream' }
  let claude: Awaited<ReturnType<typeof addChannel>>
  const path = '/model/us.anthropic.claude-opus-5-5'
  beforeAll(async () => {
    claude = await addChannel(33, `AKIDEXAMPLE|${secret}|us-east-1`, 'claude-opus-5-5')
  })
  beforeEach(() => upstream.answerWith(answerJson(message)))

  test('answers a plain call, signed, with version and betas in the body', async () => {
    const betas = 'claude-code-20250219,interleaved-thinking-2025-05-14'
    const headers = {
      authorization: `Bearer ${claude.token}`,
      'content-type': 'application/json',
      'anthropic-beta': betas,
    }
    const fields = { max_tokens: 50, metadata: { user_id: 'u' } }
    const { result, sent } = await captureSent(() => claude.ask(fields, '/v1/messages', { headers }))
    expect(await result.json()).toMatchObject({ type: 'message', content: [{ text }] })
    expect(result.headers.get('x-sluice-dropped')).toBe('metadata')
    expect(sent[0]?.path).toBe(`${path}/invoke`)
    expect(sent[0]?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/us-east-1\/bedrock\/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=[0-9a-f]{64}$/,
    )
    expect(sent[0]?.headers['x-amz-date']).toMatch(/^\d{8}T\d{6}Z$/)
    expect(sent[0]?.json()).toEqual({
      anthropic_version: 'bedrock-2023-05-31',
      anthropic_beta: ['interleaved-thinking-2025-05-14'],
      max_tokens: 50,
      messages: question.messages,
    })
    expect(await newestRow(server)).toMatchObject(charged)
  })

  test('streams to clients of both formats', async () => {
    upstream.answerWith(answerBytes(Buffer.concat(chunks), streamType))
    const { result, sent } = await captureSent(() => claude.ask({ stream: true }))
    const streamed = await result.text()
    expect(streamed).toContain(`"content":"${pieces[1]}"`)
    expect(streamed).toEndWith('data: [DONE]\n\n')
    expect(sent[0]?.path).toBe(`${path}/invoke-with-response-stream`)
    expect(sent[0]?.json()).not.toHaveProperty('stream')
    const own = await claude.ask({ stream: true, max_tokens: 50 }, '/v1/messages')
    expect(own.headers.get('content-type')).toStartWith('text/event-stream')
    const frames = await own.text()
    expect(frames).toStartWith('event: message_start\ndata: ')
    expect(frames).toEndWith('event: message_stop\ndata: {"type":"message_stop"}\n\n')
    expect(await newestRow(server)).toMatchObject(charged)
  })

  test.each([
    ['an exception inside the stream', Buffer.concat([...chunks.slice(0, 4), throttled])],
    ['a stream that ends within a message', Buffer.concat(chunks).subarray(0, -(chunks.at(-1)?.length ?? 0) - 3)],
  ])('%s ends it with an error, and the delivered part is charged', async (_, bytes) => {
    upstream.answerWith(answerBytes(bytes, streamType))
    const frames = await (await claude.ask({ stream: true })).text()
    expect(frames).toContain('"error"')
    expect(frames).not.toContain('[DONE]')
    const row = await newestCharge(server)
    expect(row.quota).toBeGreaterThan(0)
    expect(row.quota).toBeLessThanOrEqual(charge)
  })

  test('an exception as the first frame is an error with its status, and costs nothing', async () => {
    upstream.answerWith(answerBytes(throttled, streamType))
    const response = await claude.ask({ stream: true })
    expect(response.status).toBe(429)
    expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
  })

  test('hides the refusal of its key from the caller', async () => {
    const refused = await addChannel(33, `AKIDREFUSED|${secret}|us-east-1`, 'claude-opus-5-5')
    upstream.answerWith(awsRefusal('UnrecognizedClientException', 403, `The token of ${secret} is invalid`))
    const response = await refused.ask()
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ error: { code: 'upstream_auth_failed' } })
    expect(JSON.stringify(await newestRow(server))).not.toContain(secret)
  })

  test.each([
    [awsRefusal('ValidationException', 400, 'max_tokens: too large'), 400, 'max_tokens: too large'],
    [awsRefusal('ThrottlingException', 429, 'Too many requests'), 429, 'at its limit'],
    [answerText('<html>Bad gateway</html>', { status: 502 }), 502, ''],
  ])('reports an error unchanged', async (answer, status, words) => {
    const other = await addChannel(33, `AKIDOTHER|${secret}|us-east-1`, 'claude-opus-5-5')
    upstream.answerWith(answer)
    const response = await other.ask()
    expect(response.status).toBe(status)
    expect(await response.text()).toContain(words)
    expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
  })

  test('an API key is sent unchanged', async () => {
    const other = await addChannel(33, 'ABSKexample|eu-central-1', 'claude-opus-5-5', { other: 'global' })
    const { sent } = await captureSent(() => other.ask())
    expect(sent[0]).toMatchObject({
      path: '/model/global.anthropic.claude-opus-5-5/invoke',
      headers: { authorization: 'Bearer ABSKexample' },
    })
  })

  test('passes its test, and lists its models', async () => {
    const { sent } = await captureSent(() => server.api('root').get(`/api/channel/test/${claude.id}`))
    expect(sent[0]?.path).toBe(`${path}/invoke`)
    expect(sent[0]?.headers.authorization).toStartWith('AWS4-HMAC-SHA256 ')
    const summaries = answerJson({ modelSummaries: [{ modelId: 'anthropic.claude-opus-5-5' }] })
    const profile = { inferenceProfileId: 'us.anthropic.claude-opus-5-5', status: 'ACTIVE' }
    upstream.queue(summaries, answerJson({ inferenceProfileSummaries: [profile] }))
    const list = () => captureSent(() => server.api('root').get(`/api/channel/fetch_models/${claude.id}`))
    const listed = await list()
    expect(listed.result).toEqual(['us.anthropic.claude-opus-5-5', 'anthropic.claude-opus-5-5'])
    const paths = ['/foundation-models', '/inference-profiles?maxResults=1000']
    expect(listed.sent).toMatchObject(paths.map((path) => ({ method: 'GET', path: path })))
    for (const { headers } of listed.sent) expect(headers.authorization).toStartWith('AWS4-HMAC-SHA256 ')
    // A key that may not list profiles lists the models.
    upstream.queue(summaries, awsRefusal('AccessDeniedException', 403, 'not authorized'))
    expect((await list()).result).toEqual(['anthropic.claude-opus-5-5'])
  })

  test('calls models of other makers through Converse', async () => {
    const nova = await addChannel(33, `AKIDNOVA|${secret}|us-east-1`, 'amazon.nova-pro-v1:0')
    const usage = { inputTokens: 100, outputTokens: 20, totalTokens: 120 }
    const output = { message: { role: 'assistant', content: [{ text }] } }
    upstream.answerWith(answerJson({ output, stopReason: 'end_turn', usage }))
    const plain = await captureSent(() => nova.ask())
    expect(await plain.result.json()).toMatchObject({ choices: [{ message: { content: text } }] })
    expect(plain.sent[0]?.path).toBe('/model/amazon.nova-pro-v1%3A0/converse')
    expect(plain.sent[0]?.json()).toEqual({
      messages: [{ role: 'user', content: [{ text: 'Where does the river run?' }] }],
    })
    expect(await newestRow(server)).toMatchObject(charged)
    const events: [string, object][] = [
      ['messageStart', { role: 'assistant' }],
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { text } }],
      ['contentBlockStop', { contentBlockIndex: 0 }],
      ['messageStop', { stopReason: 'end_turn' }],
      ['metadata', { usage, metrics: { latencyMs: 5 } }],
    ]
    const frames = events.map(([type, payload]) => awsFrame(type, payload))
    upstream.answerWith(answerBytes(Buffer.concat(frames), streamType))
    const streamed = await captureSent(() => nova.ask({ stream: true, max_tokens: 50 }, '/v1/messages'))
    expect(await streamed.result.text()).toEndWith('event: message_stop\ndata: {"type":"message_stop"}\n\n')
    expect(streamed.sent[0]?.path).toBe('/model/amazon.nova-pro-v1%3A0/converse-stream')
    expect(await newestRow(server)).toMatchObject(charged)
    upstream.answerWith(answerBytes(Buffer.concat(frames.slice(0, 3)), streamType))
    expect(await (await nova.ask({ stream: true })).text()).toContain('"error"')
    upstream.answerWith(answerJson({ output, stopReason: 'end_turn', usage }))
    await server.api('root').get(`/api/channel/test/${nova.id}`)
  })

  test.each([
    ['AKID|secret', 'is not a region'],
    ['AKID', 'the key must have the form accessKeyId|secretAccessKey|region'],
    ['AKID|secret|nowhere', 'is not a region'],
  ])('refuses to save the key %p', async (key, reason) => {
    await expect(save({ type: 33, key })).rejects.toThrow(reason)
  })
})
