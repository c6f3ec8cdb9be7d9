import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { answerError, answerJson } from './answers.ts'
import { type Answer, type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { answers } from './protocol-fakes.ts'
import { setRatios } from './ratios.ts'
import { startTestServer, type TestServer } from './test-server.ts'

// Combinations and forms that one maker’s API refuses, although another maker’s clients send them.

type Wire = Record<string, unknown>

/** As Google: JSON beside functions is refused by models before generation 3. */
const google: Answer = async (exchange) => {
  const { tools, generationConfig } = exchange.request.json() as { tools?: unknown; generationConfig?: Wire }
  const isOld = !exchange.request.path.includes('gemini-3')
  const isRefused = isOld && tools !== undefined && generationConfig?.responseMimeType === 'application/json'
  const refusal = answerError(400, 'Function calling with a response mime type is unsupported')
  await (isRefused ? refusal : answerJson(answers.gemini))(exchange)
}
const byPath: Answer = async (exchange) => {
  const { path } = exchange.request
  if (path.includes('/models/')) return google(exchange)
  if (path.includes('/messages')) return answerJson(answers.anthropic)(exchange)
  const response = { id: 'r', object: 'response', status: 'completed', model: 'm', output: [], usage: null }
  const said = { type: 'message', role: 'assistant', id: 'm', content: [{ type: 'output_text', text: 'a' }] }
  const isResponses = path.includes('/responses')
  await answerJson(isResponses ? { ...response, output: [said] } : answers.openai)(exchange)
}

let server: TestServer
let upstream: FakeUpstream
let key: string

const models = {
  gemini: ['gemini-2.5-flash', 'gemini-3-pro-preview', 'gemini-3.5-flash-image', 'gemini-3-pro-image'],
  chat: ['gpt-4.1'],
  responses: ['gpt-5.1'],
  moonshot: ['kimi-k2.6'],
  glm: ['glm-5.2'],
  ark: ['doubao-seed-2-0-pro'],
  deepseek: ['deepseek-v4-pro'],
  openrouter: ['anthropic/claude-opus-4.6'],
}
const types: Record<keyof typeof models, [type: number, path?: string]> = {
  gemini: [24],
  chat: [8, '/v1/chat/completions'],
  responses: [8, '/v1/responses'],
  moonshot: [25],
  glm: [26],
  ark: [45],
  deepseek: [43],
  openrouter: [20],
}

beforeAll(async () => {
  upstream = await startFakeUpstream(byPath)
  server = await startTestServer()
  key = await server.makeToken('user')
  await setRatios(server, Object.values(models).flat(), { ModelRatio: 1 })
  for (const [name, [type, path = '']] of Object.entries(types)) {
    const listed = models[name as keyof typeof models].join(',')
    await server.addChannel(upstream.url + path, { type, models: listed })
  }
}, 60_000)
afterEach(() => {
  upstream.requests.length = 0
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
}, 60_000)

/** What the upstream gets; the call must succeed. */
async function sentFor(path: string, body: Wire): Promise<Wire> {
  const response = await server.relay(key, path, body)
  const answer = await response.text()
  expect({ status: response.status, answer }).toMatchObject({ status: 200 })
  return upstream.requests.at(-1)?.json() ?? {}
}

const object = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }

describe('functions beside an answer in JSON', () => {
  const messages = [{ role: 'user', content: 'Hi' }]
  const chatTools = [{ type: 'function', function: { name: 'f', parameters: object } }]
  const jsonSchema = { type: 'json_schema', json_schema: { name: 'answer', schema: object } }
  const calls: [name: string, path: string, body: Wire][] = [
    ['Chat, json_schema', '/v1/chat/completions', { messages, tools: chatTools, response_format: jsonSchema }],
    [
      ...(['Chat, json_object', '/v1/chat/completions'] as const),
      { messages, tools: chatTools, response_format: { type: 'json_object' } },
    ],
    [
      ...(['Responses', '/v1/responses'] as const),
      {
        input: 'Hi',
        tools: [{ type: 'function', name: 'f', parameters: object }],
        text: { format: { type: 'json_schema', name: 'answer', schema: object } },
      },
    ],
    [
      ...(['Messages', '/v1/messages'] as const),
      {
        messages,
        max_tokens: 99,
        tools: [{ name: 'f', input_schema: object }],
        output_config: { format: { type: 'json_schema', schema: object } },
      },
    ],
  ]

  test.each(calls)('%s: Gemini 2.5 gets the functions, and the format as an instruction', async (_, path, body) => {
    const sent = await sentFor(path, { model: 'gemini-2.5-flash', ...body })
    expect(sent.tools).toMatchObject([{ functionDeclarations: [{ name: 'f' }] }])
    expect(sent.generationConfig ?? {}).not.toHaveProperty('responseMimeType')
    expect(JSON.stringify(sent.systemInstruction)).toContain('Answer with JSON only')
  })

  test.each(calls)('%s: Gemini 3 gets both', async (_, path, body) => {
    const sent = await sentFor(path, { model: 'gemini-3-pro-preview', ...body })
    expect(sent.tools).toMatchObject([{ functionDeclarations: [{ name: 'f' }] }])
    expect(sent.generationConfig).toMatchObject({ responseMimeType: 'application/json' })
    expect(sent.systemInstruction).toBeUndefined()
  })

  test('without functions Gemini 2.5 keeps the format, and plain text is no instruction', async () => {
    const alone = { model: 'gemini-2.5-flash', messages, response_format: jsonSchema }
    expect(await sentFor('/v1/chat/completions', alone)).toMatchObject({
      generationConfig: { responseMimeType: 'application/json', responseJsonSchema: object },
    })
    const plain = { model: 'gemini-2.5-flash', messages, tools: chatTools, response_format: { type: 'text' } }
    expect((await sentFor('/v1/chat/completions', plain)).systemInstruction).toBeUndefined()
  })
})

