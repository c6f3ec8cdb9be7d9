import { beforeAll, describe, expect, test } from 'bun:test'
import type { DataAttention } from '@sluice/contract/data'
import { explainCharge } from '@sluice/contract/explain-charge'
import { answerJson, answerSse } from './answers.ts'
import type { FakeUpstream } from './fake-upstream.ts'
import { forTests } from './for-tests.ts'
import { type MakerGateway, startMakerGateway } from './maker-gateway.ts'
import { awaitCallRow } from './usage-rows.ts'

type Wire = Record<string, unknown>
type Format = 'chat' | 'responses' | 'messages' | 'gemini'

const setting = forTests(startMakerGateway)

const set: MakerGateway['set'] = (key, value) => setting.set(key, value)

const upstreamOf = (format: Format): FakeUpstream => {
  if (format === 'messages') return setting.anthropic
  return format === 'gemini' ? setting.gemini : setting.openai
}

const openaiModels = ['talker', 'grok-x', 'kimi-x', 'sonar-x', 'talker:online', 'groq/compound']

/** Ratio 1 and output 6: usage of 1000 and 100 costs 1600. */
beforeAll(async () => {
  const models = [...openaiModels, 'claude-x', 'claude-y', 'gemini-2.5-x', 'gemini-3-x']
  const dear = { dear: 1.1, 'claude-dear': 1.1 }
  await set('ModelRatio', { ...Object.fromEntries(models.map((model) => [model, 1])), ...dear })
  await set('CompletionRatio', Object.fromEntries(models.map((model) => [model, 6])))
  const { openai, anthropic, gemini } = setting
  const shared = JSON.stringify({ shared_objects: ['pmpt_shared', 'cachedContents/shared', 'file-shared'] })
  await setting.server.addChannel(openai.url, { models: openaiModels.join(','), setting: shared })
  await setting.server.addChannel(anthropic.url, { models: 'claude-x', type: 14 })
  await setting.server.addChannel(gemini.url, { models: 'gemini-2.5-x,gemini-3-x', type: 24, setting: shared })
})

/** What an answer says beside its text and its usage of 1000 and 100 tokens. */
interface Told {
  usage?: Wire
  /** Chat: calls of the message. Responses: items. Messages: blocks before the text. */
  parts?: Wire[]
  candidate?: Wire
  model?: string
}

const frames = (list: readonly Wire[], done: boolean) =>
  answerSse(
    list.map((frame) => JSON.stringify(frame)),
    { done },
  )

function answerChat({ usage, parts = [] }: Told, isStream: boolean) {
  const counted = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100, ...usage }
  const base = { id: 'c1', created: 1, model: 'm' }
  const message = { role: 'assistant', content: 'Hi.', ...(parts.length > 0 && { tool_calls: parts }) }
  if (!isStream) return answerJson({ ...base, choices: [{ index: 0, message, finish_reason: 'stop' }], usage: counted })
  return frames(
    [
      { ...base, choices: [{ index: 0, delta: message, finish_reason: null }] },
      { ...base, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { ...base, choices: [], usage: counted },
    ],
    true,
  )
}

function answerResponses({ usage, parts = [] }: Told, isStream: boolean) {
  const content = [{ type: 'output_text', text: 'Hi.', annotations: [] }]
  const output = [...parts, { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content }]
  const counted = { input_tokens: 1000, output_tokens: 100, total_tokens: 1100, ...usage }
  const response = { id: 'resp_1', object: 'response', status: 'completed', model: 'm', output, usage: counted }
  if (!isStream) return answerJson(response)
  const items = output.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item }))
  return frames([...items, { type: 'response.completed', response }], false)
}

function answerMessages({ usage, parts = [] }: Told, isStream: boolean) {
  const content = [...parts, { type: 'text', text: 'Hi.' }]
  const counted = { input_tokens: 1000, output_tokens: 100, ...usage }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn' }
  if (!isStream) return answerJson({ ...message, content, usage: counted })
  const start = { ...message, stop_reason: null, content: [], usage: { input_tokens: 1000, output_tokens: 1 } }
  return frames(
    [
      { type: 'message_start', message: start },
      ...content.map((content_block, index) => ({ type: 'content_block_start', index, content_block })),
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: counted },
      { type: 'message_stop' },
    ],
    false,
  )
}

