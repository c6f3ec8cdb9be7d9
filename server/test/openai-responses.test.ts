import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import OpenAI from 'openai'
import { answerError, answerJson, answerSse } from './answers.ts'
import { pixel } from './clients/pixel.ts'
import { type Answer, type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { forTests } from './for-tests.ts'
import {
  answerAs,
  answerCharge,
  answerFrames,
  answerStream,
  answers,
  buildKeyHeaders,
  type FormatName,
  formatNames,
  startProtocolServer,
  streams,
} from './protocol-fakes.ts'
import { awaitCallRow, newestCharge } from './usage-rows.ts'

// OpenAI Responses: passed to upstreams that speak it, translated for all others.

type Wire = Record<string, unknown>

const claude = 'claude-sonnet-4-5'
const native = 'gpt-5.1'
const mapped = 'our-model'

const gateway = forTests(startProtocolServer)
let upstream: FakeUpstream
const option = (key: string, value: string) => gateway.server.api('root').put('/api/option/', { key, value })

const usage = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 4 },
  output_tokens: 4,
  output_tokens_details: { reasoning_tokens: 1 },
  total_tokens: 14,
}
/** 6 + 4 × 0.5 + 4 × 2 */
const nativeCharge = 16

const message = (text: string) => ({
  id: 'msg_1',
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
})
const response = (id = 'resp_upstream', more: Wire = {}): Wire => ({
  id,
  object: 'response',
  created_at: 1,
  model: native,
  status: 'completed',
  error: null,
  incomplete_details: null,
  output: [message('The gate opens.')],
  usage,
  ...more,
})
const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
const text = (words: string) => ({ type: 'output_text', text: words, annotations: [], logprobs: [] })
/** The events of that answer; from the fifth on, each has a piece of text. */
const events = (id = 'resp_upstream', last: Wire = response(id)): Wire[] =>
  [
    {
      type: 'response.created',
      response: { ...response(id), status: 'in_progress', output: [], usage: null },
    },
    {
      type: 'response.in_progress',
      response: { ...response(id), status: 'in_progress', output: [], usage: null },
    },
    { type: 'response.output_item.added', output_index: 0, item: { ...message(''), content: [] } },
    { type: 'response.content_part.added', ...place, part: text('') },
    { type: 'response.output_text.delta', ...place, delta: 'The' },
    { type: 'response.output_text.delta', ...place, delta: ' gate' },
    { type: 'response.output_text.delta', ...place, delta: ' opens.' },
    { type: 'response.output_text.done', ...place, text: 'The gate opens.' },
    { type: 'response.content_part.done', ...place, part: text('The gate opens.') },
    { type: 'response.output_item.done', output_index: 0, item: message('The gate opens.') },
    { type: 'response.completed', response: last },
  ].map((event, sequence_number) => ({ ...event, sequence_number }))

/** Answers as requested: complete or streamed, and in Chat Completions for translated calls. */
const speak =
  (id?: string): Answer =>
  (exchange) => {
    if (exchange.request.path.endsWith('/chat/completions')) return answerAs('openai')(exchange)
    return (exchange.request.json().stream === true ? answerFrames(events(id)) : answerJson(response(id)))(exchange)
  }

beforeAll(async () => {
  upstream = await startFakeUpstream(speak())
  const all = (ratio: number) =>
    JSON.stringify(Object.fromEntries([claude, 'gemini-2.5-flash', native, mapped].map((name) => [name, ratio])))
  await option('ModelRatio', all(1))
  await option('CompletionRatio', all(2))
  await option('CacheRatio', all(0.5))
  await gateway.server.addChannel(upstream.url, {
    models: `${native},${mapped}`,
    model_mapping: JSON.stringify({ [mapped]: native }),
  })
})
afterEach(() => {
  gateway.reset()
  upstream.requests.length = 0
  upstream.answerWith(speak())
})
afterAll(async () => {
  await upstream?.close()
})

const post = (body: Wire, path = '/v1/responses', key = gateway.key) =>
  fetch(gateway.server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...buildKeyHeaders('openai', key) },
    body: JSON.stringify(body),
  })
const ask = (model: string, more: Wire = {}) => post({ model, input: 'Where is the gate?', ...more })

const countRows = async () =>
  (await gateway.server.api('root').get<{ total: number }>('/api/log/?p=1&page_size=1')).total

