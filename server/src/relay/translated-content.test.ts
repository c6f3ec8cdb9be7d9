import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { JsonRecord } from '@sluice/contract/read-json'
import { relayCall } from './relay-one.ts'
import { openTestRelay, type TestAccount, type TestRelay } from './test-relay.ts'

// What arrives of the content of a request whose upstream speaks another format.

const channels = {
  'gpt-4o': { type: 1 },
  'claude-sonnet-4-5': { type: 14 },
  'gemini-2.5-flash': { type: 24 },
  'gpt-5.1': { type: 8, base_url: 'http://upstream.example/v1/responses' },
  'llama-4': { type: 8, base_url: 'http://upstream.example/v1/chat/completions' },
}
type Model = keyof typeof channels

let relay: TestRelay
let account: TestAccount
beforeAll(async () => {
  relay = await openTestRelay()
  await relay.setOptions({ ModelRatio: Object.fromEntries(Object.keys(channels).map((model) => [model, 1])) })
  const setting = JSON.stringify({ shared_objects: ['file-1'] })
  for (const [models, channel] of Object.entries(channels)) await relay.addChannel({ ...channel, models, setting })
  account = await relay.addAccount()
})
afterAll(() => relay.close())

const text = 'To the sea.'
const chatAnswer = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
}
const answers: Record<Model, JsonRecord> = {
  'gpt-4o': chatAnswer,
  'llama-4': chatAnswer,
  'claude-sonnet-4-5': {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1 },
  },
  'gemini-2.5-flash': {
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  },
  'gpt-5.1': {
    id: 'r',
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: 'm',
    output: [{ type: 'message', id: 'msg', role: 'assistant', content: [{ type: 'output_text', text }] }],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  },
}

async function send(path: string, body: JsonRecord, model = body.model as Model, answer = answers[model]) {
  relay.sent.length = 0
  relay.answerWith(() => Response.json(answer))
  const { call, request } = relay.arrive(account.key, body, { path: path.replace('MODEL', model) })
  const response = await relayCall(relay.tools, call, request, () => undefined)
  return {
    sent: new TextDecoder().decode(relay.sent[0]?.body as Uint8Array),
    dropped: response.headers.get('x-sluice-dropped')?.split(', ') ?? [],
    received: await response.text(),
  }
}

const sendChat = (model: Model, content: unknown) =>
  send('/v1/chat/completions', { model, messages: [{ role: 'user', content }] })

const jpeg = Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0....', 'latin1').toString('base64')
const png = Buffer.from('\x89PNG\r\n\x1a\n........', 'latin1').toString('base64')
const imageUrl = (url: string) => [{ type: 'image_url', image_url: { url } }]

test.each([
  ['a JPEG called PNG', `data:image/png;base64,${jpeg}`, 'image/jpeg', jpeg],
  ['a type in capitals', `data:IMAGE/PNG;base64,${png}`, 'image/png', png],
  ['base64 in lines', `data:image/png;base64,${png.replaceAll(/.{4}/g, '$&\n')}`, 'image/png', png],
])('a picture is sent with the type of its bytes: %s', async (_name, url, mediaType, data) => {
  const anthropic = await sendChat('claude-sonnet-4-5', imageUrl(url))
  expect(anthropic.sent).toContain(
    JSON.stringify({ type: 'image', source: { type: 'base64', media_type: mediaType, data } }),
  )
  const gemini = await sendChat('gemini-2.5-flash', imageUrl(url))
  expect(gemini.sent).toContain(JSON.stringify({ inlineData: { mimeType: mediaType, data } }))
})

test('so is one inside the result of a tool', async () => {
  const source = { type: 'base64', media_type: 'image/png', data: jpeg }
  const { sent } = await send('/v1/messages', {
    model: 'gemini-2.5-flash',
    max_tokens: 9,
    messages: [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'look', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'image', source }] }],
      },
    ],
  })
  expect(sent).toContain(JSON.stringify({ inlineData: { mimeType: 'image/jpeg', data: jpeg } }))
})

