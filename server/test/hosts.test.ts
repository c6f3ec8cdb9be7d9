import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { explainCharge } from '@sluice/contract/explain-charge'
import { answerJson, answerSse } from './answers.ts'
import { chatAnswer, chatFrames, usageByDefault } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { text } from './provider-table/samples.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { awaitCallRow, newestRow } from './usage-rows.ts'

// gpt-4o: ratio 1.25, output × 4. 100 tokens in and 20 out are (100 + 20 × 4) × 1.25.
const charge = 225
const question = {
  model: 'gpt-4o',
  messages: [{ role: 'user' as const, content: 'Where does the river run?' }],
}

test('bytes are uploaded to Dify before the call that refers to them, and a refused upload ends the attempt', async () => {
  const id = await server.addChannel(upstream.url, { type: 37, models: 'gpt-4o' })
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }
  const body = {
    model: 'gpt-4o',
    user: 'u1',
    max_tokens: 5,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'What is it?' }, image] }],
  }
  const dify = answerSse([
    JSON.stringify({ event: 'message', task_id: 't', answer: text }),
    JSON.stringify({ event: 'message_end', metadata: { usage: usageByDefault } }),
  ])
  upstream.queue(answerJson({ id: 'f1', name: 'file.png' }, { status: 201 }), dify)
  const before = upstream.requests.length
  const response = await server.relay(`${rootKey}-${id}`, '/v1/chat/completions', body)
  expect(response.status).toBe(200)
  expect(response.headers.get('x-sluice-dropped')).toBe('max_tokens')
  const upload = await upstream.requestAt(before)
  expect(upload).toMatchObject({ path: '/v1/files/upload', headers: { authorization: 'Bearer sk-upstream' } })
  expect(upload.headers['content-type']).toStartWith('multipart/form-data')
  for (const part of ['name="file"; filename="file.png"', 'Content-Type: image/png', 'name="user"\r\n\r\nu1'])
    expect(upload.bytes.toString('latin1')).toContain(part)
  expect((await upstream.requestAt(before + 1)).json()).toMatchObject({
    files: [{ type: 'image', transfer_method: 'local_file', upload_file_id: 'f1' }],
  })

  upstream.queue(answerJson({ code: 'file_too_large', message: 'too large', status: 413 }, { status: 413 }))
  const refused = await server.relay(`${rootKey}-${id}`, '/v1/chat/completions', body)
  expect(refused.status).toBe(413)
  expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
})

describe('Wenxin', () => {
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
  const answer = answerJson({ id: 'as', created: 1, result: text, is_truncated: false, usage })
  const token = (access_token: string) => answerJson({ access_token, expires_in: 2_592_000 })

  test('is called with a token for its key, which is renewed when it is refused under status 200', async () => {
    const id = await server.addChannel(upstream.url, {
      type: 15,
      models: 'gpt-4o',
      model_mapping: '{"gpt-4o":"ERNIE-4.0-8K"}',
      key: 'ak|sk',
    })
    const before = upstream.requests.length
    const expired = answerJson({ error_code: 111, error_msg: 'Access token expired' })
    upstream.queue(token('one'), expired, token('two'), answer, answer)
    const ask = async () => server.openai(`${rootKey}-${id}`).chat.completions.create(question)
    expect((await ask()).choices[0]?.message.content).toBe(text)
    expect(await newestRow(server)).toMatchObject({ quota: charge })
    await ask()
    const place = '/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions_pro?access_token='
    const exchange = '/oauth/2.0/token?grant_type=client_credentials&client_id=ak&client_secret=sk'
    expect(upstream.requests.slice(before).map(({ path }) => path)).toEqual([
      exchange,
      `${place}one`,
      exchange,
      `${place}two`,
      `${place}two`,
    ])
  })

  test('a refused key is not the caller’s fault, and costs nothing', async () => {
    const id = await server.addChannel(upstream.url, { type: 15, models: 'gpt-4o', key: 'ak|other' })
    const invalid = { error: 'invalid_client', error_description: 'unknown client id' }
    upstream.queue(answerJson(invalid, { status: 401 }))
    const response = await server.relay(`${rootKey}-${id}`, '/v1/chat/completions', question)
    expect(await response.json()).toMatchObject({ error: { code: 'upstream_auth_failed' } })
    expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
  })

  test('requires a key of two parts', async () => {
    const channel = { type: 15, models: 'gpt-4o', key: 'ak', name: 'one part', groups: ['default'] }
    await expect(server.api('root').post('/api/channel/', channel)).rejects.toThrow(/apiKey\|secretKey/)
  })
})