async function catchError(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

describe('an upstream that speaks Responses', () => {
  test('gets the client’s bytes unchanged, and the client its bytes', async () => {
    const body = { model: native, input: 'Where?', metadata: { a: 'b' }, some_new_field: [1, 2], store: true }
    const answer = await post(body)
    expect(upstream.requests[0]?.path).toBe('/v1/responses')
    expect(upstream.requests[0]?.json()).toEqual(body)
    expect(await answer.json()).toEqual(response())
    expect((await newestCharge(gateway.server)).quota).toBe(nativeCharge)

    const stream = await post({ ...body, stream: true })
    const sent = events()
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join('')
    expect(await stream.text()).toBe(sent)
    const row = await newestCharge(gateway.server)
    expect([row.quota, row.detail.end, row.detail.usage_estimated]).toEqual([nativeCharge, 'complete', undefined])
  })

  test('gets its own name of the model, and the client’s name is in every frame', async () => {
    const answer = (await (await ask(mapped)).json()) as Wire
    expect(upstream.requests[0]?.json().model).toBe(native)
    expect(answer.model).toBe(mapped)
    const stream = await (await ask(mapped, { stream: true })).text()
    expect(stream.match(new RegExp(`"model":"${mapped}"`, 'g'))).toHaveLength(3)
    expect(stream).not.toContain(`"model":"${native}"`)
  })

  test('gets a thinking suffix in its own field, and the rest unchanged', async () => {
    const more = { reasoning: { summary: 'auto' }, tools: [{ type: 'web_search' }] }
    expect((await ask(`${native}-high`, more)).status).toBe(200)
    expect(upstream.requests[0]?.json()).toMatchObject({
      ...more,
      reasoning: { summary: 'auto', effort: 'high' },
    })
  })

  test('charges each search by the call', async () => {
    const action = (type: string) => ({
      id: `ws_${type}`,
      type: 'web_search_call',
      status: 'completed',
      action: { type },
    })
    const output = [action('search'), action('search'), action('open_page'), message('Rain.')]
    upstream.answerWith(answerJson(response('resp_search', { output })))
    await ask(native, { tools: [{ type: 'web_search' }] })
    const row = await newestCharge(gateway.server)
    // Two searches at 10 $ a thousand, 500 000 a dollar.
    expect(row.quota).toBe(nativeCharge + 10_000)
  })

  test('causes an error in the official client when cut, and completes nothing', async () => {
    upstream.answerWith(
      answerSse(
        events().map((event) => JSON.stringify(event)),
        { done: false, stopAfter: { frames: 6, how: 'end' } },
      ),
    )
    const streamText = await (await ask(native, { stream: true })).text()
    expect(streamText).not.toContain('response.completed')
    const last = JSON.parse(streamText.trim().split('\ndata: ').at(-1) ?? '') as Wire
    expect(last).toMatchObject({ type: 'response.failed', sequence_number: 7 })
    const error = await catchError(() =>
      gateway.openai().responses.stream({ model: native, input: 'x' }).finalResponse(),
    )
    expect(error).toBeInstanceOf(OpenAI.APIError)
    const row = await newestCharge(gateway.server)
    expect(row.detail.end).toBe('upstream_cut')
  })

  test('yields to another channel when it fails in its first frames', async () => {
    const other = await startFakeUpstream(speak('resp_other'))
    const id = await gateway.server.addChannel(other.url, { models: native, priority: -1 })
    await option('RetryTimes', '1')
    try {
      const failed = { ...response('resp_failed'), status: 'failed', output: [], usage: null }
      const error = { code: 'server_error', message: 'overloaded' }
      upstream.answerWith(
        answerFrames([...events().slice(0, 2), { type: 'response.failed', response: { ...failed, error } }]),
      )
      const streamText = await (await ask(native, { stream: true })).text()
      expect(streamText).toContain('resp_other')
      expect(streamText).not.toContain('overloaded')
    } finally {
      await option('RetryTimes', '0')
      await gateway.server.api('root').delete(`/api/channel/${id}`)
      await other.close()
    }
  })

  test('has its refusal quoted in OpenAI’s format', async () => {
    upstream.answerWith(answerError(400, 'No tool output found.', { type: 'invalid_request_error', param: 'input' }))
    const error = await catchError(() => gateway.openai().responses.create({ model: native, input: 'x' }))
    expect(error).toBeInstanceOf(OpenAI.BadRequestError)
    expect(error).toMatchObject({ param: 'input', type: 'invalid_request_error' })
    expect((error as Error).message).toContain('No tool output found.')
  })
})

describe('a model that accepts functions while it thinks only in Responses', () => {
  const thinker = 'gpt-6-sol'
  const call = {
    type: 'function_call',
    id: 'fc_1',
    call_id: 'call_1',
    status: 'completed',
    name: 'gate',
    arguments: '{"side":"left"}',
  }
  const thought = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'b3BhcXVl' }
  const whole = response('resp_call', { model: thinker, output: [thought, call] })
  const streamed: Wire[] = [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...thought, encrypted_content: '' } },
    { type: 'response.output_item.done', output_index: 0, item: thought },
    { type: 'response.output_item.added', output_index: 1, item: { ...call, arguments: '' } },
    { type: 'response.function_call_arguments.delta', output_index: 1, delta: call.arguments },
    { type: 'response.output_item.done', output_index: 1, item: call },
    { type: 'response.completed', response: whole },
  ]
  const parameters = { type: 'object', properties: { side: { type: 'string' } } }
  const gate = { name: 'gate', description: 'Opens' }
  const asking: Record<FormatName, Wire> = {
    openai: {
      tools: [{ type: 'function', function: { ...gate, parameters } }],
      reasoning_effort: 'high',
      max_tokens: 500,
      temperature: 0.3,
      verbosity: 'low',
      logit_bias: { 1: 2 },
    },
    anthropic: {
      tools: [{ ...gate, input_schema: parameters }],
      thinking: { type: 'enabled', budget_tokens: 20_000 },
      temperature: 0.3,
      top_k: 5,
      context_management: { edits: [] },
    },
    gemini: {
      tools: [{ functionDeclarations: [{ ...gate, parametersJsonSchema: parameters }] }],
      generationConfig: {
        temperature: 0.3,
        thinkingConfig: { thinkingLevel: 'HIGH' },
        responseLogprobs: true,
      },
    },
  }
  const dropped: Record<FormatName, string> = {
    openai: 'logit_bias, temperature',
    anthropic: 'context_management, temperature, top_k',
    gemini: 'generationConfig.responseLogprobs, generationConfig.temperature',
  }
  let host: FakeUpstream
  let id: number
  const answer: Answer = (exchange) =>
    exchange.request.path === '/v1/responses'
      ? (exchange.request.json().stream === true ? answerFrames(streamed) : answerJson(whole))(exchange)
      : answerJson(answers.openai)(exchange)
  beforeAll(async () => {
    host = await startFakeUpstream(answer)
    await option('ModelRatio', JSON.stringify({ [thinker]: 1, [native]: 1, [mapped]: 1, [claude]: 1 }))
    id = await gateway.server.addChannel(host.url, { models: thinker })
  })
  afterEach(() => {
    host.requests.length = 0
  })
  afterAll(async () => {
    await gateway.server.api('root').delete(`/api/channel/${id}`)
    await host.close()
  })

  test.each(formatNames)(
    'is called there for a client of %s, plain and streamed, with the requested thinking',
    async (client) => {
      for (const isStream of [false, true]) {
        const reply = await gateway.call(client, thinker, { isStream, body: asking[client] })
        expect(reply.status).toBe(200)
        const text = await reply.text()
        expect(text).toContain('gate')
        expect(text).toContain('left')
        const sent = host.requests.at(-1)
        expect(sent?.path).toBe('/v1/responses')
        expect(sent?.json()).toMatchObject({
          model: thinker,
          reasoning: { effort: 'high' },
          tools: [{ type: 'function', name: 'gate', parameters }],
        })
        expect(sent?.json()).not.toHaveProperty('temperature')
        expect(reply.headers.get('x-sluice-dropped')).toBe(dropped[client])
      }
      if (client === 'openai')
        expect(host.requests[0]?.json()).toMatchObject({ max_output_tokens: 500, text: { verbosity: 'low' } })
    },
  )

  test('stays in Chat Completions without functions, without thinking, and with the body unchanged if that is set', async () => {
    const paths = async (body: Wire) => {
      host.requests.length = 0
      expect((await gateway.call('openai', thinker, { body })).status).toBe(200)
      return host.requests.map(({ path }) => path)
    }
    expect(await paths({ reasoning_effort: 'high' })).toEqual(['/v1/chat/completions'])
    expect(await paths({ ...asking.openai, reasoning_effort: 'none' })).toEqual(['/v1/chat/completions'])
    await option('global.pass_through_request_enabled', 'true')
    try {
      expect(await paths(asking.openai)).toEqual(['/v1/chat/completions'])
      expect(host.requests[0]?.json()).toMatchObject(asking.openai)
    } finally {
      await option('global.pass_through_request_enabled', 'false')
    }
  })

  test('gets no field that it refuses, in its own format as well, and the client is notified', async () => {
    const body = {
      max_tokens: 500,
      temperature: 0.3,
      presence_penalty: 0,
      stop: ['x'],
      logprobs: true,
      seed: 3,
    }
    const chat = await gateway.call('openai', thinker, { body })
    expect(JSON.stringify(host.requests[0]?.json())).toBe(
      `{"max_completion_tokens":500,"model":"${thinker}","messages":[{"role":"user","content":"Where is the gate?"}],"presence_penalty":0,"seed":3}`,
    )
    expect(chat.headers.get('x-sluice-dropped')).toBe('stop, temperature, logprobs')
    const own = await post({ model: thinker, input: 'x', temperature: 0.3, top_p: 1 })
    expect(host.requests[1]?.json()).toEqual({ model: thinker, input: 'x', top_p: 1 })
    expect(own.headers.get('x-sluice-dropped')).toBe('temperature')
  })

  test('is called without thinking if only Chat Completions exists, and the client is notified', async () => {
    const custom = await gateway.server.addChannel(`${host.url}/v1/chat/completions`, {
      type: 8,
      models: thinker,
      priority: 5,
    })
    try {
      const reply = await gateway.call('anthropic', thinker, { body: asking.anthropic })
      expect(reply.status).toBe(200)
      expect(host.requests[0]?.json()).toMatchObject({ reasoning_effort: 'none' })
      expect(reply.headers.get('x-sluice-dropped')).toContain('thinking')
    } finally {
      await gateway.server.api('root').delete(`/api/channel/${custom}`)
    }
  })
})

