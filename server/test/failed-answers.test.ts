import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { answerJson, answerSse } from './answers.ts'
import { type Answer, type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { forTests } from './for-tests.ts'
import {
  answerAs,
  answerFrames,
  answers,
  type FormatName,
  formatNames,
  modelOf,
  protocolRatios,
  startProtocolServer,
  streams,
} from './protocol-fakes.ts'
import { setRatios } from './ratios.ts'
import { awaitCallRow } from './usage-rows.ts'

// Answers that failed under status 200, before and after their first byte.

type Wire = Record<string, unknown>

const typeOf: Record<FormatName, number> = { openai: 8, anthropic: 14, gemini: 24 }
/** A custom channel is called at its exact address, and speaks no second format. */
const pathOf: Record<FormatName, string> = { openai: '/v1/chat/completions', anthropic: '', gemini: '' }

const gateway = forTests(startProtocolServer)
let first: FakeUpstream
let second: FakeUpstream
beforeAll(async () => {
  for (const [key, value] of [
    ['RetryTimes', '1'],
    ['RetryBudgetPercent', '100'],
  ] as const)
    await gateway.server.api('root').put('/api/option/', { key, value })
  ;[first, second] = await Promise.all([startFakeUpstream(answerJson({})), startFakeUpstream(answerJson({}))])
  await setRatios(
    gateway.server,
    Object.values(modelOf).flatMap((model) => [`${model}-pair`, `${model}-alone`]),
    protocolRatios,
  )
})
/** Channels of a test: those that failed rest. */
const channels: number[] = []
afterEach(async () => {
  for (const fake of [first, second]) fake.requests.length = 0
  for (const id of channels.splice(0)) await gateway.server.api('root').delete(`/api/channel/${id}`)
})
afterAll(async () => {
  await first?.close()
  await second?.close()
})

/** The failing channel of the format's upstream, and another for the model `…-pair`. */
async function addChannels(name: FormatName): Promise<void> {
  const [type, path] = [typeOf[name], pathOf[name]]
  const [pair, alone] = [`${modelOf[name]}-pair`, `${modelOf[name]}-alone`]
  channels.push(await gateway.server.addChannel(first.url + path, { type, models: `${pair},${alone}`, priority: 1 }))
  channels.push(await gateway.server.addChannel(second.url + path, { type, models: pair, priority: 0 }))
}

const answer = (wire: Wire, isStream: boolean): Answer => (isStream ? answerFrames([wire]) : answerJson(wire))

const choiceError = { code: 502, message: 'The model broke.', metadata: {} }
const openaiFault = (finish_reason: string, more: Wire = {}) => ({
  id: 'x',
  object: 'chat.completion',
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: '' }, delta: { content: '' }, finish_reason, ...more }],
})
const geminiFault = (finishReason: string) => ({
  candidates: [{ finishReason, index: 0 }],
  usageMetadata: { promptTokenCount: 2_595, totalTokenCount: 2_595 },
})

const faults: [FormatName, string, Wire][] = [
  ['openai', 'an error inside a choice', openaiFault('error', { error: choiceError })],
  ...['error', 'insufficient_system_resource', 'network_error', 'abort'].map((word): [FormatName, string, Wire] => [
    'openai',
    `the end ${word}`,
    openaiFault(word),
  ]),
  ...['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS', 'NO_IMAGE', 'OTHER'].map(
    (word): [FormatName, string, Wire] => ['gemini', `the end ${word}`, geminiFault(word)],
  ),
]

const clients = formatNames.flatMap((client) => [[client, false] as const, [client, true] as const])

describe.each(faults)('an upstream that speaks %s and answers with %s', (upstream, _, wire) => {
  test.each(clients)('yields to another channel for a client of %s (streamed: %p)', async (client, isStream) => {
    await addChannels(upstream)
    first.answerWith(answer(wire, isStream))
    second.answerWith(answerAs(upstream))
    const response = await gateway.call(client, `${modelOf[upstream]}-pair`, { isStream })
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).toContain('gate')
    expect([first, second].map(({ requests }) => requests.length)).toEqual([1, 1])
    expect((await awaitCallRow(gateway.server, response, 2)).quota).toBe(18)
  })

  test.each(clients)(
    'is an error for a client of %s (streamed: %p) that has no other, free',
    async (client, isStream) => {
      await addChannels(upstream)
      first.answerWith(answer(wire, isStream))
      const before = (await gateway.server.self('user')).quota
      const response = await gateway.call(client, `${modelOf[upstream]}-alone`, { isStream })
      expect(response.status).toBe(502)
      expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('request id') } })
      expect((await gateway.server.self('user')).quota).toBe(before)
    },
  )
})