test('a library of AI Proxy gets the last question, and the gateway counts the tokens', async () => {
  const id = await server.addChannel(upstream.url, { type: 21, models: 'gpt-4o', other: '1234' })
  upstream.queue(answerJson({ success: true, answer: text, documents: [{ title: 'Map', url: 'https://a/m' }] }))
  const before = upstream.requests.length
  const answer = await server.openai(`${rootKey}-${id}`).chat.completions.create(question)
  expect(answer.choices[0]?.message.content).toBe(`${text}\n\n1. [Map](https://a/m)`)
  expect((await upstream.requestAt(before)).json()).toMatchObject({ libraryId: '1234' })
  const row = await newestRow(server)
  expect(row.completion_tokens).toBeGreaterThan(5)
  expect(row.detail).toMatchObject({ usage_estimated: true })
})

test('the models of Cohere are listed by name', async () => {
  const id = await server.addChannel(upstream.url, { type: 34 })
  upstream.queue(answerJson({ models: [{ name: 'command-a-03-2025' }, { name: 'embed-v4.0' }] }))
  const before = upstream.requests.length
  const names = await server.api('root').get(`/api/channel/fetch_models/${id}`)
  expect(names).toEqual(['command-a-03-2025', 'embed-v4.0'])
  expect((await upstream.requestAt(before)).path).toBe('/v1/models?page_size=1000')
})

test('Cohere makes embeddings and rankings for clients of OpenAI’s format', async () => {
  const id = await server.addChannel(upstream.url, { type: 34, models: 'text-embedding-3-small,rerank-v3.5' })
  const key = `${rootKey}-${id}`
  upstream.queue(
    answerJson({ id: 'e', embeddings: { float: [[0.5, 1]] }, meta: { billed_units: { input_tokens: 7 } } }),
    answerJson({
      id: 'r',
      results: [{ index: 1, relevance_score: 0.9 }],
      meta: { billed_units: { search_units: 1 } },
    }),
  )
  const before = upstream.requests.length
  const made = await server.relay(key, '/v1/embeddings', {
    model: 'text-embedding-3-small',
    input: 'a',
    user: 'u',
  })
  expect(await made.json()).toMatchObject({
    data: [{ index: 0, embedding: [0.5, 1] }],
    usage: { prompt_tokens: 7 },
  })
  expect(made.headers.get('x-sluice-dropped')).toBe('user')
  expect(await upstream.requestAt(before)).toMatchObject({ path: '/v2/embed' })
  const ranking = {
    model: 'rerank-v3.5',
    query: 'q',
    documents: ['a', { text: 'b' }],
    return_documents: true,
  }
  const ranked = await server.relay(key, '/v1/rerank', ranking)
  expect(await ranked.json()).toMatchObject({
    results: [{ index: 1, relevance_score: 0.9, document: { text: 'b' } }],
    meta: { billed_units: { search_units: 1 } },
  })
  expect((await upstream.requestAt(before + 1)).json()).toEqual({
    model: 'rerank-v3.5',
    query: 'q',
    documents: ['a', 'b'],
  })
})

test('a parameter override adds an option to a call of Ollama', async () => {
  const operations = [{ mode: 'set', path: 'options.num_ctx', value: 16_384 }]
  const id = await server.addChannel(upstream.url, {
    type: 4,
    models: 'gpt-4o',
    param_override: JSON.stringify({ operations }),
  })
  const message = { role: 'assistant', content: text }
  upstream.queue(answerJson({ message, done: true, prompt_eval_count: 100, eval_count: 20 }))
  const before = upstream.requests.length
  await server.relay(`${rootKey}-${id}`, '/v1/chat/completions', { ...question, temperature: 0 })
  expect((await upstream.requestAt(before)).json()).toMatchObject({
    options: { num_ctx: 16_384, temperature: 0 },
  })
})

