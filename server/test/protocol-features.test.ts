import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { answerJson } from './answers.ts'
import { startFakeUpstream } from './fake-upstream.ts'
import { forTests } from './for-tests.ts'
import {
  answerAs,
  answerFrames,
  answers,
  buildKeyHeaders,
  type FormatName,
  formatNames,
  modelOf,
  startProtocolServer,
  streams,
} from './protocol-fakes.ts'
import { newestCharge } from './usage-rows.ts'

// The features of a request reach the upstream in its own format, and the reported usage is charged once.

type Wire = Record<string, unknown>
const gateway = forTests(startProtocolServer)

/** The upstream's request in a call. */
async function captureSent(client: FormatName, upstream: FormatName, body: Wire, headers: Record<string, string> = {}) {
  const response = await gateway.call(client, modelOf[upstream], { body, headers })
  expect(await response.json()).not.toHaveProperty('error')
  const request = gateway.fakes[upstream].requests.at(-1)
  if (!request) throw new Error('nothing arrived')
  return { body: request.json(), headers: request.headers, path: request.path }
}

const pixel = 'iVBORw0KGgo='
const schema = { type: 'object', properties: { city: { type: 'string' } } }

describe('a conversation of an Anthropic client', () => {
  const conversation = {
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral', ttl: '1h' } }],
    tools: [{ name: 'weather', description: 'Tells it', input_schema: schema }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } },
          { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Two cities.', signature: 'c2lnbmF0dXJl' },
          { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } },
          { type: 'tool_use', id: 'toolu_2', name: 'weather', input: { city: 'Bergen' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'snow' },
          { type: 'tool_result', tool_use_id: 'toolu_2', content: [{ type: 'text', text: 'rain' }] },
        ],
      },
    ],
  }

  test('reaches OpenAI with ids, images and documents', async () => {
    const { body } = await captureSent('anthropic', 'openai', conversation)
    const messages = body.messages as Wire[]
    expect(messages.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool'])
    expect(JSON.stringify(messages[1])).toContain(`data:image/png;base64,${pixel}`)
    expect(JSON.stringify(messages[1])).toContain('data:application/pdf;base64,JVBERi0=')
    const calls = (messages[2]?.tool_calls ?? []) as Wire[]
    expect(calls.map((call) => call.id)).toEqual(['toolu_1', 'toolu_2'])
    expect(messages.slice(3).map((message) => message.tool_call_id)).toEqual(['toolu_1', 'toolu_2'])
    expect(JSON.stringify(body)).not.toContain('c2lnbmF0dXJl')
  })

  test('reaches Gemini with names restored and foreign signatures removed', async () => {
    const { body } = await captureSent('anthropic', 'gemini', conversation)
    const contents = body.contents as { role: string; parts: Wire[] }[]
    expect(contents.map((turn) => turn.role)).toEqual(['user', 'model', 'user'])
    const results = contents[2]?.parts.map((part) => part.functionResponse as Wire)
    expect(results?.map((result) => result.name)).toEqual(['weather', 'weather'])
    expect(JSON.stringify(contents[0])).toContain(pixel)
    expect(JSON.stringify(body.systemInstruction)).toContain('Be brief.')
    expect(JSON.stringify(body)).not.toContain('c2lnbmF0dXJl')
  })

  test('reaches Anthropic byte for byte, with betas and version', async () => {
    const request = {
      ...conversation,
      context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
      output_config: { effort: 'medium' },
      thinking: { type: 'adaptive' },
      something_new: { kept: true },
    }
    const response = await fetch(`${gateway.server.url}/v1/messages?beta=true`, {
      method: 'POST',
      headers: {
        ...buildKeyHeaders('anthropic', gateway.key),
        'content-type': 'application/json',
        'anthropic-beta': 'context-management-2025-06-27',
      },
      body: JSON.stringify({ model: modelOf.anthropic, max_tokens: 9, ...request }),
    })
    expect(response.status).toBe(200)
    const got = gateway.fakes.anthropic.requests[0]
    expect(got?.json()).toEqual({ model: modelOf.anthropic, max_tokens: 9, ...request })
    expect(got?.headers).toMatchObject({
      'anthropic-beta': 'context-management-2025-06-27',
      'anthropic-version': '2023-06-01',
    })
  })

  test('does not pass betas to another format', async () => {
    const { headers } = await captureSent('anthropic', 'openai', {}, { 'anthropic-beta': 'x' })
    expect(headers).not.toHaveProperty('anthropic-beta')
    expect(headers).not.toHaveProperty('x-api-key')
  })
})