describe('a translated call', () => {
  test.each([
    ['anthropic', { thinking: { type: 'enabled', budget_tokens: -1 } }, 'thinking.budget_tokens'],
    ['anthropic', { thinking: { type: 'enabled', budget_tokens: 1e308 } }, 'thinking.budget_tokens'],
    ['anthropic', { temperature: 1e308 }, 'temperature'],
    ['anthropic', { top_k: 0.5 }, 'top_k'],
    ['gemini', { generationConfig: { topP: -1 } }, 'generationConfig.topP'],
    ['gemini', { generationConfig: { thinkingConfig: { thinkingBudget: '1e308' } } }, 'thinkingBudget'],
    ['gemini', { generation_config: { seed: 1.5 } }, 'generationConfig.seed'],
    ['gemini', { cachedContent: 'cachedContents/1' }, 'cachedContent'],
    ['gemini', { tools: [{ codeExecution: {} }] }, 'codeExecution'],
    ['anthropic', { tools: [{ type: 'computer_20250124', name: 'computer' }] }, 'computer_20250124'],
    ['anthropic', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }, 'web_search_20250305'],
  ] as const)(
    'of %s with %j is refused with its fault named, and counts against no channel',
    async (client, body, fault) => {
      const refused = await gateway.call(client, native, { body })
      // No account owns the cache.
      expect(refused.status).toBe('cachedContent' in body ? 404 : 400)
      expect(await refused.text()).toContain(fault)
      expect(upstream.requests).toHaveLength(0)
      expect((await gateway.call(client, native)).status).toBe(200)
    },
  )

  test.each([
    [{ reasoning: { max_tokens: 1e308 } }, 'reasoning.max_tokens'],
    [{ presence_penalty: -3 }, 'presence_penalty'],
    [{ tools: [{ type: 'computer_use' }] }, 'computer_use'],
    [
      {
        messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'aGk=', format: 'mp3' } }] }],
      },
      'audio',
    ],
    [{ messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: 'file-1' } }] }] }, 'file-1'],
  ])('of OpenAI’s Chat Completions with %j is refused with its fault named too', async (body, fault) => {
    const refused = await gateway.call('openai', claude, { body })
    expect(refused.status).toBe(fault === 'file-1' ? 404 : 400)
    expect(await refused.text()).toContain(fault)
  })
})