test('Ollama makes embeddings, and gets completions at its OpenAI-compatible address', async () => {
  const id = await server.addChannel(upstream.url, { type: 4, models: 'text-embedding-3-small,gpt-4o' })
  const key = `${rootKey}-${id}`
  upstream.queue(
    answerJson({ model: 'm', embeddings: [[0.5, 1]], total_duration: 14_143_917, prompt_eval_count: 7 }),
    answerJson({
      id: 'cmpl-1',
      object: 'text_completion',
      created: 1,
      model: 'gpt-4o',
      choices: [{ index: 0, text, finish_reason: 'stop' }],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    }),
  )
  const before = upstream.requests.length
  const body = { model: 'text-embedding-3-small', input: ['a'], dimensions: 2 }
  const made = await server.relay(key, '/v1/embeddings', body)
  expect(await made.json()).toMatchObject({
    data: [{ index: 0, embedding: [0.5, 1] }],
    usage: { prompt_tokens: 7 },
  })
  const sent = await upstream.requestAt(before)
  expect(sent).toMatchObject({ path: '/api/embed' })
  expect(sent.json()).toEqual(body)
  const completed = await server.relay(key, '/v1/completions', { model: 'gpt-4o', prompt: 'The' })
  expect(await completed.json()).toMatchObject({ choices: [{ text }] })
  expect(await newestRow(server)).toMatchObject({ quota: charge })
  expect((await upstream.requestAt(before + 1)).path).toBe('/v1/completions')

  upstream.queue(answerJson({ error: 'model "gpt-4o" not found' }, { status: 404 }))
  const missing = await server.relay(key, '/v1/completions', { model: 'gpt-4o', prompt: 'The' })
  expect(missing.status).toBeGreaterThanOrEqual(400)
  expect(upstream.requests).toHaveLength(before + 3)
  expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
})