test('an OpenAI conversation reaches the others: system, image, calls and their results', async () => {
  const call = (id: string, city: string) => ({
    id,
    type: 'function',
    function: { name: 'weather', arguments: JSON.stringify({ city }) },
  })
  const conversation = {
    tools: [{ type: 'function', function: { name: 'weather', parameters: schema } }],
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${pixel}` } },
        ],
      },
      { role: 'assistant', content: null, tool_calls: [call('call_1', 'Oslo'), call('call_2', 'Bergen')] },
      { role: 'tool', tool_call_id: 'call_1', content: 'snow' },
      { role: 'tool', tool_call_id: 'call_2', content: 'rain' },
    ],
  }
  const claude = await captureSent('openai', 'anthropic', conversation)
  expect(claude.body.max_tokens).toBe(8_192)
  expect(JSON.stringify(claude.body.system)).toContain('Be brief.')
  const turns = claude.body.messages as { role: string; content: Wire[] }[]
  expect(turns.map((turn) => turn.role)).toEqual(['user', 'assistant', 'user'])
  expect(turns[1]?.content.map((block) => block.id)).toEqual(['call_1', 'call_2'])
  expect(turns[2]?.content.map((block) => block.tool_use_id)).toEqual(['call_1', 'call_2'])
  const gemini = await captureSent('openai', 'gemini', conversation)
  const contents = gemini.body.contents as { parts: Wire[] }[]
  expect(contents[0]?.parts).toContainEqual({ inlineData: { mimeType: 'image/png', data: pixel } })
  expect(contents[2]?.parts.map((part) => (part.functionResponse as Wire).name)).toEqual(['weather', 'weather'])
})

test.each([...formatNames])('unknown fields survive on %s', async (name) => {
  const { body } = await captureSent(name, name, { something_new: { kept: [1, null] } })
  expect(body.something_new).toEqual({ kept: [1, null] })
})

describe('cached tokens are charged once', () => {
  const usages: [FormatName, Wire, number][] = [
    // 60 × 1 + 40 × 0.5 + 5 × 2
    [
      'openai',
      { usage: { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 40 } } },
      90,
    ],
    // 10 + 40 × 0.5 + 20 × 1.25 + 10 × 2 + 5 × 2
    [
      'anthropic',
      {
        usage: {
          input_tokens: 10,
          cache_read_input_tokens: 40,
          cache_creation_input_tokens: 30,
          cache_creation: { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 10 },
          output_tokens: 5,
        },
      },
      85,
    ],
    // 60 + 40 × 0.5 + 5 × 2
    ['gemini', { usageMetadata: { promptTokenCount: 100, cachedContentTokenCount: 40, candidatesTokenCount: 5 } }, 90],
  ]
  test.each(usages)('in the form of %s', async (upstream, usage, charge) => {
    gateway.fakes[upstream].answerWith(answerJson({ ...answers[upstream], ...usage }))
    for (const client of formatNames) {
      const parsedAnswer = (await (await gateway.call(client, modelOf[upstream])).json()) as Wire
      expect(await newestCharge(gateway.server)).toMatchObject({ quota: charge, completion_tokens: 5 })
      if (client === 'anthropic') expect(parsedAnswer.usage).toMatchObject({ cache_read_input_tokens: 40 })
      if (client === 'openai') {
        expect(parsedAnswer.usage).toMatchObject({ prompt_tokens_details: { cached_tokens: 40 } })
      }
      if (client === 'gemini') expect(parsedAnswer.usageMetadata).toMatchObject({ cachedContentTokenCount: 40 })
    }
  })
})

test('the operator’s settings for Claude and Gemini reach the upstream', async () => {
  await gateway.set('claude.default_max_tokens', { default: 777 })
  await gateway.set('claude.model_headers_settings', {
    [modelOf.anthropic]: { 'anthropic-beta': ['own-beta'], 'x-own': ['a', 'b'] },
  })
  await gateway.set('gemini.safety_settings', { default: 'BLOCK_ONLY_HIGH' })
  await gateway.set('gemini.version_settings', { default: 'v1alpha' })
  const claude = await captureSent('openai', 'anthropic', {})
  expect(claude.body.max_tokens).toBe(777)
  expect(claude.headers).toMatchObject({ 'x-own': 'a,b', 'anthropic-beta': 'own-beta' })
  const passed = await captureSent('anthropic', 'anthropic', {}, { 'anthropic-beta': 'theirs' })
  expect(passed.headers['anthropic-beta']).toBe('own-beta,theirs')
  const gemini = await captureSent('openai', 'gemini', {})
  expect(gemini.path).toBe(`/v1alpha/models/${modelOf.gemini}:generateContent`)
  expect(gemini.body.safetySettings).toContainEqual({
    category: 'HARM_CATEGORY_HARASSMENT',
    threshold: 'BLOCK_ONLY_HIGH',
  })
  await gateway.set('claude.model_headers_settings', {})
  await gateway.set('gemini.version_settings', { default: 'v1beta' })
})

describe('a model suffix', () => {
  beforeAll(() => gateway.set('gemini.thinking_adapter_enabled', true))
  afterAll(() => gateway.set('gemini.thinking_adapter_enabled', false))

  test.each([
    ['anthropic', '-thinking', { thinking: { type: 'enabled' } }],
    ['gemini', '-nothinking', { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }],
    ['gemini', '-high', { generationConfig: { thinkingConfig: { thinkingBudget: 24_576 } } }],
  ] as const)('on %s, %s, is a thinking suffix', async (upstream, ending, expected) => {
    for (const client of formatNames) {
      const model = modelOf[upstream] + ending
      const response = await gateway.call(client, model)
      expect(response.status).toBe(200)
      const request = gateway.fakes[upstream].requests.at(-1)
      expect(request?.json()).toMatchObject(expected)
      expect(`${request?.path} ${request?.body}`).not.toContain(model)
      expect(await newestCharge(gateway.server)).toMatchObject({ model_name: model, quota: 18 })
    }
  })

  test('is part of the name if a channel’s mapping lists it', async () => {
    const other = await startFakeUpstream(answerAs('anthropic'))
    const model = 'claude-opus-4-5-thinking'
    await gateway.set('ModelRatio', {
      ...Object.fromEntries(Object.values(modelOf).map((name) => [name, 1])),
      [model]: 3,
    })
    const more = { type: 14, models: model, model_mapping: JSON.stringify({ [model]: model }) }
    const id = await gateway.server.addChannel(other.url, more)
    expect((await gateway.call('openai', model)).status).toBe(200)
    expect(other.requests[0]?.json()).toMatchObject({ model, thinking: { type: 'enabled' } })
    await gateway.server.api('root').delete(`/api/channel/${id}`)
    await other.close()
  })
})

test('a mapped model keeps the client’s name in the answer, and overrides apply', async () => {
  const types = { openai: 1, anthropic: 14, gemini: 24 }
  await gateway.set('ModelRatio', {
    ...Object.fromEntries(Object.values(modelOf).map((name) => [name, 1])),
    'my-openai': 1,
    'my-anthropic': 1,
    'my-gemini': 1,
  })
  for (const upstream of formatNames) {
    const model = `my-${upstream}`
    await gateway.server.addChannel(gateway.fakes[upstream].url, {
      type: types[upstream],
      models: model,
      model_mapping: JSON.stringify({ [model]: modelOf[upstream] }),
      param_override: JSON.stringify({ extra_field: 1 }),
    })
    for (const client of formatNames) {
      for (const isStream of [false, true]) {
        const text = await (await gateway.call(client, model, { isStream })).text()
        expect(text).toContain(`"${model}"`)
        expect(text).not.toContain(`"${modelOf[upstream]}"`)
        if (client === 'anthropic' && isStream) expect(text).toStartWith('event: message_start\ndata: ')
        const request = gateway.fakes[upstream].requests.at(-1)
        expect(request?.json()).toMatchObject({ extra_field: 1 })
        expect(`${request?.path} ${request?.body}`).not.toContain(model)
      }
    }
  }
})

test('a token count is free, and only for callers with access', async () => {
  const before = await gateway.server.self('user')
  const ask = (path: string, client: FormatName, key: string, body: Wire) =>
    fetch(gateway.server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...buildKeyHeaders(client, key) },
      body: JSON.stringify(body),
    })
  const messages = [{ role: 'user', content: 'Where is the gate?' }]
  const anthropic = (key: string) =>
    ask('/v1/messages/count_tokens', 'anthropic', key, { model: modelOf.openai, messages })
  const parsedAnswer = (await (await anthropic(gateway.key)).json()) as { input_tokens: number }
  expect(parsedAnswer.input_tokens).toBeWithin(4, 20)
  const contents = [{ role: 'user', parts: [{ text: 'Where is the gate?' }] }]
  const path = `/v1beta/models/${modelOf.anthropic}:countTokens`
  const counted = (await (await ask(path, 'gemini', gateway.key, { contents })).json()) as { totalTokens: number }
  expect(counted.totalTokens).toBeWithin(4, 20)
  const limited = await gateway.server.makeToken('user', { model_limits_enabled: true, model_limits: 'other' })
  expect((await anthropic(limited)).status).toBe(403)
  expect((await gateway.server.self('user')).quota).toBe(before.quota)
  for (const name of formatNames) expect(gateway.fakes[name].requests).toHaveLength(0)
})

describe('embeddings', () => {
  const small = 'text-embedding-3-small'
  const gemini = 'gemini-embedding-001'
  const house = 'house-embedding'
  const vectors = [
    [0.5, -1],
    [0.25, 2],
  ]
  const made: number[] = []
  beforeAll(async () => {
    const root = gateway.server.api('root')
    const options = await root.get<{ key: string; value: string }[]>('/api/option/')
    const before = JSON.parse(options.find(({ key }) => key === 'ModelRatio')?.value ?? '{}') as object
    await root.put('/api/option/', {
      key: 'ModelRatio',
      value: JSON.stringify({ ...before, [small]: 1, [gemini]: 1, [house]: 1 }),
    })
    made.push(await gateway.server.addChannel(gateway.fakes.openai.url, { models: small }))
    const model_mapping = JSON.stringify({ [house]: gemini })
    made.push(
      await gateway.server.addChannel(gateway.fakes.gemini.url, {
        type: 24,
        models: `${gemini},${house}`,
        model_mapping,
      }),
    )
  })
  beforeEach(() => {
    gateway.fakes.openai.answerWith(
      answerJson({
        object: 'list',
        data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).reverse(),
        model: small,
        usage: { prompt_tokens: 7, total_tokens: 7 },
      }),
    )
    gateway.fakes.gemini.answerWith(answerJson({ embeddings: vectors.map((values) => ({ values })) }))
  })
  afterAll(async () => {
    for (const id of made) await gateway.server.api('root').delete(`/api/channel/${id}`)
  })
  const expectEmbedded = async (model: string) => {
    const answer = await gateway.gemini().models.embedContent({
      model,
      contents: ['one', 'two'],
      config: { outputDimensionality: 2, taskType: 'RETRIEVAL_QUERY' },
    })
    expect(answer.embeddings?.map(({ values }) => values)).toEqual(vectors)
  }

  test('of Google’s client reach Gemini unchanged, and are counted here without reported usage', async () => {
    await expectEmbedded(gemini)
    const [sent] = gateway.fakes.gemini.requests
    expect(sent?.path).toBe(`/v1beta/models/${gemini}:batchEmbedContents`)
    expect(sent?.json()).toMatchObject({
      requests: [{ taskType: 'RETRIEVAL_QUERY' }, { model: `models/${gemini}` }],
    })
    const row = await newestCharge(gateway.server)
    // Two words of one token each, at ratio 1.
    expect([row.quota, row.detail.usage_estimated]).toEqual([2, true])
    // Its price is that of the model in the path; a mapping also renames the model in the body.
    await expectEmbedded(house)
    expect(gateway.fakes.gemini.requests[1]?.json()).toMatchObject({
      requests: [{ model: `models/${gemini}` }, {}],
    })
    const content = { parts: [{ text: 'x' }] }
    for (const body of [{ requests: [{ model: `models/${house}`, content }] }, { requests: [] }, {}]) {
      const refused = await fetch(`${gateway.server.url}/v1beta/models/${gemini}:batchEmbedContents`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...buildKeyHeaders('gemini', gateway.key) },
        body: JSON.stringify(body),
      })
      expect(refused.status).toBe(400)
    }
  })

  test('of Google’s client are translated for OpenAI, and charged by its usage', async () => {
    await expectEmbedded(small)
    const [sent] = gateway.fakes.openai.requests
    expect(sent?.path).toBe('/v1/embeddings')
    expect(sent?.json()).toEqual({
      model: small,
      input: ['one', 'two'],
      encoding_format: 'float',
      dimensions: 2,
    })
    expect((await newestCharge(gateway.server)).quota).toBe(7)
    const single = await fetch(`${gateway.server.url}/v1beta/models/${small}:embedContent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...buildKeyHeaders('gemini', gateway.key) },
      body: JSON.stringify({ content: { parts: [{ text: 'one' }] }, taskType: 'SEMANTIC_SIMILARITY' }),
    })
    expect(await single.json()).toMatchObject({ embedding: { values: vectors[0] } })
    expect(single.headers.get('x-sluice-dropped')).toBe('taskType')
  })

  test('of OpenAI’s client are translated for Gemini, as numbers and in base64', async () => {
    for (const encoding_format of [undefined, 'float'] as const) {
      const answer = await gateway.openai().embeddings.create({ model: gemini, input: ['one', 'two'], encoding_format })
      expect(answer.data.map(({ embedding }) => [...embedding])).toEqual(vectors)
      expect(answer.usage.prompt_tokens).toBe(2)
    }
    expect(gateway.fakes.gemini.requests[0]?.json()).toEqual({
      requests: ['one', 'two'].map((text) => ({ model: `models/${gemini}`, content: { parts: [{ text }] } })),
    })
    const refused = await gateway
      .openai()
      .embeddings.create({ model: gemini, input: [1, 2] })
      .asResponse()
      .catch(String)
    expect(String(refused)).toContain('token ids')
  })
})