describe('a host of OpenAI’s type with only Chat Completions', () => {
  const chatOnlyModel = 'chat-only-model'
  let host: FakeUpstream
  let id: number
  const chat: Answer = (exchange) =>
    (exchange.request.path === '/v1/chat/completions' && exchange.request.json().model === chatOnlyModel
      ? answerJson(answers.openai)
      : answerError(404, 'Not found'))(exchange)
  beforeAll(async () => {
    await option(
      'ModelRatio',
      JSON.stringify({ [chatOnlyModel]: 1, other: 1, [native]: 1, [mapped]: 1, [claude]: 1, 'gemini-2.5-flash': 1 }),
    )
    host = await startFakeUpstream(chat)
    id = await gateway.server.addChannel(host.url, { models: `${chatOnlyModel},other`, auto_ban: 0 })
  })
  afterEach(() => {
    host.requests.length = 0
  })
  afterAll(async () => {
    await gateway.server.api('root').delete(`/api/channel/${id}`)
    await host.close()
  })
  const paths = () => host.requests.map(({ path }) => path)

  test('is not recognised as one by a missing model', async () => {
    expect((await ask('other')).status).toBe(404)
    expect(paths()).toEqual(['/v1/responses', '/v1/chat/completions'])
  })
  test('is tried once, and gets translated calls from then on', async () => {
    for (let call = 0; call < 2; call += 1) expect((await ask(chatOnlyModel, { stream: false })).status).toBe(200)
    expect(paths()).toEqual(['/v1/responses', '/v1/chat/completions', '/v1/chat/completions'])
  })
  test('gets tools of namespaces under valid names, and the client gets its own names back', async () => {
    const namespace = `mcp__${'files_of_the_project_'.repeat(4)}`
    const function_ = { type: 'function', name: 'read', parameters: { type: 'object', properties: {} } }
    const input = [
      { role: 'user', content: 'Read it.' },
      { type: 'function_call', call_id: 'call_0', namespace, name: 'read', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_0', output: 'text' },
    ]
    host.answerWith((exchange) => {
      const [tool] = exchange.request.json().tools as { function: { name: string } }[]
      const name = tool?.function.name ?? ''
      const tool_calls = [{ index: 0, id: 'call_1', type: 'function', function: { name, arguments: '{}' } }]
      const [choice] = streams.openai.frames
      const frame = (delta: Wire, finish_reason: string | null) => ({
        ...choice,
        choices: [{ index: 0, delta, finish_reason }],
      })
      const message = { role: 'assistant', content: null, tool_calls }
      return exchange.request.json().stream === true
        ? answerFrames([frame({ tool_calls }, null), frame({}, 'tool_calls')], ['[DONE]'])(exchange)
        : answerJson({
            ...answers.openai,
            choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
          })(exchange)
    })
    try {
      for (const stream of [false, true]) {
        const answer = await ask(chatOnlyModel, {
          stream,
          input,
          tools: [{ type: 'namespace', name: namespace, tools: [function_] }],
        })
        expect(answer.status).toBe(200)
        expect(await answer.text()).toContain(`"namespace":"${namespace}","name":"read"`)
        const sent = (host.requests.at(-1)?.json() ?? {}) as {
          tools?: { function: { name: string } }[]
          messages?: { tool_calls?: { function: { name: string } }[] }[]
        }
        const name = sent.tools?.[0]?.function.name ?? ''
        expect(name).toMatch(/^mcp__files[\w-]{1,54}$/)
        expect(sent.messages?.[1]?.tool_calls?.[0]?.function.name).toBe(name)
      }
    } finally {
      host.answerWith(chat)
    }
  })
  test('gets no call that refers to what is stored in another format', async () => {
    expect((await ask(chatOnlyModel, { previous_response_id: 'resp_1' })).status).toBe(400)
    expect(paths()).toEqual([])
  })
})

describe('a stored answer', () => {
  test('is continued by its account, regardless of priority and weight, and only by its own user', async () => {
    const second = await startFakeUpstream(speak('resp_second'))
    const id = await gateway.server.addChannel(second.url, { models: native, priority: -5 })
    try {
      // The second channel answers once, while the first fails.
      await option('RetryTimes', '1')
      upstream.answerWith(answerError(500, 'away'))
      expect(((await (await ask(native)).json()) as Wire).id).toBe('resp_second')
      upstream.answerWith(speak())
      upstream.requests.length = 0
      second.requests.length = 0
      for (const stream of [false, true]) {
        const next = await ask(native, { previous_response_id: 'resp_second', stream })
        expect(await next.text()).toContain('resp_second')
      }
      expect([upstream.requests.length, second.requests.length]).toEqual([0, 2])
      expect(second.requests[0]?.json().previous_response_id).toBe('resp_second')

      const another = await gateway.server.makeToken('admin')
      const body = { model: native, input: 'x', previous_response_id: 'resp_second' }
      const refused = await post(body, '/v1/responses', another)
      expect(refused.status).toBe(400)
      expect(await refused.text()).toContain('previous_response_id')
      expect(second.requests).toHaveLength(2)

      second.answerWith(answerError(500, 'away'))
      expect((await ask(native, { previous_response_id: 'resp_second' })).status).toBe(500)
      expect(upstream.requests).toHaveLength(0)
    } finally {
      await option('RetryTimes', '0')
      await gateway.server.api('root').delete(`/api/channel/${id}`)
      await second.close()
    }
  })

  test('that is unknown here is refused: it may belong to another account', async () => {
    expect((await ask(native, { previous_response_id: 'resp_unknown' })).status).toBe(400)
    expect(upstream.requests).toHaveLength(0)
  })

  test.each(['previous_response_id', 'conversation', 'prompt'])(
    'named by %s is refused where nothing is stored',
    async (field) => {
      const refused = await ask(claude, { [field]: 'some_id' })
      expect(refused.status).toBe(field === 'previous_response_id' ? 400 : 404)
      expect(await refused.text()).toContain(field === 'previous_response_id' ? field : 'some_id')
      expect(gateway.fakes.anthropic.requests).toHaveLength(0)
    },
  )

  test('is shown, listed, cancelled and deleted by its account, only for its own user', async () => {
    upstream.answerWith(speak('resp_kept'))
    await ask(mapped)
    upstream.requests.length = 0
    const second = await startFakeUpstream(speak('resp_other'))
    const id = await gateway.server.addChannel(second.url, { models: native, priority: 50 })
    const kept = response('resp_kept')
    const request = (path: string, method = 'GET', key = gateway.key) =>
      fetch(gateway.server.url + path, { method, headers: buildKeyHeaders('openai', key) })
    try {
      const rows = await countRows()
      upstream.answerWith(answerJson(kept))
      const client = gateway.openai()
      expect(await client.responses.retrieve('resp_kept', { include: ['reasoning.encrypted_content'] })).toMatchObject({
        id: 'resp_kept',
        // In the caller's name.
        model: mapped,
      })
      await client.responses.cancel('resp_kept')
      upstream.answerWith(answerJson({ object: 'list', data: [], has_more: false }))
      expect((await client.responses.inputItems.list('resp_kept')).data).toEqual([])
      upstream.answerWith(answerFrames(events('resp_kept')))
      const streamed = await request('/v1/responses/resp_kept?stream=true&starting_after=2')
      expect(await streamed.text()).toContain('response.completed')
      expect(upstream.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
        'GET /v1/responses/resp_kept?include%5B%5D=reasoning.encrypted_content',
        'POST /v1/responses/resp_kept/cancel',
        'GET /v1/responses/resp_kept/input_items',
        'GET /v1/responses/resp_kept?stream=true&starting_after=2',
      ])
      for (const { headers } of upstream.requests) expect(headers.authorization).not.toContain(gateway.key)

      const stranger = await gateway.server.makeToken('admin')
      for (const [path, method] of [
        ['/v1/responses/resp_kept', 'GET'],
        ['/v1/responses/resp_kept', 'DELETE'],
        ['/v1/responses/resp_kept/cancel', 'POST'],
        ['/v1/responses/resp_unknown', 'GET'],
      ] as const) {
        const refused = await request(path, method, path.includes('unknown') ? gateway.key : stranger)
        expect(refused.status).toBe(404)
        expect(await refused.json()).toMatchObject({ error: { code: 'stored_answer_not_found' } })
      }
      // The caller sees a refusal of its account, but never one of the channel's key.
      upstream.answerWith(answerError(404, 'Response not found.', { type: 'invalid_request_error' }))
      expect(await (await request('/v1/responses/resp_kept')).text()).toContain('Response not found.')
      upstream.answerWith(answerError(401, 'Incorrect API key provided: sk-up', { code: 'invalid_api_key' }))
      expect((await request('/v1/responses/resp_kept')).status).toBe(502)

      upstream.answerWith(answerJson({ id: 'resp_kept', object: 'response', deleted: true }))
      await client.responses.delete('resp_kept')
      expect((await request('/v1/responses/resp_kept')).status).toBe(404)
      expect(second.requests).toHaveLength(0)
      expect(await countRows()).toBe(rows)
    } finally {
      await gateway.server.api('root').delete(`/api/channel/${id}`)
      await second.close()
    }
  })

  test('is compacted if the upstream speaks the format, and charged for', async () => {
    upstream.answerWith(answerJson({ id: 'resp_c', object: 'response.compaction', output: [message('Short.')], usage }))
    const compacted = await post({ model: native, input: 'Long.' }, '/v1/responses/compact')
    expect(compacted.status).toBe(200)
    expect(upstream.requests[0]?.path).toBe('/v1/responses/compact')
    expect((await newestCharge(gateway.server)).quota).toBe(nativeCharge)
    const refused = await post({ model: claude, input: 'Long.' }, '/v1/responses/compact')
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('compact')
  })
})