describe('tools without parameters', () => {
  const messages = [{ role: 'user', content: 'Hi' }]
  const empty = { type: 'object', properties: {} }

  test('Messages → Chat and → Responses', async () => {
    const body = { messages, max_tokens: 99, tools: [{ name: 'f', input_schema: { type: 'object' } }] }
    const chat = await sentFor('/v1/messages', { model: 'gpt-4.1', ...body })
    expect(chat.tools).toMatchObject([{ function: { name: 'f', parameters: empty } }])
    const responses = await sentFor('/v1/messages', { model: 'gpt-5.1', ...body })
    expect(responses.tools).toMatchObject([{ name: 'f', parameters: empty }])
  })

  test('Gemini → Chat', async () => {
    const declared = [{ functionDeclarations: [{ name: 'f', parameters: { type: 'OBJECT' } }, { name: 'g' }] }]
    const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }]
    const sent = await sentFor('/v1beta/models/gpt-4.1:generateContent', { contents, tools: declared })
    expect(sent.tools).toEqual([
      { type: 'function', function: { name: 'f', parameters: empty } },
      { type: 'function', function: { name: 'g' } },
    ])
  })
})

describe('schemas for Moonshot', () => {
  const name = 'magic'
  const parameters = {
    type: 'object',
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
    properties: {
      a: { type: 'string' },
      b: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
      c: { $ref: '#/$defs/x', description: 'd' },
    },
    $defs: { x: { type: 'string' } },
  }
  const fitted = {
    type: 'object',
    properties: {
      a: { type: 'string' },
      b: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
      c: { $ref: '#/$defs/x' },
    },
    $defs: { x: { type: 'string' } },
  }

  test('from a Gemini client', async () => {
    const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }]
    for (const field of ['parameters', 'parametersJsonSchema']) {
      const tools = [{ functionDeclarations: [{ name, [field]: parameters }] }]
      const sent = await sentFor('/v1beta/models/kimi-k2.6:generateContent', { contents, tools })
      expect(sent.tools).toEqual([{ type: 'function', function: { name, parameters: fitted } }])
    }
  })

  test('from clients whose format it speaks', async () => {
    const messages = [{ role: 'user', content: 'Hi' }]
    const chatTools = [{ type: 'function', function: { name, parameters } }]
    const chat = await sentFor('/v1/chat/completions', { model: 'kimi-k2.6', messages, tools: chatTools })
    expect(chat.tools).toEqual([{ type: 'function', function: { name, parameters: fitted } }])
    const tools = [{ name, input_schema: parameters }]
    const claude = await sentFor('/v1/messages', { model: 'kimi-k2.6', messages, max_tokens: 9, tools })
    expect(claude.tools).toEqual([{ name, input_schema: fitted }])
    const functions = [{ type: 'function', name, parameters }]
    const responses = await sentFor('/v1/responses', { model: 'kimi-k2.6', input: 'Hi', tools: functions })
    expect(responses.tools).toEqual([{ type: 'function', name, parameters: fitted }])
  })
})