describe('embeddings and rankings in a wire of the provider', () => {
  interface Case {
    name: string
    type: number
    key?: string
    model: string
    path: string
    sent: Record<string, unknown>
    answer: object
    /** Tokens of the input; absent = the provider reports none. */
    tokens?: number
  }
  const embeddings: Case[] = [
    {
      // https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-text.html
      name: 'Titan on Bedrock',
      type: 33,
      key: 'bedrock-key|us-east-1',
      model: 'amazon.titan-embed-text-v2:0',
      path: '/model/amazon.titan-embed-text-v2%3A0/invoke',
      sent: { inputText: 'a', dimensions: 2 },
      answer: { embedding: [0.5, 1], inputTextTokenCount: 100, embeddingsByType: { float: [0.5, 1] } },
      tokens: 100,
    },
    {
      // https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-embed-v4.html
      name: 'Cohere on Bedrock',
      type: 33,
      key: 'bedrock-key|us-east-1',
      model: 'cohere.embed-v4:0',
      path: '/model/cohere.embed-v4%3A0/invoke',
      sent: { texts: ['a'], input_type: 'search_query', embedding_types: ['float'], output_dimension: 2 },
      answer: {
        id: 'e',
        embeddings: { float: [[0.5, 1]] },
        response_type: 'embeddings_by_type',
        texts: ['a'],
      },
    },
    {
      // https://docs.aws.amazon.com/nova/latest/userguide/embeddings-schema.html
      name: 'Nova on Bedrock',
      type: 33,
      key: 'bedrock-key|us-east-1',
      model: 'amazon.nova-2-multimodal-embeddings-v1:0',
      path: '/model/amazon.nova-2-multimodal-embeddings-v1%3A0/invoke',
      sent: {
        taskType: 'SINGLE_EMBEDDING',
        singleEmbeddingParams: {
          embeddingPurpose: 'TEXT_RETRIEVAL',
          embeddingDimension: 2,
          text: { truncationMode: 'END', value: 'a' },
        },
      },
      answer: { embeddings: [{ embeddingType: 'TEXT', embedding: [0.5, 1] }] },
    },
    {
      // https://platform.minimaxi.com/document/embeddings
      name: 'MiniMax',
      type: 35,
      model: 'embo-01',
      path: '/v1/embeddings',
      sent: { model: 'embo-01', texts: ['a'], type: 'query' },
      answer: {
        vectors: [[0.5, 1]],
        total_tokens: 100,
        base_resp: { status_code: 0, status_msg: 'success' },
      },
      tokens: 100,
    },
    {
      // https://www.volcengine.com/docs/82379/1523520
      name: 'Ark',
      type: 45,
      model: 'doubao-embedding-vision-250615',
      path: '/api/v3/embeddings/multimodal',
      sent: {
        model: 'doubao-embedding-vision-250615',
        input: [{ type: 'text', text: 'a' }],
        dimensions: 2,
        encoding_format: 'float',
      },
      answer: {
        data: { embedding: [0.5, 1], object: 'embedding' },
        usage: { prompt_tokens: 100, total_tokens: 100 },
      },
      tokens: 100,
    },
  ]
  const rankings: Case[] = [
    {
      // https://help.aliyun.com/zh/model-studio/text-rerank-api
      name: 'Qwen',
      type: 17,
      model: 'qwen3-rerank',
      path: '/api/v1/services/rerank/text-rerank/text-rerank',
      sent: {
        model: 'qwen3-rerank',
        input: { query: 'q', documents: ['a', 'b'] },
        parameters: { return_documents: false, top_n: 1 },
      },
      answer: {
        output: { results: [{ index: 1, relevance_score: 0.9 }] },
        usage: { total_tokens: 100 },
        request_id: 'r',
      },
      tokens: 100,
    },
    {
      // https://docs.aws.amazon.com/bedrock/latest/userguide/rerank-use.html
      name: 'Cohere on Bedrock',
      type: 33,
      key: 'bedrock-key|us-east-1',
      model: 'cohere.rerank-v3-5:0',
      path: '/model/cohere.rerank-v3-5%3A0/invoke',
      sent: { query: 'q', documents: ['a', 'b'], top_n: 1, api_version: 2 },
      answer: { results: [{ index: 1, relevance_score: 0.9 }] },
    },
    {
      name: 'Amazon on Bedrock',
      type: 33,
      key: 'bedrock-key|us-east-1',
      model: 'amazon.rerank-v1:0',
      path: '/model/amazon.rerank-v1%3A0/invoke',
      sent: { query: 'q', documents: ['a', 'b'], top_n: 1 },
      answer: { results: [{ index: 1, relevance_score: 0.9 }] },
    },
  ]
  const addHost = async ({ type, key, model }: Case, name: string) => {
    const id = await server.addChannel(upstream.url, {
      type,
      models: name,
      model_mapping: JSON.stringify({ [name]: model }),
      ...(key !== undefined && { key }),
    })
    return { id, token: `${rootKey}-${id}` }
  }

  test.each(embeddings)('$name embeds texts', async (given) => {
    const { id, token } = await addHost(given, 'text-embedding-3-small')
    const body = {
      model: 'text-embedding-3-small',
      input: ['a'],
      dimensions: 2,
      input_type: 'search_query',
    }
    const before = upstream.requests.length
    upstream.queue(answerJson(given.answer))
    const made = await server.relay(token, '/v1/embeddings', body)
    expect(await made.json()).toMatchObject({ data: [{ index: 0, embedding: [0.5, 1] }] })
    const sent = await upstream.requestAt(before)
    expect(sent.path).toBe(given.path)
    expect(sent.json()).toEqual(given.sent)
    const row = await newestRow(server)
    if (given.tokens !== undefined) expect(row.prompt_tokens).toBe(given.tokens)
    else expect(row.detail).toMatchObject({ usage_estimated: true })

    // An answer without vectors is an error, and costs nothing.
    upstream.queue(answerJson({}))
    expect((await server.relay(token, '/v1/embeddings', body)).status).toBe(502)
    expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
    upstream.queue(answerJson(given.answer))
    // Rejects if the test fails.
    await server.api('root').get(`/api/channel/test/${id}?model=text-embedding-3-small`)
  })

  test.each(rankings)('$name ranks documents', async (given) => {
    const { id, token } = await addHost(given, 'rerank-v3.5')
    const body = {
      model: 'rerank-v3.5',
      query: 'q',
      documents: ['a', 'b'],
      top_n: 1,
      return_documents: true,
    }
    const before = upstream.requests.length
    upstream.queue(answerJson(given.answer))
    const ranked = await server.relay(token, '/v1/rerank', body)
    expect(await ranked.json()).toMatchObject({
      results: [{ index: 1, relevance_score: 0.9, document: { text: 'b' } }],
    })
    const sent = await upstream.requestAt(before)
    expect(sent.path).toBe(given.path)
    expect(sent.json()).toEqual(given.sent)

    upstream.queue(answerJson({ code: 'InvalidParameter', message: 'no' }, { status: 400 }))
    expect((await server.relay(token, '/v1/rerank', body)).status).toBe(400)
    expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
    upstream.queue(answerJson(given.answer))
    await server.api('root').get(`/api/channel/test/${id}?model=rerank-v3.5`)
  })

  test('several texts are refused where a model takes one', async () => {
    const titan = embeddings.find(({ name }) => name.startsWith('Titan'))
    if (!titan) throw new Error('no Titan')
    const { token } = await addHost(titan, 'text-embedding-3-small')
    const before = upstream.requests.length
    const body = { model: 'text-embedding-3-small', input: ['a', 'b'] }
    const response = await server.relay(token, '/v1/embeddings', body)
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('one text')])
    expect(upstream.requests).toHaveLength(before)
  })
})