test('texts of a plain answer of Gemini become one block in other formats', async () => {
  const [candidate] = answers.gemini.candidates as object[]
  const parts = [{ text: 'The gate' }, { text: ' opens.' }]
  gateway.fakes.gemini.answerWith(
    answerJson({ ...answers.gemini, candidates: [{ ...candidate, content: { role: 'model', parts } }] }),
  )
  const message = await gateway.anthropic().messages.create({
    model: modelOf.gemini,
    max_tokens: 100,
    messages: [{ role: 'user', content: 'x' }],
  })
  expect(message.content).toMatchObject([{ type: 'text', text: 'The gate opens.' }])
})

test('models are listed in the caller’s format', async () => {
  const list = async (path: string, client: FormatName) =>
    (await (await fetch(gateway.server.url + path, { headers: buildKeyHeaders(client, gateway.key) })).json()) as Wire
  expect(await list('/v1/models', 'openai')).toMatchObject({ object: 'list' })
  expect(await list('/v1/models', 'anthropic')).toMatchObject({ has_more: false })
  const gemini = (await list('/v1beta/models', 'gemini')) as { models: { name: string }[] }
  expect(gemini.models.map((model) => model.name)).toContain(`models/${modelOf.gemini}`)
  const page = await gateway.anthropic().models.list()
  expect(page.data.map((model) => model.id)).toContain(modelOf.anthropic)
})