function answerGemini({ usage, candidate, model = 'gemini-3-x' }: Told, isStream: boolean) {
  const usageMetadata = { promptTokenCount: 1000, candidatesTokenCount: 100, totalTokenCount: 1100, ...usage }
  const content = { role: 'model', parts: [{ text: 'Hi.' }] }
  const whole = {
    candidates: [{ index: 0, content, finishReason: 'STOP', ...candidate }],
    usageMetadata,
    modelVersion: model,
  }
  return isStream ? frames([whole], false) : answerJson(whole)
}

const answers = { chat: answerChat, responses: answerResponses, messages: answerMessages, gemini: answerGemini }

async function ask(format: Format, body: Wire, isStream: boolean) {
  const headers = { authorization: `Bearer ${setting.key}`, 'content-type': 'application/json' }
  const { model = 'talker', ...rest } = body
  const messages = [{ role: 'user', content: 'Hi' }]
  const [path, sent] = {
    chat: ['/v1/chat/completions', { model, messages, stream: isStream, ...rest }],
    responses: ['/v1/responses', { model, input: 'Hi', stream: isStream, ...rest }],
    messages: ['/v1/messages', { model, max_tokens: 16, messages, stream: isStream, ...rest }],
    gemini: [
      `/v1beta/models/${model}:${isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
      { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], ...rest },
    ],
  }[format] as [string, Wire]
  const response = await fetch(setting.server.url + path, { method: 'POST', headers, body: JSON.stringify(sent) })
  return { response, text: await response.text() }
}

async function bill(format: Format, body: Wire, told: Told, isStream: boolean) {
  upstreamOf(format).answerWith(answers[format](told, isStream))
  const { response, text } = await ask(format, body, isStream)
  if (response.status !== 200) throw new Error(text)
  const row = await awaitCallRow(setting.server, response, 2)
  const lines = explainCharge(row) ?? []
  const sum = lines.reduce((total, line) => total + Number(line.amount), 0)
  expect(Math.max(1, Math.round(sum))).toBe(row.quota)
  return row
}

const grok = { model: 'grok-x' }
const claude = { model: 'claude-x' }
const code = { type: 'code_execution_20260521', name: 'code_execution' }
const codeBlock = { type: 'server_tool_use', id: 's1', name: 'bash_code_execution', input: {} }
const maps = { groundingMetadata: { groundingChunks: [{ maps: { title: 'Gate' } }] } }
const queries = { groundingMetadata: { webSearchQueries: ['a', 'b', 'a'], groundingChunks: [{ web: { uri: 'u' } }] } }
const ownSearch = { index: 0, id: 'c1', type: 'builtin_function', function: { name: '$web_search', arguments: '{}' } }
const xaiCounts = {
  num_server_side_tools_used: 4,
  server_side_tool_usage_details: { web_search_calls: 1, x_search_calls: 2, code_interpreter_calls: 1 },
}

// A run at 1 dollar a thousand is 500 quota.
const cases: readonly [what: string, Format, body: Wire, Told, beside: number][] = [
  [
    'searches of OpenRouter',
    'chat',
    { tools: [{ type: 'web_search' }] },
    { usage: { server_tool_use: { web_search_requests: 2 } } },
    10_000,
  ],
  ['results of a plugin', 'chat', { plugins: [{ id: 'web', max_results: 3 }] }, {}, 6_000],
  ['results with the model', 'chat', { model: 'talker:online' }, {}, 10_000],
  ['a plugin that is a name', 'chat', { plugins: ['web'] }, {}, 10_000],
  [
    'a search of GLM, which no answer counts',
    'chat',
    { tools: [{ type: 'web_search', web_search: { search_engine: 'search_pro' } }] },
    {},
    5_000,
  ],
  [
    'a search of GLM that a relay counts',
    'chat',
    { tools: [{ type: 'web_search', web_search: { search_engine: 'search_pro' } }] },
    { usage: { server_tool_use: { web_search_requests: 2 } } },
    10_000,
  ],
  [
    'search options of OpenRouter',
    'chat',
    { web_search_options: { search_context_size: 'high' } },
    { usage: { server_tool_use: { web_search_requests: 2 } } },
    10_000,
  ],
  [
    'a plugin that searched natively',
    'chat',
    { plugins: [{ id: 'web' }] },
    { usage: { server_tool_use: { web_search_requests: 1 } } },
    5_000,
  ],
  [
    'tools of xAI',
    'responses',
    { ...grok, tools: [{ type: 'web_search' }, { type: 'x_search' }] },
    { usage: xaiCounts },
    10_000,
  ],
  ['tools of xAI in Chat', 'chat', { ...grok, tools: [{ type: 'x_search' }] }, { usage: xaiCounts }, 10_000],
  [
    'a search of Moonshot',
    'chat',
    { model: 'kimi-x', tools: [{ type: 'builtin_function', function: { name: '$web_search' } }] },
    { parts: [ownSearch] },
    2_500,
  ],
  [
    'tools of Perplexity',
    'responses',
    { model: 'sonar-x' },
    { usage: { tool_calls_details: { search_web: { invocation: 2 }, fetch_url: { invocation: 4 } } } },
    3_500,
  ],
  ['a request to Sonar', 'chat', { model: 'sonar-x' }, { usage: { search_context_size: 'high' } }, 6_000],
  ['code of Anthropic', 'messages', { ...claude, tools: [code] }, { parts: [codeBlock, codeBlock] }, 2_085],
  [
    'code beside a page',
    'messages',
    { ...claude, tools: [code, { type: 'web_fetch_20260209', name: 'web_fetch' }] },
    { parts: [codeBlock] },
    0,
  ],
  ['no code', 'messages', { ...claude, tools: [code] }, {}, 0],
  [
    'searches of Anthropic',
    'messages',
    { ...claude, tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
    { usage: { server_tool_use: { web_search_requests: 3 } } },
    15_000,
  ],
  [
    // 200 of input and 50 × 6 of output, at the price of the other model.
    'an advisor',
    'messages',
    { ...claude, tools: [{ type: 'advisor_20260301', name: 'advisor', model: 'claude-y' }] },
    {
      usage: {
        iterations: [
          { type: 'message', input_tokens: 1000, output_tokens: 100 },
          { type: 'advisor_message', model: 'claude-y', input_tokens: 200, output_tokens: 50 },
        ],
      },
    },
    500,
  ],
  ['sources', 'chat', { search_parameters: { mode: 'on' } }, { usage: { num_sources_used: 4 } }, 50_000], // 4 × 25 ÷ 1000
  ['places, each query', 'gemini', { model: 'gemini-3-x', tools: [{ googleMaps: {} }] }, { candidate: maps }, 7_000],
  [
    'places, a grounded prompt',
    'gemini',
    { model: 'gemini-2.5-x', tools: [{ google_maps: {} }] },
    { candidate: maps, model: 'gemini-2.5-x' },
    12_500,
  ],
  ['queries', 'gemini', { model: 'gemini-3-x', tools: [{ googleSearch: {} }] }, { candidate: queries }, 14_000],
  [
    'a grounded prompt',
    'gemini',
    { model: 'gemini-2.5-x', tools: [{ googleSearch: {} }] },
    { candidate: queries, model: 'gemini-2.5-x' },
    17_500,
  ],
  [
    'pages and code of Google',
    'gemini',
    { model: 'gemini-3-x', tools: [{ urlContext: {} }, { codeExecution: {} }] },
    { usage: { toolUsePromptTokenCount: 500, totalTokenCount: 1600 } },
    500,
  ],
]

describe.each([false, true])('streamed %p:', (isStream) => {
  test.each(cases)('%s of %s', async (_what, format, body, told, beside) => {
    expect((await bill(format, body, told, isStream)).quota).toBe(1600 + beside)
  })
})

const unpriced: readonly [Format, body: Wire, tool: string, dropped: string, sent: Wire][] = [
  ['chat', { tools: [{ type: 'browser_search' }] }, 'browser_search', 'tools.browser_search', {}],
  ['chat', { enable_search: true }, 'enable_search', 'enable_search', {}],
  ['chat', { enable_search: 'true', search_options: { forced_search: true } }, 'enable_search', 'enable_search', {}],
  ['chat', { enable_code_interpreter: true }, 'enable_code_interpreter', 'enable_code_interpreter', {}],
  ['chat', { tools: [{ type: 'web_search_premium' }] }, 'web_search_premium', 'tools.web_search_premium', {}],
  ['chat', { tools: [{ type: 'document_library' }] }, 'document_library', 'tools.document_library', {}],
  ['responses', { tools: [{ type: 'web_search_premium' }] }, 'web_search_premium', 'tools.web_search_premium', {}],
  ['chat', { guardrails: [{ moderation_llm_v1: {} }] }, 'guardrails', 'guardrails', {}],
  ['chat', { models: ['talker', 'dear'] }, 'models', 'models', {}],
  ['chat', { models: ['nameless'] }, 'models', 'models', {}],
  ['messages', { ...claude, fallbacks: [{ model: 'claude-dear' }] }, 'fallbacks', 'fallbacks', {}],
  ['messages', { ...claude, fallbacks: 'default' }, 'fallbacks', 'fallbacks', {}],
  ['chat', { plugins: [{ id: 'file-parser' }] }, 'plugins', 'plugins', {}],
  ['chat', { preset: 'writer' }, 'preset', 'preset', {}],
  ['chat', { plugins: ['plugin_web_search'] }, 'plugins', 'plugins', {}],
  ['chat', { plugins: { id: 'response-healing' } }, 'plugins', 'plugins', {}],
  ['chat', { models: 'dear' }, 'models', 'models', {}],
  ['messages', { ...claude, models: ['claude-dear'] }, 'models', 'models', {}],
  ['messages', { ...claude, plugins: [{ id: 'file-parser' }] }, 'plugins', 'plugins', {}],
  ['messages', { ...claude, preset: 'writer' }, 'preset', 'preset', {}],
  ['chat', { web_search: { enable: true } }, 'web_search', 'web_search', {}],
  ['chat', { web_search_options: { enable: true } }, 'web_search_options', 'web_search_options', {}],
  ['chat', { enable_enhancement: true }, 'enable_enhancement', 'enable_enhancement', {}],
  ['chat', { force_search_enhancement: true }, 'force_search_enhancement', 'force_search_enhancement', {}],
  ['chat', { enable_deep_search: true }, 'enable_deep_search', 'enable_deep_search', {}],
  ['chat', { enable_deep_read: true }, 'enable_deep_read', 'enable_deep_read', {}],
  ['responses', { caching: { type: 'enabled', prefix: true } }, 'caching', 'caching', {}],
  ['chat', { extra_body: { models: ['dear'] } }, 'extra_body', 'extra_body', {}],
  ['responses', { tools: [{ type: 'web_extractor' }] }, 'web_extractor', 'tools.web_extractor', {}],
  [
    'messages',
    {
      ...claude,
      tools: [
        { type: 'painter_20270101', name: 'painter' },
        { name: 'f', input_schema: {} },
      ],
      tool_choice: { type: 'tool', name: 'painter' },
    },
    'painter_20270101',
    'tools.painter_20270101',
    { tools: [{ name: 'f', input_schema: {} }] },
  ],
  [
    'messages',
    { ...claude, tools: [{ type: 'advisor_20260301', model: 'claude-unpriced' }] },
    'advisor_20260301',
    'tools.advisor_20260301',
    {},
  ],
  [
    'gemini',
    {
      model: 'gemini-3-x',
      tools: [{ functionDeclarations: [{ name: 'f' }], enterprise_web_search: {} }, { retrieval: {} }],
    },
    'enterpriseWebSearch',
    'tools.enterpriseWebSearch, tools.retrieval',
    { tools: [{ functionDeclarations: [{ name: 'f' }] }] },
  ],
  [
    'gemini',
    { model: 'gemini-3-x', tools: { function_declarations: [{ name: 'f' }], enterpriseWebSearch: {} } },
    'enterpriseWebSearch',
    'tools.enterpriseWebSearch',
    { tools: [{ function_declarations: [{ name: 'f' }] }] },
  ],
  [
    'gemini',
    { model: 'gemini-3-x', modelArmorConfig: { promptTemplateName: 'projects/p/locations/l/templates/t' } },
    'modelArmorConfig',
    'modelArmorConfig',
    {},
  ],
]

/** Settings stored at an upstream, hosts and documents: without them a call would be another one. */
const kept: readonly [Format, body: Wire, tool: string][] = [
  ['responses', { prompt: { id: 'pmpt_shared' } }, 'prompt'],
  ['chat', { provider: { only: ['groq'] } }, 'provider'],
  ['chat', { provider: 'groq' }, 'provider'],
  ['responses', { agent_reference: { name: 'clerk', type: 'agent_reference' } }, 'agent_reference'],
  ['responses', { agent: { name: 'clerk', type: 'agent_reference' } }, 'agent'],
  ['messages', { ...claude, provider: { order: ['groq'] } }, 'provider'],
  ['chat', { model: 'groq/compound' }, 'groq/compound'],
  ['chat', { messages: [{ role: 'user', content: [{ type: 'file', file_id: 'file-shared' }] }] }, 'document_url'],
  ['gemini', { model: 'gemini-3-x', cachedContent: 'cachedContents/shared' }, 'cachedContent'],
  [
    'chat',
    { messages: [{ role: 'user', content: [{ type: 'document_url', document_url: 'https://a.b/c' }] }] },
    'document_url',
  ],
]

const codeOf = (tool: string) => (tool === 'provider' ? 'hosts_price_error' : 'tool_price_error')

const priceFields = [
  'web_search',
  'web_search_options',
  'enable_enhancement',
  'force_search_enhancement',
  'enable_deep_search',
  'enable_deep_read',
  'caching',
  'extra_body',
  'tools',
  'tool_choice',
  'plugins',
  'enable_search',
  'search_parameters',
  'enable_code_interpreter',
  'guardrails',
  'models',
  'fallbacks',
  'modelArmorConfig',
  'preset',
]

describe.each([false, true])('a tool without a price, streamed %p:', (isStream) => {
  test.each(unpriced)('%s: %j is refused with its name before the call', async (format, body, tool) => {
    const upstream = upstreamOf(format)
    const before = upstream.requests.length
    const { response, text } = await ask(format, body, isStream)
    expect([response.status, response.headers.get('x-sluice-error')]).toEqual([400, 'tool_price_error'])
    expect(text).toContain(tool)
    expect(upstream.requests.length).toBe(before)
  })

  test('is removed and named where the operator says so', async () => {
    try {
      await set('UnpricedServiceAction', 'drop')
      for (const [format, body, , dropped, left] of unpriced) {
        upstreamOf(format).answerWith(answers[format]({}, isStream))
        const { response, text } = await ask(format, body, isStream)
        expect([response.status, response.headers.get('x-sluice-dropped'), text.length > 0]).toEqual([
          200,
          dropped,
          true,
        ])
        const sent = JSON.parse(upstreamOf(format).requests.at(-1)?.body ?? '') as Wire
        expect(Object.fromEntries(priceFields.flatMap((name) => (name in sent ? [[name, sent[name]]] : [])))).toEqual(
          left,
        )
      }
    } finally {
      await set('UnpricedServiceAction', 'refuse')
    }
  })

  test('passes and costs nothing where the operator says so', async () => {
    try {
      await set('UnpricedServiceAction', 'standard')
      for (const [format, body] of unpriced) expect((await bill(format, body, {}, isStream)).quota).toBe(1600)
    } finally {
      await set('UnpricedServiceAction', 'refuse')
    }
  })
})

test.each([
  ['completions', { prompt: 'Hi', provider: { order: ['groq'] } }, 'provider'],
  ['completions', { prompt: 'Hi', models: ['dear'] }, 'models'],
  ['embeddings', { input: 'Hi', provider: { order: ['groq'] } }, 'provider'],
  ['rerank', { query: 'Hi', documents: ['a'], models: ['dear'] }, 'models'],
  ['audio/speech', { input: 'Hi', voice: 'alloy', preset: 'reader' }, 'preset'],
  ['images/generations', { prompt: 'Hi', tools: [{ type: 'web_search' }] }, 'web_search'],
])('%s: %j is refused like in a chat', async (path, body, tool) => {
  const { server, openai, key } = setting
  const before = openai.requests.length
  const response = await server.relay(key, `/v1/${path}`, { model: 'talker', ...body })
  expect([response.status, response.headers.get('x-sluice-error')]).toEqual([400, codeOf(tool)])
  expect(await response.text()).toContain(tool)
  expect(openai.requests.length).toBe(before)
})

test('a search of pictures costs what the operator sets', async () => {
  const { server, openai, key } = setting
  try {
    await set('tool_price_setting', { 'tools.web_search': { default: 4 } })
    openai.answerWith(answerJson({ created: 1, data: [{ url: 'https://a.b/c.png' }] }))
    const body = { model: 'talker', prompt: 'Hi', tools: [{ type: 'web_search' }] }
    const response = await server.relay(key, '/v1/images/generations', body)
    // 0.0025 dollars for a ratio of 1, and 4 ÷ 1000.
    expect((await awaitCallRow(server, response, 2)).quota).toBe(1250 + 2000)
  } finally {
    await set('tool_price_setting', {})
  }
})

test('other models may answer that are no dearer than the called one', async () => {
  for (const isStream of [false, true]) {
    expect((await bill('chat', { models: ['talker', 'grok-x'] }, {}, isStream)).quota).toBe(1600)
    expect((await bill('messages', { ...claude, fallbacks: [{ model: 'claude-y' }] }, {}, isStream)).quota).toBe(1600)
  }
})

describe('what an upstream stores, and documents to read', () => {
  test.each(['refuse', 'drop'])('are refused without a price by %p', async (action) => {
    try {
      await set('UnpricedServiceAction', action)
      for (const [format, body, tool] of kept) {
        const upstream = upstreamOf(format)
        const before = upstream.requests.length
        const { response, text } = await ask(format, body, false)
        expect([response.status, response.headers.get('x-sluice-error')]).toEqual([400, codeOf(tool)])
        expect(text).toContain(tool)
        expect(upstream.requests.length).toBe(before)
      }
    } finally {
      await set('UnpricedServiceAction', 'refuse')
    }
  })

  test('pass at the price that the operator sets, and the tools of an answer cost theirs', async () => {
    try {
      const free = { default: 0 }
      await set('tool_price_setting', {
        'tools.prompt': free,
        'tools.cachedContent': free,
        'tools.document_url': { default: 2 },
      })
      const find = (name: string) => kept.find(([, , tool]) => tool === name)?.[1]
      const [prompt, cache, document] = [find('prompt'), find('cachedContent'), find('document_url')]
      if (!prompt || !cache || !document) throw new Error('a case is missing')
      const searched = {
        parts: [{ id: 'ws_1', type: 'web_search_call', status: 'completed', action: { type: 'search' } }],
      }
      for (const isStream of [false, true]) {
        expect((await bill('responses', prompt, searched, isStream)).quota).toBe(1600 + 5000)
        expect((await bill('gemini', cache, { candidate: queries }, isStream)).quota).toBe(1600 + 14_000)
        expect((await bill('chat', document, {}, isStream)).quota).toBe(1600 + 1000)
      }
    } finally {
      await set('tool_price_setting', {})
    }
  })
})

describe('a tool without a price', () => {
  test('passes at its price once it has one, with each answer', async () => {
    try {
      await set('tool_price_setting', { 'tools.browser_search': { default: 2 }, enable_search: 4 })
      expect((await bill('chat', { tools: [{ type: 'browser_search' }] }, {}, false)).quota).toBe(1600 + 1000)
      const searched = { usage: { plugins: { search: { count: 2 } } } }
      expect((await bill('chat', { enable_search: true }, searched, true)).quota).toBe(1600 + 4000)
      expect((await bill('chat', { enable_search: true }, {}, true)).quota).toBe(1600)
    } finally {
      await set('tool_price_setting', {})
    }
  })

  test('a search whose price was taken away is refused like others', async () => {
    try {
      await set('tool_price_setting', { web_search: { 'gpt-': 10 } })
      const { response, text } = await ask('chat', { tools: [{ type: 'web_search' }] }, false)
      expect([response.status, text.includes('web_search')]).toEqual([400, true])
    } finally {
      await set('tool_price_setting', {})
    }
  })
})

test.each([
  ['chat', {}, { weather: { hail_tokens: 2 } }, ['weather.hail_tokens']],
  ['responses', {}, { input_tokens_details: { snow_tokens: 3 } }, ['input_tokens_details.snow_tokens']],
  ['messages', claude, { rain_tokens: 4 }, ['rain_tokens']],
  ['gemini', { model: 'gemini-3-x' }, { fogTokenCount: 5 }, ['fogTokenCount']],
] as const)('counts of %s that are not known mark the row, and cost nothing', async (format, body, usage, names) => {
  for (const isStream of [false, true]) {
    const { quota, detail } = await bill(format, body, { usage }, isStream)
    expect([quota, detail.usage_unknown_fields]).toEqual([1600, [...names]])
    expect((await bill(format, body, {}, isStream)).detail).not.toHaveProperty('usage_unknown_fields')
  }
})

test.each([
  ['chat', {}, { completion_tokens: 99_999_999 }, { output: 99_999_999 }],
  ['responses', {}, { input_tokens: 99_999_999, output_tokens: 100 }, { input: 99_999_999 }],
  ['messages', claude, { output_tokens: 99_999_999 }, { output: 99_999_999 }],
  ['gemini', { model: 'gemini-3-x' }, { candidatesTokenCount: 99_999_999 }, { output: 99_999_999 }],
] as const)(
  'a count of %s that cannot be true is the own one, and marks the row',
  async (format, body, usage, said) => {
    for (const isStream of [false, true]) {
      const { quota, detail, prompt_tokens, completion_tokens } = await bill(format, body, { usage }, isStream)
      expect([detail.usage_unbelieved, detail.usage_estimated]).toEqual([said, true])
      if ('input' in said) expect(completion_tokens).toBe(100)
      else expect(prompt_tokens).toBe(1000)
      expect(quota).toBe(prompt_tokens + 6 * completion_tokens)
      expect([quota > 0, quota < 1600]).toEqual([true, true])
      expect((await bill(format, body, {}, isStream)).detail).not.toHaveProperty('usage_unbelieved')
    }
    const { items } = await setting.server.api('root').get<DataAttention>('/api/data/attention')
    expect(items.find(({ kind }) => kind === 'unbelieved_usage')?.count).toBeGreaterThan(0)
  },
)

const hour = { type: 'ephemeral', ttl: '1h' }
test.each([
  ['system', { system: [{ type: 'text', text: 'Be short.', cache_control: hour }] }],
  ['tools', { tools: [{ name: 'f', input_schema: {}, cache_control: hour }] }],
  ['all', { cache_control: hour }],
] as const)(
  'cache writes without a lifetime are those of an hour, if the request asks for one: %s',
  async (_, body) => {
    const usage = { cache_creation_input_tokens: 1000 }
    const split = { ...usage, cache_creation: { ephemeral_5m_input_tokens: 1000, ephemeral_1h_input_tokens: 0 } }
    for (const isStream of [false, true]) {
      // Writes cost 1.25 and 2 times the input.
      expect((await bill('messages', { ...claude, ...body }, { usage }, isStream)).quota).toBe(1600 + 2000)
      expect((await bill('messages', { ...claude, ...body }, { usage: split }, isStream)).quota).toBe(1600 + 1250)
      expect((await bill('messages', claude, { usage }, isStream)).quota).toBe(1600 + 1250)
    }
  },
)