describe('an item of a translated answer', () => {
  const tool = { type: 'function', name: 'gate', parameters: { type: 'object', properties: {} } }
  const thinking = {
    ...answers.anthropic,
    stop_reason: 'tool_use',
    content: [
      { type: 'thinking', thinking: 'Left or right?', signature: 'c2lnbmVk' },
      { type: 'text', text: 'I open it.' },
      { type: 'tool_use', id: 'toolu_1', name: 'gate', input: { side: 'left' } },
    ],
  }
  /** The second step of a client that relies on stored answers. */
  const nextStep = (items: { id: string; type: string; call_id?: string }[]) => [
    { role: 'user', content: 'Open the gate.' },
    ...items.map(({ id }) => ({ type: 'item_reference', id })),
    { type: 'function_call_output', call_id: items.find(({ call_id }) => call_id)?.call_id, output: 'done' },
  ]

  test('is referred to by id in the next turn, plain and streamed', async () => {
    for (const stream of [false, true]) {
      gateway.fakes.anthropic.answerWith(answerJson(thinking))
      const first = await ask(claude, { stream, input: 'Open the gate.', tools: [tool] })
      const whole = stream
        ? (JSON.parse((await first.text()).trim().split('\ndata: ').at(-1) ?? '') as { response: Wire }).response
        : ((await first.json()) as Wire)
      const items = whole.output as { id: string; type: string; call_id?: string }[]
      expect(items.map(({ type }) => type)).toEqual(['reasoning', 'message', 'function_call'])
      gateway.reset()
      const second = await ask(claude, { input: nextStep(items), tools: [tool] })
      expect(second.status).toBe(200)
      expect(gateway.fakes.anthropic.requests[0]?.json()).toMatchObject({
        messages: [
          { role: 'user' },
          { role: 'assistant', content: thinking.content },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1' }] },
        ],
      })
      // An upstream that stores its own answers also gets the whole items.
      await ask(native, { input: nextStep(items), tools: [tool] })
      expect(JSON.stringify(upstream.requests.at(-1)?.json().input)).not.toContain('item_reference')
      // Another user cannot read them.
      const stranger = await gateway.server.makeToken('admin')
      const refused = await post({ model: claude, input: nextStep(items) }, '/v1/responses', stranger)
      expect(refused.status).toBe(404)
      expect(await refused.text()).toContain('No stored object of this account')
    }
  })

  test('is not kept for a client that repeats it', async () => {
    gateway.fakes.anthropic.answerWith(answerJson(thinking))
    const answer = (await (await ask(claude, { store: false, tools: [tool] })).json()) as Wire
    const refused = await ask(claude, { input: nextStep(answer.output as { id: string; type: string }[]) })
    expect(refused.status).toBe(404)
  })
})