test('fields that a host refuses are omitted, and a header lists them', async () => {
  const id = await server.addChannel(upstream.url, {
    type: 42,
    models: 'gpt-4o',
    model_mapping: '{"gpt-4o":"mistral-small-latest"}',
  })
  upstream.queue(answerJson(chatAnswer({ ...question, model: 'mistral-small-latest' })))
  const before = upstream.requests.length
  const request = { ...question, seed: 7, logit_bias: { 1: 2 }, tool_choice: 'required', user: 'u' }
  const response = await server.relay(`${rootKey}-${id}`, '/v1/chat/completions', request)
  expect(response.headers.get('x-sluice-dropped')).toBe('logit_bias, user')
  const body = (await upstream.requestAt(before)).json()
  expect(body).toMatchObject({ random_seed: 7, tool_choice: 'any' })
  for (const name of ['seed', 'logit_bias', 'user']) expect(body).not.toHaveProperty(name)
})

test('a model that only streams answers a plain call, charged by its usage', async () => {
  const id = await server.addChannel(upstream.url, {
    type: 17,
    models: 'gpt-4o',
    model_mapping: '{"gpt-4o":"qwq-plus"}',
  })
  upstream.queue(({ request, ...exchange }) => answerSse(chatFrames(request.json()))({ request, ...exchange }))
  const before = upstream.requests.length
  const answer = await server.openai(`${rootKey}-${id}`).chat.completions.create(question)
  expect(answer.choices[0]?.message.content).toBe('The river runs through the gate.')
  expect((await upstream.requestAt(before)).json()).toMatchObject({
    stream: true,
    stream_options: { include_usage: true },
  })
  expect(await newestRow(server)).toMatchObject({ quota: charge, is_stream: false })
})

test('the gateway counts tokens if the reported usage is a placeholder', async () => {
  const id = await server.addChannel(upstream.url, { type: 22, models: 'gpt-4o' })
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  upstream.queue(({ request, ...exchange }) =>
    answerJson(chatAnswer(request.json(), { usage }))({ request, ...exchange }),
  )
  await server.relay(`${rootKey}-${id}`, '/v1/chat/completions', question)
  const row = await newestRow(server)
  expect(row.completion_tokens).toBeGreaterThan(5)
  expect(row.detail).toMatchObject({ usage_estimated: true })
})