test('a sound that the gateway answered with comes back as what was spoken', async () => {
  const audio = { id: 'audio_0', data: 'aGk=', transcript: 'The river is spoken of.', expires_at: 0 }
  const messages = [
    { role: 'user', content: 'Say it.' },
    { role: 'assistant', content: null, audio },
  ]
  for (const model of ['claude-sonnet-4-5', 'gemini-2.5-flash', 'gpt-5.1'] as const) {
    const body = { model, messages: [...messages, { role: 'user', content: 'Again.' }] }
    expect((await send('/v1/chat/completions', body)).sent).toContain(audio.transcript)
  }
})

test('sound and documents are sent with the type of their bytes', async () => {
  const mp3 = Buffer.from('ID3\x04......').toString('base64')
  const sound = [{ type: 'input_audio', input_audio: { data: mp3, format: 'wav' } }]
  const gemini = await sendChat('gemini-2.5-flash', sound)
  expect(gemini.sent).toContain(JSON.stringify({ inlineData: { mimeType: 'audio/mp3', data: mp3 } }))
  const note = Buffer.from('# A note\n').toString('base64')
  const file = [{ type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${note}` } }]
  const anthropic = await sendChat('claude-sonnet-4-5', file)
  expect(anthropic.sent).toContain(
    JSON.stringify({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: '# A note\n' } }).slice(
      0,
      -1,
    ),
  )
})

const call = { type: 'tool_use', id: 't1', name: 'Find', input: {} }
const messagesBody = (model: Model, result: unknown, more: JsonRecord[] = []) => ({
  model,
  max_tokens: 9,
  messages: [
    { role: 'user', content: 'Find it.' },
    { role: 'assistant', content: [call] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: result }, ...more] },
  ],
})

test.each(['gpt-4o', 'gemini-2.5-flash', 'gpt-5.1'] as const)(
  'the tool that a search found is sent to %s',
  async (model) => {
    const { sent, dropped } = await send('/v1/messages', {
      ...messagesBody(model, [{ type: 'tool_reference', tool_name: 'Fetch' }]),
      tools: [
        { name: 'Find', input_schema: { type: 'object' } },
        { name: 'Retrieve', input_schema: { type: 'object' }, defer_loading: true },
      ],
    })
    expect(sent).toContain('Fetch')
    expect(dropped).toEqual(['tools.defer_loading'])
  },
)

const newer = { type: 'hologram', volume: 'AAAA' }
const chatTurns = (more: JsonRecord) => [{ role: 'user', content: '?' }, more]

/** A part of a kind that no reader knows, at each place of each format: what the header names. */
const unknownParts: [client: string, path: string, body: (part: JsonRecord) => JsonRecord, name: string][] = [
  ['messages', '/v1/messages', (part) => messagesBody('gpt-4o', [part]), 'messages.tool_result.hologram'],
  ['messages', '/v1/messages', (part) => messagesBody('gpt-4o', 'ok', [part]), 'messages.hologram'],
  [
    ...(['messages', '/v1/messages'] as const),
    (part) => ({ model: 'gpt-4o', max_tokens: 9, system: [part], messages: [{ role: 'user', content: '?' }] }),
    'system.hologram',
  ],
  [
    ...(['messages', '/v1/messages'] as const),
    ({ type }) => messagesBody('gpt-4o', [{ type: 'image', source: { type } }]),
    'messages.tool_result.image',
  ],
  [
    ...(['messages', '/v1/messages'] as const),
    ({ type }) => messagesBody('gpt-4o', 'ok', [{ type: 'document', source: { type } }]),
    'messages.document',
  ],
  [
    ...(['messages', '/v1/messages'] as const),
    () => messagesBody('gpt-4o', [{ type: 'thinking', thinking: 'a', signature: 'b' }]),
    'messages.tool_result.reasoning',
  ],
  [
    ...(['chat', '/v1/chat/completions'] as const),
    ({ type }) => ({
      model: 'claude-sonnet-4-5',
      messages: chatTurns({ role: 'assistant', content: 'a', tool_calls: [{ id: 'c', type, hologram: {} }] }),
    }),
    'messages.tool_calls.hologram',
  ],
  [
    ...(['chat', '/v1/chat/completions'] as const),
    () => ({
      model: 'claude-sonnet-4-5',
      messages: [
        ...chatTurns({
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
        }),
        {
          role: 'tool',
          tool_call_id: 'c',
          content: [{ type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } }],
        },
      ],
    }),
    'messages.tool.audio',
  ],
  [
    ...(['responses', '/v1/responses'] as const),
    (part) => ({ model: 'llama-4', input: [{ role: 'user', content: '?' }, part] }),
    'input.hologram',
  ],
  [
    ...(['responses', '/v1/responses'] as const),
    () => ({
      model: 'claude-sonnet-4-5',
      input: [
        { role: 'user', content: '?' },
        { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
        {
          type: 'function_call_output',
          call_id: 'c',
          output: [{ type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } }],
        },
      ],
    }),
    'input.output.audio',
  ],
  [
    ...(['gemini', '/v1beta/models/MODEL:generateContent'] as const),
    () => ({ contents: [{ role: 'user', parts: [{ text: '?' }, { hologram: { volume: 'A' } }] }] }),
    'contents.hologram',
  ],
  [
    ...(['gemini', '/v1beta/models/MODEL:generateContent'] as const),
    () => ({
      systemInstruction: { parts: [{ text: 'Be brief.' }, { hologram: { volume: 'A' } }] },
      contents: [{ role: 'user', parts: [{ text: '?' }] }],
    }),
    'systemInstruction.hologram',
  ],
  [
    ...(['gemini', '/v1beta/models/MODEL:generateContent'] as const),
    () => ({
      contents: [
        { role: 'user', parts: [{ text: '?' }] },
        { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'f', response: {}, parts: [{ hologram: {} }] } }] },
      ],
    }),
    'contents.functionResponse.hologram',
  ],
]

test.each(unknownParts)('%s: an unknown part is named (%#)', async (_client, path, body, name) => {
  const built = body(newer)
  const { dropped } = await send(path, built, (built.model ?? 'gpt-4o') as Model)
  expect(dropped).toContain(name)
})

/** For each upstream, its answer with a further part. */
const answersWith: [Model, (part: JsonRecord) => JsonRecord][] = [
  ['gpt-4o', (part) => ({ ...chatAnswer, choices: [choiceOf([{ type: 'text', text }, part])] })],
  ['claude-sonnet-4-5', (part) => ({ ...answers['claude-sonnet-4-5'], content: [{ type: 'text', text }, part] })],
  [
    'gemini-2.5-flash',
    (part) => ({
      ...answers['gemini-2.5-flash'],
      candidates: [
        { content: { role: 'model', parts: [{ text }, { ...part, type: undefined }] }, finishReason: 'STOP' },
      ],
    }),
  ],
  ['gpt-5.1', (part) => ({ ...answers['gpt-5.1'], output: [...messageOf([]), part] })],
  ['gpt-5.1', (part) => ({ ...answers['gpt-5.1'], output: messageOf([part]) })],
]
const choiceOf = (content: unknown) => ({ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' })
const messageOf = (more: JsonRecord[]) => [
  { type: 'message', id: 'msg', role: 'assistant', content: [{ type: 'output_text', text }, ...more] },
]

test.each(answersWith)('%s: a part of an answer without a neutral form is named (%#)', async (model, answerWith) => {
  const path = model === 'claude-sonnet-4-5' ? '/v1/chat/completions' : '/v1/messages'
  const body = { model, max_tokens: 9, messages: [{ role: 'user', content: '?' }] }
  const { dropped, received } = await send(
    path,
    body,
    model,
    answerWith({ type: 'hologram', hologram: { volume: 'AA' } }),
  )
  expect(received).toContain(text)
  expect(dropped).toContain('answer.hologram')
  const streamed = { ...body, stream: true }
  expect((await send(path, streamed, model, answerWith({ type: 'hologram', hologram: {} }))).dropped).toContain(
    'answer.hologram',
  )
  expect((await send(path, body, model)).dropped.filter((name) => name.startsWith('answer'))).toEqual([])
})

test('a translated answer is not stored, and says so: in `store`, and in the header where storing was asked for', async () => {
  const body = { model: 'claude-sonnet-4-5', input: '?' }
  for (const [asked, named] of [
    [{ store: true }, ['store']],
    [{ store: false }, []],
    [{}, []],
  ] as const) {
    const { dropped, received } = await send('/v1/responses', { ...body, ...asked })
    expect(dropped).toEqual([...named])
    expect(JSON.parse(received)).toMatchObject({ store: false, previous_response_id: null })
  }
})

test('an unknown part with a text is sent as its text', async () => {
  const note = { type: 'margin_note', text: 'in the margin' }
  const { sent, dropped } = await send('/v1/messages', messagesBody('gpt-4o', [note], [note]))
  expect(sent.split('in the margin')).toHaveLength(3)
  expect(dropped).toEqual([])
})

test('an odd kind is not repeated in a header', async () => {
  const { dropped } = await send('/v1/messages', messagesBody('gpt-4o', 'ok', [{ type: 'a b\r\nx: y' }]))
  expect(dropped).toEqual(['messages'])
})

test('the value of a tool that is no content is sent as its JSON', async () => {
  const { sent } = await send('/v1/messages', messagesBody('gpt-4o', { rows: 3 }))
  expect(sent).toContain(JSON.stringify(JSON.stringify({ rows: 3 })))
})

test.each(['llama-4', 'claude-sonnet-4-5', 'gemini-2.5-flash'] as const)(
  'tools of a namespace within a namespace are sent to %s',
  async (model) => {
    const tool = { type: 'function', name: 'read', parameters: { type: 'object', properties: {} } }
    const inner = { type: 'namespace', name: 'inner', description: 'Files.', tools: [tool] }
    const { sent, dropped } = await send('/v1/responses', {
      model,
      input: 'Read it.',
      tools: [{ type: 'namespace', name: 'outer', tools: [inner] }],
    })
    expect(sent).toContain('"inner__read"')
    expect(sent).toContain('Files.')
    expect(dropped).toEqual([])
  },
)

test('several answers and probabilities, which the upstream cannot give, are named', async () => {
  const { dropped } = await send('/v1/chat/completions', {
    model: 'claude-sonnet-4-5',
    n: 2,
    logprobs: true,
    top_logprobs: 3,
    messages: [{ role: 'user', content: '?' }],
  })
  expect(dropped).toEqual(['logprobs', 'top_logprobs', 'n'])
})

test('a picture of the model or of the system that the upstream cannot hold is named', async () => {
  const ofModel = (model: Model) => ({
    model,
    messages: [
      { role: 'user', content: 'Draw.' },
      { role: 'assistant', content: 'Here.', images: imageUrl(`data:image/png;base64,${png}`) },
      { role: 'user', content: 'Again.' },
    ],
  })
  expect((await send('/v1/chat/completions', ofModel('claude-sonnet-4-5'))).dropped).toEqual(['messages.image'])
  const kept = await send('/v1/chat/completions', ofModel('gemini-2.5-flash'))
  expect([kept.dropped, kept.sent.includes(png)]).toEqual([[], true])
  const ofSystem = await send('/v1/chat/completions', {
    model: 'gemini-2.5-flash',
    messages: [
      { role: 'system', content: imageUrl(`data:image/png;base64,${png}`) },
      { role: 'user', content: 'Look.' },
    ],
  })
  expect(ofSystem.dropped).toEqual(['messages.image'])
})

test('what is dropped has the name that the client sent, also beside another field of that name', async () => {
  const messages = [{ role: 'user', content: 'Where does the river run?' }]
  const metadata = { a: 'b' }
  const chat = (model: Model) => send('/v1/chat/completions', { model, messages, user: 'u1', metadata })
  const toClaude = await chat('claude-sonnet-4-5')
  expect([toClaude.dropped, toClaude.sent.includes('"user_id":"u1"')]).toEqual([['metadata'], true])
  const text = { verbosity: 'low' }
  const responses = (model: Model) => send('/v1/responses', { model, input: 'Where?', text })
  expect((await responses('claude-sonnet-4-5')).dropped).toEqual(['text.verbosity'])
})

test('a client that only asks to see thoughts does not turn thinking on', async () => {
  const ask = (model: Model) => send('/v1/responses', { model, input: 'Where?', reasoning: { summary: 'auto' } })
  const toClaude = await ask('claude-sonnet-4-5')
  expect(JSON.parse(toClaude.sent)).not.toHaveProperty('thinking')
  expect(toClaude.dropped).toEqual(['reasoning.summary'])
  expect((await ask('llama-4')).dropped).toEqual(['reasoning.summary'])
  // It thinks by default.
  const toGemini = await ask('gemini-2.5-flash')
  expect(toGemini.sent).toContain('"includeThoughts":true')
  expect(toGemini.dropped).toEqual([])
  const body = {
    contents: [{ parts: [{ text: 'Where?' }] }],
    generationConfig: { thinkingConfig: { includeThoughts: true } },
  }
  const ofGemini = await send('/v1beta/models/MODEL:generateContent', body, 'claude-sonnet-4-5')
  expect(JSON.parse(ofGemini.sent)).not.toHaveProperty('thinking')
})

test('a stored picture, which Chat Completions cannot name, is refused', async () => {
  const input = [{ role: 'user', content: [{ type: 'input_image', file_id: 'file-1' }] }]
  const { call: arrived, request } = relay.arrive(account.key, { model: 'llama-4', input }, { path: '/v1/responses' })
  relay.sent.length = 0
  const answered = await relayCall(relay.tools, arrived, request, () => undefined)
  expect([answered.status, relay.sent.length]).toEqual([400, 0])
})

/** For each format: a path, a body, the models whose upstreams speak another format, and fields with a value each. */
const documented: {
  client: string
  path: string
  body: JsonRecord
  models: Model[]
  fields: Record<string, unknown>
}[] = [
  {
    client: 'Chat',
    path: '/v1/chat/completions',
    body: { messages: [{ role: 'user', content: '?' }] },
    models: ['claude-sonnet-4-5', 'gemini-2.5-flash', 'gpt-5.1'],
    fields: {
      audio: { voice: 'a', format: 'wav' },
      enable_thinking: true,
      'extra_body.google.thinking_config.thinking_budget': 2_000,
      frequency_penalty: 0.5,
      'google.thinking_config.thinking_budget': 2_000,
      logit_bias: { 1: 2 },
      logprobs: true,
      max_completion_tokens: 900,
      max_tokens: 900,
      metadata: { a: 'b' },
      modalities: ['text', 'audio'],
      n: 2,
      prediction: { type: 'content', content: 'x' },
      presence_penalty: 0.5,
      prompt_cache_key: 'k',
      'reasoning.effort': 'high',
      reasoning_effort: 'high',
      response_format: { type: 'json_object' },
      safety_identifier: 'u',
      seed: 7,
      service_tier: 'flex',
      stop: ['x'],
      store: true,
      temperature: 0.5,
      thinking: { type: 'enabled' },
      thinking_budget: 2_000,
      top_k: 4,
      top_logprobs: 3,
      top_p: 0.5,
      user: 'u',
      verbosity: 'low',
      web_search_options: { search_context_size: 'low' },
    },
  },
  {
    client: 'Responses',
    path: '/v1/responses',
    body: { input: '?', store: false },
    models: ['claude-sonnet-4-5', 'gemini-2.5-flash', 'llama-4'],
    fields: {
      context_management: [{ type: 'compaction' }],
      include: ['message.output_text.logprobs'],
      instructions: 'Be brief.',
      max_output_tokens: 900,
      max_tool_calls: 3,
      metadata: { a: 'b' },
      prompt_cache_key: 'k',
      'reasoning.effort': 'high',
      'reasoning.generate_summary': 'auto',
      'reasoning.summary': 'auto',
      safety_identifier: 'u',
      service_tier: 'flex',
      temperature: 0.5,
      'text.format': { type: 'json_object' },
      'text.verbosity': 'low',
      top_logprobs: 3,
      top_p: 0.5,
      truncation: 'auto',
      user: 'u',
    },
  },
  {
    client: 'Messages',
    path: '/v1/messages',
    body: { max_tokens: 4_000, messages: [{ role: 'user', content: '?' }] },
    models: ['gpt-4o', 'gemini-2.5-flash', 'gpt-5.1', 'llama-4'],
    fields: {
      context_management: { edits: [] },
      mcp_servers: [{ type: 'url' }],
      'metadata.user_id': 'u',
      'output_config.effort': 'high',
      service_tier: 'standard_only',
      stop_sequences: ['x'],
      system: 'Be brief.',
      temperature: 0.5,
      thinking: { type: 'enabled', budget_tokens: 2_000 },
      top_k: 4,
      top_p: 0.5,
    },
  },
  {
    client: 'generateContent',
    path: '/v1beta/models/MODEL:generateContent',
    body: { contents: [{ role: 'user', parts: [{ text: '?' }] }] },
    models: ['gpt-4o', 'claude-sonnet-4-5', 'gpt-5.1', 'llama-4'],
    fields: {
      'generationConfig.candidateCount': 2,
      'generationConfig.frequencyPenalty': 0.5,
      'generationConfig.logprobs': 3,
      'generationConfig.maxOutputTokens': 900,
      'generationConfig.mediaResolution': 'MEDIA_RESOLUTION_LOW',
      'generationConfig.presencePenalty': 0.5,
      'generationConfig.responseLogprobs': true,
      'generationConfig.responseMimeType': 'application/json',
      'generationConfig.seed': 7,
      'generationConfig.speechConfig': { voiceConfig: {} },
      'generationConfig.stopSequences': ['x'],
      'generationConfig.temperature': 0.5,
      'generationConfig.thinkingConfig.thinkingBudget': 2_000,
      'generationConfig.topK': 4,
      'generationConfig.topP': 0.5,
      'generation_config.candidate_count': 2,
      'generation_config.seed': 7,
      'generation_config.speech_config': { voice_config: {} },
      'generation_config.top_k': 4,
      labels: { a: 'b' },
      safetySettings: [{ category: 'c', threshold: 't' }],
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
    },
  },
]

/** The body with the value at a path with dots. */
function withField(body: JsonRecord, [name = '', ...rest]: string[], value: unknown): JsonRecord {
  return { ...body, [name]: rest.length === 0 ? value : withField((body[name] ?? {}) as JsonRecord, rest, value) }
}

describe.each(documented)('each field of $client', ({ path, body, models, fields }) => {
  test.each(models)('reaches %s, or is named as it was written', async (model) => {
    const plain = await send(path, { model, ...body }, model)
    expect(plain.dropped).toEqual([])
    for (const [name, value] of Object.entries(fields)) {
      const { sent, dropped } = await send(path, withField({ model, ...body }, name.split('.'), value), model)
      const isNamed = dropped.some((one) => name === one || name.startsWith(`${one}.`))
      expect([name, isNamed || sent !== plain.sent]).toEqual([name, true])
      expect([name, dropped.filter((one) => name !== one && !name.startsWith(`${one}.`))]).toEqual([name, []])
    }
  })
})

test('settings with several names are named by those that were written', async () => {
  const messages = [{ role: 'user', content: '?' }]
  const gemini = await send('/v1/chat/completions', {
    model: 'gemini-2.5-flash',
    messages,
    user: 'u',
    safety_identifier: 's',
  })
  expect(gemini.dropped.toSorted()).toEqual(['safety_identifier', 'user'])
  const ask = (model: Model, reasoning: object) => send('/v1/responses', { model, input: '?', reasoning })
  expect((await ask('llama-4', { effort: 'high', summary: 'auto' })).dropped).toEqual(['reasoning.summary'])
  expect((await ask('llama-4', { effort: 'high', generate_summary: 'auto' })).dropped).toEqual([
    'reasoning.generate_summary',
  ])
  expect((await ask('claude-sonnet-4-5', { effort: 'high', summary: 'auto' })).dropped).toEqual([])
  expect((await ask('gemini-2.5-flash', { effort: 'high', summary: 'auto' })).dropped).toEqual([])
  expect((await ask('llama-4', { effort: 'none', summary: 'auto' })).dropped).toEqual([])
})

const requests = {
  '/v1/chat/completions': { messages: [{ role: 'user', content: '?' }] },
  '/v1/responses': { input: '?' },
  '/v1/messages': { max_tokens: 9, messages: [{ role: 'user', content: '?' }] },
  '/v1beta/models/MODEL:generateContent': { contents: [{ parts: [{ text: '?' }] }] },
}
const [chatPath, responsesPath, messagesPath, geminiPath] = Object.keys(requests) as (keyof typeof requests)[] as [
  '/v1/chat/completions',
  '/v1/responses',
  '/v1/messages',
  '/v1beta/models/MODEL:generateContent',
]
const elsewhere = (path: keyof typeof requests): Model =>
  path === geminiPath || path === messagesPath ? 'gpt-4o' : 'claude-sonnet-4-5'

describe('a value that cannot be read', () => {
  const good = { type: 'function', function: { name: 'f' } }
  const config = (mode: string) => ({ functionCallingConfig: { mode } })
  test.each<[keyof typeof requests, JsonRecord, string]>([
    [chatPath, { tools: [null] }, 'tools'],
    [chatPath, { tools: 'all' }, 'tools'],
    [chatPath, { tools: [{ type: 'function' }] }, 'tools.0.function.name'],
    [chatPath, { tools: [good, { function: { name: 5 } }] }, 'tools.1.function.name'],
    [chatPath, { tools: [{ type: 'custom', custom: {} }] }, 'tools.0.custom.name'],
    [chatPath, { functions: [{ name: '' }] }, 'functions.0.name'],
    [chatPath, { tools: [good], tool_choice: { type: 'function' } }, 'tool_choice.function.name'],
    [responsesPath, { tools: [null] }, 'tools'],
    [responsesPath, { tools: [{ type: 'function' }] }, 'tools.0.name'],
    [responsesPath, { tools: [{ type: 'namespace', name: 'n', tools: [{ type: 'custom' }] }] }, 'tools.0.tools.0.name'],
    [responsesPath, { tool_choice: { type: 'function' } }, 'tool_choice.name'],
    [messagesPath, { tools: [null] }, 'tools'],
    [messagesPath, { tools: [{ name: 5 }] }, 'tools.0.name'],
    [messagesPath, { tool_choice: { type: 'tool' } }, 'tool_choice.name'],
    [geminiPath, { tools: [null] }, 'tools'],
    [geminiPath, { tools: [{ functionDeclarations: [{}] }] }, 'tools.0.functionDeclarations.0.name'],
  ])('%s: no maker takes %j', async (path, fields, named) => {
    const { received } = await send(path, { ...requests[path], ...fields, model: elsewhere(path) })
    expect(received).toContain(`${named} is`)
    expect(relay.sent).toHaveLength(0)
  })
  test.each<[keyof typeof requests, JsonRecord, string]>([
    [chatPath, { tools: [good], tool_choice: 'whatever' }, 'tool_choice'],
    [chatPath, { tool_choice: 'whatever' }, 'tool_choice'],
    [chatPath, { tools: [good], function_call: 5 }, 'function_call'],
    [chatPath, { parallel_tool_calls: 'no' }, 'parallel_tool_calls'],
    [chatPath, { reasoning_effort: 'ultra' }, 'reasoning_effort'],
    [chatPath, { reasoning: { effort: 'ultra' } }, 'reasoning.effort'],
    [chatPath, { thinking: { type: 'weird' } }, 'thinking'],
    [chatPath, { response_format: { type: 'weird' } }, 'response_format'],
    [responsesPath, { tool_choice: 'weird' }, 'tool_choice'],
    [responsesPath, { reasoning: { effort: 'ultra' } }, 'reasoning.effort'],
    [responsesPath, { text: { format: { type: 'weird' } } }, 'text.format'],
    [messagesPath, { tool_choice: { type: 'weird' } }, 'tool_choice'],
    [messagesPath, { thinking: { type: 'weird' } }, 'thinking'],
    [messagesPath, { output_config: { effort: 'ultra' } }, 'output_config.effort'],
    [messagesPath, { output_config: { format: { type: 'weird' } } }, 'output_config.format'],
    [messagesPath, { service_tier: 'weird' }, 'service_tier'],
    [messagesPath, { stop_sequences: [5] }, 'stop_sequences'],
    [geminiPath, { generationConfig: { stopSequences: 'x' } }, 'generationConfig.stopSequences'],
    [geminiPath, { tool_config: config('WEIRD') }, 'tool_config.functionCallingConfig.mode'],
    [
      geminiPath,
      { generationConfig: { thinkingConfig: { thinkingLevel: 'ULTRA' } } },
      'generationConfig.thinkingConfig.thinkingLevel',
    ],
    [geminiPath, { generationConfig: { responseMimeType: 'text/x.enum' } }, 'generationConfig.responseMimeType'],
  ])('%s: %j may be of a newer maker, and is named', async (path, fields, named) => {
    const { dropped } = await send(path, { ...requests[path], ...fields, model: elsewhere(path) })
    expect(dropped).toEqual([named])
  })
  test.each<[keyof typeof requests, JsonRecord]>([
    [chatPath, { tools: null, tool_choice: null, response_format: null, reasoning_effort: '' }],
    [chatPath, { tools: [{ ...good, type: null }], tool_choice: 'any' }],
    [chatPath, { thinking: { type: 'auto' } }],
    [messagesPath, { tools: null, tool_choice: null, thinking: null, stop_sequences: null }],
    [geminiPath, { tools: { functionDeclarations: [{ name: 'f' }] }, toolConfig: config('MODE_UNSPECIFIED') }],
  ])('%s: %j is no such value', async (path, fields) => {
    const { dropped } = await send(path, { ...requests[path], ...fields, model: elsewhere(path) })
    expect(dropped).toEqual([])
  })
})

test('the thought signature of a call reaches Gemini again by the blocks that a client of Messages returns', async () => {
  const calls = [
    { functionCall: { name: 'look', args: { a: 1 } }, thoughtSignature: 'c2ln' },
    { functionCall: { name: 'look', args: { a: 2 } } },
  ]
  const answer = {
    ...answers['gemini-2.5-flash'],
    candidates: [{ content: { role: 'model', parts: calls }, finishReason: 'STOP', index: 0 }],
  }
  const tools = [{ name: 'look', input_schema: { type: 'object' } }]
  const asked = { max_tokens: 9, tools, messages: [{ role: 'user', content: 'Look.' }] }
  const first = await send(messagesPath, { ...asked, model: 'gemini-2.5-flash' }, 'gemini-2.5-flash', answer)
  const { content } = JSON.parse(first.received) as { content: { type: string; id?: string }[] }
  expect(content.map(({ type }) => type)).toEqual(['redacted_thinking', 'tool_use', 'tool_use'])
  const results = content.flatMap(({ id }) => (id ? [{ type: 'tool_result', tool_use_id: id, content: 'sea' }] : []))
  const messages = [...asked.messages, { role: 'assistant', content }, { role: 'user', content: results }]
  const next = (model: Model) => send(messagesPath, { ...asked, messages, model })
  const toGemini = await next('gemini-2.5-flash')
  const turns = JSON.parse(toGemini.sent) as { contents: { parts: JsonRecord[] }[] }
  expect(turns.contents[1]?.parts.map(({ thoughtSignature }) => thoughtSignature)).toEqual(['c2ln', undefined])
  expect(toGemini.dropped).toEqual([])
  for (const model of ['claude-sonnet-4-5', 'gpt-4o', 'gpt-5.1'] as const) {
    const { sent } = await next(model)
    expect(sent).toContain('look')
    for (const state of ['c2ln', 'sluice', 'redacted']) expect(sent).not.toContain(state)
  }
})