test.each([
  ['GET', '/v1/responses', 405],
  ['PUT', '/v1/responses/resp_1', 501],
  ['DELETE', '/v1/models/gpt-4o', 501],
  ['GET', '/dashboard/billing/credit_grants', 501],
  ['GET', '/dashboard/unknown', 404],
  ['GET', '/v1/unknown', 404],
  ['GET', '/v1', 404],
  ['POST', '/v1/files', 400],
  ['GET', '/v1/batches/batch_1', 404],
  ['POST', '/v1/uploads', 501],
  ['POST', '/v1/fine_tuning/jobs', 501],
  ['POST', '/v1/edits', 501],
])('%s %s is answered in JSON', async (method, path, status) => {
  const answer = await fetch(gateway.server.url + path, { method, headers: buildKeyHeaders('openai', gateway.key) })
  expect(answer.status).toBe(status)
  expect(await answer.json()).toHaveProperty('error.message')
})

test('an unserved path is refused in the format of the caller', async () => {
  const request = async (path: string, headers: Record<string, string>, method = 'GET') => {
    const answer = await fetch(gateway.server.url + path, { method, headers })
    return [answer.status, await answer.json()]
  }
  const agents = await request('/v1/agents', buildKeyHeaders('anthropic', gateway.key), 'POST')
  expect(agents).toMatchObject([501, { type: 'error', error: { type: 'api_error' } }])
  expect(await request('/v1beta/cachedContents', buildKeyHeaders('gemini', gateway.key))).toMatchObject([
    501,
    { error: { code: 501 } },
  ])
  expect(await request('/v1beta/unknown', {})).toMatchObject([404, { error: { code: 404, status: 'NOT_FOUND' } }])
  // Clients of Gemini also request models under /v1.
  expect(await request('/v1/models', buildKeyHeaders('gemini', gateway.key))).toMatchObject([
    200,
    { models: expect.any(Array) },
  ])
  expect(await request('/v1/models/none', buildKeyHeaders('gemini', gateway.key))).toMatchObject([
    404,
    { error: { code: 404, status: 'NOT_FOUND' } },
  ])
  expect(await request('/v1/models', buildKeyHeaders('gemini', 'sk-wrong'))).toMatchObject([
    401,
    { error: { status: 'UNAUTHENTICATED' } },
  ])
})