/** Whole answers with the same report. */
const foreign: Record<FormatName | 'responses', Wire> = {
  openai: { ...answers.openai, usage: { prompt_tokens: 1_000, completion_tokens: 500, total_tokens: 1_500 } },
  anthropic: { ...answers.anthropic, usage: { input_tokens: 1_000, output_tokens: 500 } },
  gemini: {
    ...answers.gemini,
    usageMetadata: { promptTokenCount: 1_000, candidatesTokenCount: 500, totalTokenCount: 1_500 },
  },
  responses: {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    model: 'gpt-4o',
    output: [
      {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'The bars open.', annotations: [] }],
      },
    ],
    usage: { input_tokens: 1_000, output_tokens: 500, total_tokens: 1_500 },
  },
}
const otherForms = Object.keys(foreign) as (keyof typeof foreign)[]

describe.each([...formatNames])('a channel of %s whose upstream answers in another form', (upstream) => {
  const type = upstream === 'openai' ? 1 : typeOf[upstream]
  const [pair, alone] = [`${modelOf[upstream]}-pair`, `${modelOf[upstream]}-alone`]
  const calls = [...formatNames, 'responses' as const].flatMap((client) =>
    otherForms
      // A client of Responses is served by the upstream's Responses.
      .filter((form) => form !== (upstream === 'openai' && client === 'responses' ? 'responses' : upstream))
      .map((form) => [client, form] as const),
  )

  const ask = (client: FormatName | 'responses', model: string) =>
    client === 'responses'
      ? gateway.server.relay(gateway.key, '/v1/responses', { model, input: 'Where is the gate?' })
      : gateway.call(client, model)

  test.each(calls)(
    'fails for a client of %s, free, in the form of %s; another channel answers',
    async (client, form) => {
      channels.push(await gateway.server.addChannel(first.url, { type, models: `${pair},${alone}`, priority: 1 }))
      channels.push(await gateway.server.addChannel(second.url, { type: 14, models: pair, priority: 0 }))
      first.answerWith(answerJson(foreign[form]))
      second.answerWith(answerAs('anthropic'))
      const served = await ask(client, pair)
      expect([served.status, await served.text()]).toEqual([200, expect.stringContaining('The gate opens.')])
      expect([first, second].map(({ requests }) => requests.length)).toEqual([1, 1])
      expect((await awaitCallRow(gateway.server, served, 2)).quota).toBe(18)
      const before = (await gateway.server.self('user')).quota
      const refused = await ask(client, alone)
      expect([refused.status, await refused.json()]).toMatchObject([
        502,
        { error: { message: expect.stringContaining('request id') } },
      ])
      expect(first.requests).toHaveLength(2)
      expect((await gateway.server.self('user')).quota).toBe(before)
    },
  )
})

describe.each<[string, Wire[]]>([
  ['Anthropic', streams.anthropic.frames],
  ['Gemini', streams.gemini.frames],
  [
    'Responses',
    [
      { type: 'response.created', response: { ...foreign.responses, status: 'in_progress', output: [] } },
      { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: 'The bars' },
      { type: 'response.completed', response: foreign.responses },
    ],
  ],
])('a channel of openai whose upstream streams the events of %s', (_, frames) => {
  test.each([...formatNames])('fails for a client of %s, free; another channel answers', async (client) => {
    const [pair, alone] = [`${modelOf.openai}-pair`, `${modelOf.openai}-alone`]
    channels.push(await gateway.server.addChannel(first.url, { type: 1, models: `${pair},${alone}`, priority: 1 }))
    channels.push(await gateway.server.addChannel(second.url, { type: 14, models: pair, priority: 0 }))
    first.answerWith(answerFrames(frames))
    second.answerWith(answerAs('anthropic'))
    const served = await gateway.call(client, pair, { isStream: true })
    expect([served.status, await served.text()]).toEqual([200, expect.stringContaining(' gate')])
    expect([first, second].map(({ requests }) => requests.length)).toEqual([1, 1])
    expect((await awaitCallRow(gateway.server, served, 2)).quota).toBe(18)
    const before = (await gateway.server.self('user')).quota
    const refused = await gateway.call(client, alone, { isStream: true })
    expect([refused.status, await refused.text()]).toEqual([502, expect.stringContaining('in another format')])
    expect((await gateway.server.self('user')).quota).toBe(before)
  })
})