describe('Anthropic’s Messages at hosts that copy the format', () => {
  const [device, account, session] = ['ab01'.repeat(16), crypto.randomUUID(), crypto.randomUUID()]
  const userId = JSON.stringify({ device_id: device, account_uuid: account, session_id: session })
  const messages = [{ role: 'user', content: 'Hi' }]
  const copies = [models.glm, models.ark, models.deepseek, models.openrouter, models.moonshot].flat()
  const sentWith = (model: string, body: Wire) => sentFor('/v1/messages', { model, max_tokens: 9, messages, ...body })

  test.each(copies)(
    '%s: the user id of Claude Code has the host’s form, and is the same for the same user',
    async (model) => {
      expect(userId.length).toBe(186)
      const ids = []
      for (const id of [userId, userId, `${userId} `, 'user_1234-5', 'a b'])
        ids.push(((await sentWith(model, { metadata: { user_id: id } })).metadata as Wire).user_id)
      for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{6,128}$/)
      expect(ids[1]).toBe(ids[0])
      expect(new Set(ids).size).toBe(4)
      expect(ids[3]).toBe('user_1234-5')
    },
  )

  test('what they lack does not reach them', async () => {
    const mark = { type: 'ephemeral', ttl: '1h', scope: 'global' }
    const sent = await sentWith('glm-5.2', {
      system: [{ type: 'text', text: 's', cache_control: mark }],
      context_management: { edits: [] },
      tools: [
        { name: 'f', input_schema: object, cache_control: mark, eager_input_streaming: true, defer_loading: true },
        { type: 'web_fetch_20250910', name: 'web_fetch' },
      ],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: mark }] },
        { role: 'system', content: 'Be brief.' },
      ],
    })
    const plain = { type: 'ephemeral' }
    expect(sent).toEqual({
      model: 'glm-5.2',
      max_tokens: 9,
      system: [{ type: 'text', text: 's', cache_control: plain }],
      tools: [{ name: 'f', input_schema: object, cache_control: plain }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: plain }] },
        { role: 'user', content: 'Be brief.' },
      ],
    })
  })

  test('a body without any of it passes as it came', async () => {
    const body = '{"model":"glm-5.2","max_tokens":9, "messages":[{"role":"user","content":"Hi"}],"x":1.0}'
    await (await server.relay(key, '/v1/messages', body)).text()
    expect(upstream.requests.at(-1)?.body).toBe(body)
  })

  test('a tool that the answer needs is refused', async () => {
    const tools = [{ type: 'code_execution_20250825', name: 'code_execution' }]
    const response = await server.relay(key, '/v1/messages', { model: 'glm-5.2', max_tokens: 9, messages, tools })
    expect(response.status).toBe(400)
    expect(upstream.requests).toEqual([])
  })
})

test('a chat client asks an image model for images by modalities, and other models are not asked', async () => {
  const sentWith = async (model: string, modalities: unknown) => {
    const body = { model, messages: [{ role: 'user', content: 'Draw' }], modalities }
    const response = await server.relay(key, '/v1/chat/completions', body)
    await response.text()
    const config = upstream.requests.at(-1)?.json().generationConfig as Wire | undefined
    return { kinds: config?.responseModalities, dropped: response.headers.get('x-sluice-dropped') }
  }
  const asked = { kinds: ['TEXT', 'IMAGE'], dropped: null }
  const image = 'gemini-3.5-flash-image'
  expect(await sentWith(image, ['text', 'image'])).toEqual(asked)
  expect(await sentWith(image, ['text'])).toEqual({ kinds: undefined, dropped: null })
  expect(await sentWith(image, undefined)).toEqual({ kinds: undefined, dropped: null })
  expect(await sentWith('gemini-2.5-flash', ['text', 'image'])).toEqual({ kinds: undefined, dropped: 'modalities' })
  expect(await sentWith('gemini-3-pro-image', undefined)).toEqual(asked)
})

describe('answers in JSON', () => {
  const format = { type: 'json_schema', json_schema: { name: 'answer', schema: object } }
  const instruction = expect.stringContaining(JSON.stringify(object))

  test.each(['deepseek-v4-pro', 'glm-5.2'])('%s has no schema of answers: it becomes an instruction', async (model) => {
    const messages = [
      { role: 'system', content: 's' },
      { role: 'user', content: 'Hi' },
    ]
    const sent = await sentFor('/v1/chat/completions', { model, messages, response_format: format })
    expect(sent.response_format).toEqual({ type: 'json_object' })
    expect(sent.messages).toEqual([messages[0], { role: 'system', content: instruction }, messages[1]])
  })

  test('OpenAI’s formats refuse JSON mode without the word, so it is added where it is missing', async () => {
    const sentWith = (model: string, text: string) =>
      sentFor(`/v1beta/models/${model}:generateContent`, {
        contents: [{ role: 'user', parts: [{ text }] }],
        generationConfig: { responseMimeType: 'application/json' },
      })
    for (const model of ['gpt-4.1', 'gpt-5.1']) {
      expect(JSON.stringify(await sentWith(model, 'Hi'))).toContain('Answer with JSON only')
      expect(JSON.stringify(await sentWith(model, 'Hi, as Json'))).not.toContain('Answer with JSON only')
    }
  })
})