test('an answer in the background is refused where the call would be translated', async () => {
  for (const more of [{}, { stream: true }]) {
    const refused = await ask(claude, { background: true, ...more })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('background is not supported for this model')
  }
  expect(upstream.requests).toHaveLength(0)
  expect((await ask(claude, { background: false })).status).toBe(200)
})

test('the gateway counts the tokens of a prompt', async () => {
  const counted = await post({ model: claude, input: 'Where is the gate?' }, '/v1/responses/input_tokens')
  const body = (await counted.json()) as { object: string; input_tokens: number }
  expect(body.object).toBe('response.input_tokens')
  expect(body.input_tokens).toBeGreaterThan(4)
  expect(body.input_tokens).toBeLessThan(30)
})

test.each([
  [{ model: native }, 'input'],
  [{ input: 'x' }, 'model'],
  [{ model: native, input: 5 }, 'input'],
  [{ model: native, input: 'x', max_output_tokens: -1 }, 'max_output_tokens'],
  [{ model: claude, input: [{ role: 'user', content: [{ type: 'smell' }] }] }, 'smell'],
])('%j is refused with its fault named', async (body, fault) => {
  const refused = await post(body as Wire)
  expect(refused.status).toBe(400)
  expect(((await refused.json()) as { error: { message: string } }).error.message).toContain(fault)
})

test('the hold covers the output limit', async () => {
  const poor = await gateway.server.makeToken('user', { unlimited_quota: false, remain_quota: 1_000 })
  const body = { model: native, input: 'x' }
  expect((await post({ ...body, max_output_tokens: 400 }, '/v1/responses', poor)).status).toBe(200)
  const refused = await post({ ...body, max_output_tokens: 600 }, '/v1/responses', poor)
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(upstream.requests).toHaveLength(1)
})