const openings: [FormatName, string, string[]][] = [
  ['openai', 'an empty frame', ['{}', '[DONE]']],
  ['openai', 'an empty frame and nothing', ['{}']],
  ['openai', 'a role', [JSON.stringify(streams.openai.frames[0]), '[DONE]']],
  ['openai', 'a role and nothing', [JSON.stringify(streams.openai.frames[0])]],
  ['anthropic', 'an empty frame', ['{}']],
  [
    'anthropic',
    'a head',
    [streams.anthropic.frames[0], streams.anthropic.frames.at(-1)].map((one) => JSON.stringify(one)),
  ],
  ['anthropic', 'a head and nothing', [JSON.stringify(streams.anthropic.frames[0])]],
  ['gemini', 'an empty frame', ['{}']],
  ['gemini', 'an empty candidate', ['{"candidates":[{}]}']],
  ['gemini', 'an empty list', ['[]']],
]

describe.each(openings)('a stream of %s of %s', (upstream, _, frames) => {
  test.each([...formatNames])('yields to another channel for a client of %s', async (client) => {
    await addChannels(upstream)
    first.answerWith(answerSse(frames, { done: false }))
    second.answerWith(answerAs(upstream))
    const response = await gateway.call(client, `${modelOf[upstream]}-pair`, { isStream: true })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('gate')
  })

  test.each([...formatNames])('is an error for a client of %s that has no other channel', async (client) => {
    await addChannels(upstream)
    first.answerWith(answerSse(frames, { done: false }))
    const response = await gateway.call(client, `${modelOf[upstream]}-alone`, { isStream: true })
    expect(response.status).toBe(502)
  })
})

describe('an answer that fails after some text', () => {
  const ends: [FormatName, Wire[]][] = [
    ['openai', [...streams.openai.frames.slice(0, 3), openaiFault('network_error')]],
    ['openai', [...streams.openai.frames.slice(0, 3), openaiFault('stop', { error: choiceError })]],
    ['gemini', [...streams.gemini.frames.slice(0, 2), geminiFault('MALFORMED_FUNCTION_CALL')]],
  ]
  test.each(ends)(
    'of %s is an error in the stream of every other format, and its text is charged',
    async (upstream, frames) => {
      await addChannels(upstream)
      first.answerWith(answerFrames(frames, upstream === 'openai' ? ['[DONE]'] : []))
      for (const client of formatNames.filter((name) => name !== upstream)) {
        const response = await gateway.call(client, `${modelOf[upstream]}-alone`, { isStream: true })
        const text = await response.text()
        expect(text).toContain(' gate')
        expect(text).toMatch(/"error":\{/)
        expect(text).not.toMatch(/\[DONE\]|message_stop|finishReason|"finish_reason":"/)
        const row = await awaitCallRow(gateway.server, response, 2)
        expect(row.detail.end).toBe('upstream_error')
        expect(row.quota).toBeGreaterThan(0)
      }
    },
  )

  test('is an error for a whole answer in another format, and free', async () => {
    await addChannels('openai')
    const message = { role: 'assistant', content: 'The gate' }
    first.answerWith(answerJson(openaiFault('network_error', { message })))
    const response = await gateway.call('anthropic', `${modelOf.openai}-alone`)
    expect([response.status, await response.json()]).toMatchObject([502, { error: { type: 'api_error' } }])
  })
})

test('a role that stays alone for long is followed by an error', async () => {
  await addChannels('openai')
  const gate = Promise.withResolvers<void>()
  const frames = [JSON.stringify(streams.openai.frames[0]), '[DONE]']
  first.answerWith(answerSse(frames, { done: false, before: { 1: () => gate.promise } }))
  const response = await gateway.call('openai', `${modelOf.openai}-alone`, { isStream: true })
  expect(response.status).toBe(200)
  gate.resolve()
  const text = await response.text()
  expect(text).toContain('"error":{')
  expect(text).not.toContain('[DONE]')
})