test('interleaved parallel tool calls arrive whole in other formats', async () => {
  const piece = (calls: Wire[], finish: string | null = null) => ({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'gpt-4o',
    choices: [{ index: 0, delta: { tool_calls: calls }, finish_reason: finish }],
  })
  const start = (index: number, id: string) => ({
    index,
    id,
    type: 'function',
    function: { name: 'weather', arguments: '' },
  })
  const more = (index: number, text: string) => ({ index, function: { arguments: text } })
  gateway.fakes.openai.answerWith(
    answerFrames(
      [
        piece([start(0, 'call_a'), start(1, 'call_b')]),
        piece([more(1, '{"city":'), more(0, '{"ci')]),
        piece([more(0, 'ty":"Oslo"}'), more(1, '"Bergen"}')]),
        piece([], 'tool_calls'),
      ],
      streams.openai.end,
    ),
  )
  const messages = [{ role: 'user' as const, content: 'x' }]
  const message = await gateway
    .anthropic()
    .messages.stream({ model: modelOf.openai, max_tokens: 99, messages })
    .finalMessage()
  expect(message.content).toMatchObject([
    { type: 'tool_use', id: 'call_a', input: { city: 'Oslo' } },
    { type: 'tool_use', id: 'call_b', input: { city: 'Bergen' } },
  ])
  const calls: unknown[] = []
  const stream = await gateway.gemini().models.generateContentStream({ model: modelOf.openai, contents: 'x' })
  for await (const part of stream) calls.push(...(part.functionCalls ?? []).map((call) => call.args))
  expect(calls).toEqual([{ city: 'Oslo' }, { city: 'Bergen' }])
})