describe('translated', () => {
  test('a conversation with images, calls and results arrives in the upstream’s own format', async () => {
    const input = [
      { role: 'developer', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'What is this?' },
          { type: 'input_image', image_url: `data:image/png;base64,${pixel}`, detail: 'auto' },
        ],
      },
      { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{"at":"it"}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'a pixel' },
    ]
    const tools = [{ type: 'function', name: 'look', parameters: { type: 'object', properties: {} }, strict: false }]
    expect((await post({ model: claude, input, tools, instructions: 'Be kind.' })).status).toBe(200)
    expect(gateway.fakes.anthropic.requests[0]?.json()).toMatchObject({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image', source: { data: pixel } },
          ],
        },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'call_1', name: 'look', input: { at: 'it' } }],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1' }] },
      ],
    })
    expect((await newestCharge(gateway.server)).quota).toBe(answerCharge)
  })

  test('signed thoughts return to their origin with the client’s items', async () => {
    const thought = { type: 'thinking', thinking: 'Hm.', signature: 'c2lnbmVk' }
    const call = { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }
    upstream.requests.length = 0
    gateway.fakes.anthropic.answerWith(
      answerJson({ ...answers.anthropic, content: [thought, call], stop_reason: 'tool_use' }),
    )
    const tools = [{ type: 'function' as const, name: 'look', parameters: { type: 'object' }, strict: false }]
    const question = { role: 'user' as const, content: 'Look.' }
    const reasoning = { effort: 'low' as const, summary: 'auto' as const }
    const first = await gateway.openai().responses.create({ model: claude, input: [question], tools, reasoning })
    expect(first.output.map(({ type }) => type)).toEqual(['reasoning', 'function_call'])
    const output = { type: 'function_call_output' as const, call_id: 'toolu_1', output: 'a gate' }
    const input = [question, ...(first.output as OpenAI.Responses.ResponseInputItem[]), output]
    await gateway.openai().responses.create({ model: claude, input, tools, reasoning })
    const messages = gateway.fakes.anthropic.requests[1]?.json().messages as { content: Wire[] }[]
    expect(messages[1]?.content).toEqual([thought, call])
  })

  test('a tool with free-form input is called with the model’s text', async () => {
    const call = { type: 'tool_use', id: 'toolu_1', name: 'apply_patch', input: { input: '*** Begin' } }
    const tools = [{ type: 'custom' as const, name: 'apply_patch' }]
    gateway.fakes.anthropic.answerWith(answerJson({ ...answers.anthropic, content: [call], stop_reason: 'tool_use' }))
    const plain = await gateway.openai().responses.create({ model: claude, input: 'Patch.', tools })
    const wanted = { type: 'custom_tool_call', call_id: 'toolu_1', name: 'apply_patch', input: '*** Begin' }
    expect(plain.output[0]).toMatchObject(wanted)
    const streamed = await gateway.openai().responses.stream({ model: claude, input: 'Patch.', tools }).finalResponse()
    expect(streamed.output[0]).toMatchObject(wanted)
  })

  test.each(['anthropic', 'gemini'] as const)(
    'a stream of %s that is cut ends in an error, and completes nothing',
    async (name) => {
      const model = name === 'anthropic' ? claude : 'gemini-2.5-flash'
      const stopAfter = { frames: streams[name].contentFrom + 2, how: 'end' as const }
      gateway.fakes[name].answerWith(answerStream(name, { stopAfter }))
      const streamText = await (await ask(model, { stream: true })).text()
      expect(streamText).toContain('response.output_text.delta')
      expect(streamText).not.toContain('response.completed')
      const numbers = [...streamText.matchAll(/"sequence_number":(\d+)/g)].map(([, number]) => Number(number))
      expect(numbers).toEqual(numbers.map((_, index) => index))
      expect(streamText.trim().split('\n').at(-1)).toContain('"type":"response.failed"')
    },
  )

  test('an answer that reached its limit is incomplete', async () => {
    gateway.fakes.anthropic.answerWith(answerJson({ ...answers.anthropic, stop_reason: 'max_tokens' }))
    const answer = await gateway.openai().responses.create({ model: claude, input: 'x', max_output_tokens: 100 })
    expect([answer.status, answer.incomplete_details]).toEqual(['incomplete', { reason: 'max_output_tokens' }])
  })

  test('a schema for the answer is sent in the upstream’s format, and the official client parses the answer', async () => {
    gateway.fakes.gemini.answerWith(
      answerJson({
        ...answers.gemini,
        candidates: [
          { index: 0, content: { role: 'model', parts: [{ text: '{"open":true}' }] }, finishReason: 'STOP' },
        ],
      }),
    )
    const schema = { type: 'object', properties: { open: { type: 'boolean' } }, required: ['open'] }
    const format = { type: 'json_schema' as const, name: 'gate', schema, strict: true }
    const answer = await gateway.openai().responses.parse({ model: 'gemini-2.5-flash', input: 'x', text: { format } })
    expect(answer.output_text).toBe('{"open":true}')
    expect(JSON.stringify(gateway.fakes.gemini.requests[0]?.json())).toContain('"open"')
  })
})

describe('sensitive words', () => {
  const checkAnswers = async (stops: boolean) => {
    await option('SensitiveWords', 'Gate Opens')
    await option('CheckSensitiveOnCompletionEnabled', 'true')
    await option('StopOnSensitiveEnabled', String(stops))
  }
  afterEach(() => option('CheckSensitiveOnCompletionEnabled', 'false'))

  test('in the prompt reach no upstream', async () => {
    await checkAnswers(true)
    for (const body of [{ input: 'the gate OPENS' }, { input: 'x', instructions: 'say gate opens' }])
      expect((await post({ model: native, ...body })).status).toBe(400)
    expect(upstream.requests).toHaveLength(0)
  })

  test.each([native, claude])('in an answer of %s are masked in every place', async (model) => {
    await checkAnswers(false)
    const plain = await (await ask(model)).text()
    expect(plain).toContain('The **********.')
    const stream = await (await ask(model, { stream: true })).text()
    for (const body of [plain, stream]) expect(body.toLowerCase()).not.toContain('gate opens')
    expect(stream).not.toMatch(/delta":" opens/)
    expect(stream).toContain('response.completed')
    const deltas = [...stream.matchAll(/"delta":"([^"]*)"/g)].map(([, delta]) => delta).join('')
    expect(deltas).toBe('The **********.')
  })

  test.each([native, claude])('end a stream of %s if that is configured', async (model) => {
    await checkAnswers(true)
    const answer = await ask(model, { stream: true })
    const stream = await answer.text()
    expect(stream).not.toContain('response.completed')
    expect(stream.toLowerCase()).not.toContain('gate opens')
    expect(stream.trim().split('\n').at(-1)).toContain('sensitive_words_detected')
    const row = await awaitCallRow(gateway.server, answer, 2)
    expect(row.detail.end).toBe('limit')
  })

  test('in the last event only are not delivered', async () => {
    await checkAnswers(true)
    upstream.answerWith(answerFrames([...events().slice(0, 2), events().at(-1) as Wire]))
    const stream = await (await ask(native, { stream: true })).text()
    expect(stream.toLowerCase()).not.toContain('gate opens')
    expect(stream).not.toContain('response.completed')
  })
})