test('an error under status 200 is an error, and costs nothing', async () => {
  const id = await server.addChannel(upstream.url, { type: 35, models: 'gpt-4o' })
  upstream.queue(answerJson({ base_resp: { status_code: 1002, status_msg: 'rate limit' } }))
  const response = await server.relay(`${rootKey}-${id}`, '/v1/chat/completions', question)
  expect(response.status).toBe(429)
  expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
})

test('after a host refuses its key with status 400, another channel is called', async () => {
  const models = 'two-hosts'
  const more = { models, model_mapping: '{"two-hosts":"gpt-4o"}' }
  await server.addChannel(upstream.url, { ...more, type: 48, priority: 10 })
  await server.addChannel(upstream.url, more)
  await server.api('root').put('/api/option/', { key: 'ModelRatio', value: '{"two-hosts":1}' })
  upstream.queue(
    answerJson(
      { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: sk***am.' },
      { status: 400 },
    ),
  )
  const response = await server.relay(rootKey, '/v1/chat/completions', { ...question, model: models })
  expect(response.status).toBe(200)
  expect((await newestRow(server)).detail.admin_info?.attempts).toMatchObject([
    { status: 400, cause: 'key' },
    { status: 200 },
  ])
})

test('content that a host refuses by its policy is sent to no other channel, and the operator’s ids stay here', async () => {
  const more = { type: 48, models: 'strict-hosts', model_mapping: '{"strict-hosts":"grok-4.6"}' }
  await server.addChannel(upstream.url, { ...more, priority: 10 })
  await server.addChannel(upstream.url, more)
  await server.api('root').put('/api/option/', { key: 'ModelRatio', value: '{"strict-hosts":1}' })
  const failed = 'Content violates usage guidelines. Team: t-1, API key ID: k-1, Model: grok-4.6, Failed check: BIO'
  const body = { code: 'The caller does not have permission to execute the specified operation', error: failed }
  for (const [path, asked] of [
    ['/v1/chat/completions', { ...question, model: 'strict-hosts' }],
    ['/v1/responses', { model: 'strict-hosts', input: 'Hi', stream: true }],
  ] as const) {
    upstream.queue(answerJson(body, { status: 403 }))
    const before = upstream.requests.length
    const response = await server.relay(rootKey, path, asked)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      error: {
        code: 'content_policy_violation',
        message: expect.stringContaining('guidelines. Model: grok-4.6, Failed check: BIO') as string,
      },
    })
    expect(upstream.requests.length).toBe(before + 1)
    const row = await newestRow(server)
    expect(row).toMatchObject({ type: 5, quota: 0 })
    expect(row.detail.admin_info?.attempts).toMatchObject([{ status: 403, cause: 'caller' }])
  }
  const setPrices = (value: object) =>
    server.api('root').put('/api/option/', { key: 'tool_price_setting', value: JSON.stringify(value) })
  try {
    await setPrices({ 'tools.policy_refusal': { 'grok-': 40, default: 50 } })
    for (const isStream of [false, true]) {
      upstream.queue(answerJson(body, { status: 403 }))
      const response = await server.relay(rootKey, '/v1/responses', {
        model: 'strict-hosts',
        input: 'Hi',
        stream: isStream,
      })
      expect(response.status).toBe(403)
      // 0.05 dollars, which are the cost too.
      const row = await awaitCallRow(server, response, 2)
      expect(row).toMatchObject({ quota: 25_000, prompt_tokens: 0, completion_tokens: 0, is_stream: false })
      expect(explainCharge(row)?.map(({ amount }) => Number(amount))).toEqual([25_000])
      expect(await awaitCallRow(server, response, 5)).toMatchObject({ quota: 0 })
    }
    upstream.queue(answerJson(body, { status: 403 }))
    const chat = await server.relay(rootKey, '/v1/chat/completions', { ...question, model: 'strict-hosts' })
    expect(chat.status).toBe(403)
    expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
  } finally {
    await setPrices({})
  }
})

let server: TestServer
let upstream: FakeUpstream
let rootKey: string
beforeAll(async () => {
  upstream = await startFakeUpstream(({ request, ...exchange }) =>
    answerJson(chatAnswer(request.json()))({ request, ...exchange }),
  )
  server = await startTestServer()
  rootKey = await server.makeToken('root')
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})