test('signatures return only to the format that made them', async () => {
  const signature = 'QUJDREVGR0g='
  gateway.fakes.anthropic.answerWith(
    answerJson({
      ...answers.anthropic,
      content: [
        { type: 'thinking', thinking: 'Hm.', signature },
        { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} },
      ],
      stop_reason: 'tool_use',
    }),
  )
  type Answer = { candidates: { content: { parts: { thoughtSignature?: string }[] } }[] }
  const answer = (await (await gateway.call('gemini', modelOf.anthropic)).json()) as Answer
  const content = answer.candidates[0]?.content
  const marked = content?.parts.find((part) => part.thoughtSignature)?.thoughtSignature ?? ''
  expect(Buffer.from(marked, 'base64').toString('base64')).toBe(marked)
  const contents = [
    { role: 'user', parts: [{ text: 'x' }] },
    content,
    { role: 'user', parts: [{ functionResponse: { id: 'toolu_1', name: 'weather', response: { a: 1 } } }] },
  ]
  const tools = [{ functionDeclarations: [{ name: 'weather', parameters: { type: 'OBJECT' } }] }]
  const back = await captureSent('gemini', 'anthropic', { contents, tools })
  expect((back.body.messages as { content: Wire[] }[])[1]?.content[0]).toEqual({
    type: 'thinking',
    thinking: 'Hm.',
    signature,
  })
  const elsewhere = await captureSent('gemini', 'openai', { contents, tools })
  expect(JSON.stringify(elsewhere.body)).not.toContain(signature)
})
