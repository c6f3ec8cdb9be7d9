import { beforeAll, describe, expect, test } from 'bun:test'
import { explainCharge } from '@sluice/contract/explain-charge'
import { answerJson, answerSse } from './answers.ts'
import { forTests } from './for-tests.ts'
import { type MakerGateway, startMakerGateway } from './maker-gateway.ts'
import { awaitCallRow } from './usage-rows.ts'

const setting = forTests(startMakerGateway)

const set: MakerGateway['set'] = (key, value) => setting.set(key, value)

const priority = { when: { tier: 'priority' }, set: { factor: 2 } } as const
const flex = { when: { tier: 'flex' }, set: { factor: 0.5 } } as const
const fast = { when: { speed: 'fast' }, set: { factor: 2 } } as const
const large = { when: { resolution: '4k' }, set: { price: 0.24 } } as const
const us = { when: { geo: 'us' }, set: { factor: 1.1 }, stacks: true } as const

beforeAll(async () => {
  const models = ['tiered', 'plain', 'claude-x', 'gemini-x']
  await set('ModelRatio', Object.fromEntries(models.map((model) => [model, 1])))
  await set('CompletionRatio', Object.fromEntries(models.map((model) => [model, 6])))
  await set('PriceRules', { tiered: [priority, flex], 'claude-x': [fast, us], 'gemini-x': [priority, large] })
  await setting.server.addChannel(setting.openai.url, { models: 'tiered,plain' })
  await setting.server.addChannel(setting.anthropic.url, { models: 'claude-x', type: 14 })
  await setting.server.addChannel(setting.gemini.url, { models: 'gemini-x', type: 24 })
})

type Wire = Record<string, unknown>
const chatUsage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 }
const responsesUsage = { input_tokens: 1000, output_tokens: 100, total_tokens: 1100 }
const tierOf = (tier: string | undefined): Wire => (tier === undefined ? {} : { service_tier: tier })

const answerFrames = (frames: readonly Wire[], done = true) =>
  answerSse(
    frames.map((frame) => JSON.stringify(frame)),
    { done },
  )

function answerChat(tier: string | undefined, isStream: boolean): void {
  const base = { id: 'c1', created: 1, model: 'tiered', ...tierOf(tier) }
  const chunk = (more: Wire) => ({ ...base, object: 'chat.completion.chunk', ...more })
  const message = { role: 'assistant', content: 'The gate opens.' }
  setting.openai.answerWith(
    isStream
      ? answerFrames([
          chunk({ choices: [{ index: 0, delta: message, finish_reason: null }] }),
          chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
          chunk({ choices: [], usage: chatUsage }),
        ])
      : answerJson({
          ...base,
          object: 'chat.completion',
          choices: [{ index: 0, message, finish_reason: 'stop' }],
          usage: chatUsage,
        }),
  )
}

function answerResponses(tier: string | undefined, isStream: boolean): void {
  const item = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'The gate opens.', annotations: [] }],
  }
  const response = {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    model: 'tiered',
    output: [item],
    usage: responsesUsage,
    ...tierOf(tier),
  }
  setting.openai.answerWith(
    isStream
      ? answerFrames(
          [
            {
              type: 'response.created',
              sequence_number: 0,
              response: { ...response, status: 'in_progress', output: [], usage: null, service_tier: 'auto' },
            },
            {
              type: 'response.output_text.delta',
              sequence_number: 1,
              item_id: 'msg_1',
              output_index: 0,
              content_index: 0,
              delta: 'The gate opens.',
            },
            { type: 'response.completed', sequence_number: 2, response },
          ],
          false,
        )
      : answerJson(response),
  )
}

const doors = {
  chat: {
    path: '/v1/chat/completions',
    answer: answerChat,
    body: { messages: [{ role: 'user', content: 'Hello' }], max_tokens: 1000 },
  },
  responses: { path: '/v1/responses', answer: answerResponses, body: { input: 'Hello', max_output_tokens: 1000 } },
}

async function call(path: string, body: Wire, headers: Record<string, string> = {}) {
  const response = await fetch(setting.server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${setting.key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { response, text }
}

/** The row of a call; its lines sum to its charge. */
async function rowOf(response: Response) {
  const row = await awaitCallRow(setting.server, response, 2)
  const sum = (explainCharge(row) ?? []).reduce((total, line) => total + Number(line.amount), 0)
  expect(Math.round(sum)).toBe(row.quota)
  return row
}

describe.each(['chat', 'responses'] as const)('a tier of %s', (name) => {
  const door = doors[name]
  describe.each(['whole', 'streamed'] as const)('%s', (form) => {
    const stream = form === 'streamed'
    test.each([
      ['flex', 'flex', 800],
      ['priority', 'priority', 3200],
      ['priority', 'default', 1600],
      ['auto', 'priority', 3200],
      [undefined, 'priority', 3200],
      ['priority', undefined, 3200],
      ['flex', undefined, 1600],
      [undefined, undefined, 1600],
    ])('asked for as %s and answered as %s', async (asked, answered, quota) => {
      door.answer(answered, stream)
      const { response } = await call(door.path, { ...door.body, model: 'tiered', stream, ...tierOf(asked) })
      expect(response.status).toBe(200)
      const row = await rowOf(response)
      expect(row.quota).toBe(quota)
      const tier = quota === 3200 ? 'priority' : quota === 800 ? 'flex' : undefined
      expect(row.detail.served?.tier).toBe(tier as string)
      expect(setting.openai.requests.at(-1)?.json()).toMatchObject(tierOf(asked))
    })
  })

  test('without a price is refused before the upstream', async () => {
    const before = setting.openai.requests.length
    const { response, text } = await call(door.path, { ...door.body, model: 'plain', service_tier: 'priority' })
    expect(response.status).toBe(400)
    expect(response.headers.get('x-sluice-error')).toBe('service_price_error')
    for (const part of ['plain', 'service_tier', 'priority', 'PriceRules']) expect(text).toContain(part)
    expect(setting.openai.requests.length).toBe(before)
  })

  test('that is cheaper passes without a price, at the standard one', async () => {
    door.answer('flex', false)
    const { response } = await call(door.path, { ...door.body, model: 'plain', service_tier: 'flex' })
    const row = await rowOf(response)
    expect(row.quota).toBe(1600)
    expect(row.detail).toMatchObject({ served: { tier: 'flex' } })
    expect(row.detail).not.toHaveProperty('served_unpriced')
  })

  test('that the request did not name and that has no price is charged as standard, and the row is marked', async () => {
    door.answer('priority', false)
    const { response } = await call(door.path, { ...door.body, model: 'plain' })
    const row = await rowOf(response)
    expect(row.quota).toBe(1600)
    expect(row.detail).toMatchObject({ served: { tier: 'priority' }, served_unpriced: ['tier'] })
  })
})

test('the operator may have unpriced fields left out, or charged as standard', async () => {
  const { path, body } = doors.chat
  const ask = (more: Wire = {}) => call(path, { ...body, model: 'plain', service_tier: 'priority', ...more })
  try {
    await set('UnpricedServiceAction', 'drop')
    answerChat('default', false)
    const dropped = await ask({ seed: 7 })
    expect(dropped.response.status).toBe(200)
    expect(dropped.response.headers.get('x-sluice-dropped')).toBe('service_tier')
    expect(setting.openai.requests.at(-1)?.json()).toEqual({ ...body, model: 'plain', seed: 7 })
    expect((await rowOf(dropped.response)).quota).toBe(1600)
    await set('UnpricedServiceAction', 'standard')
    answerChat('priority', false)
    const passed = await ask()
    expect(setting.openai.requests.at(-1)?.json()).toMatchObject({ service_tier: 'priority' })
    const row = await rowOf(passed.response)
    expect(row.quota).toBe(1600)
    expect(row.detail.served_unpriced).toEqual(['tier'])
  } finally {
    await set('UnpricedServiceAction', 'refuse')
  }
})

test('the dearer way is held: a balance that covers only the standard one is refused', async () => {
  // (about 10 + 1000 × 6) × 2
  const key = await setting.server.makeToken('user', { unlimited_quota: false, remain_quota: 9_000 })
  const ask = (service_tier: string) => {
    answerChat('default', false)
    return call(
      doors.chat.path,
      { ...doors.chat.body, model: 'tiered', service_tier },
      { authorization: `Bearer ${key}` },
    )
  }
  expect((await ask('priority')).response.status).toBe(403)
  expect((await ask('auto')).response.status).toBe(403)
  expect((await ask('default')).response.status).toBe(200)
})

const message = (usage: Wire): Wire => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-x',
  content: [{ type: 'text', text: 'The gate opens.' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage,
})
const counts = { input_tokens: 1000, output_tokens: 100 }

function answerAnthropic(more: Wire, isStream: boolean): void {
  const usage = { ...counts, ...more }
  setting.anthropic.answerWith(
    isStream
      ? answerFrames(
          [
            {
              type: 'message_start',
              message: { ...message({ ...usage, output_tokens: 1 }), content: [], stop_reason: null },
            },
            { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
            { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'The gate opens.' } },
            { type: 'content_block_stop', index: 0 },
            { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 100 } },
            { type: 'message_stop' },
          ],
          false,
        )
      : answerJson(message(usage)),
  )
}

const ask = { model: 'claude-x', max_tokens: 1000, messages: [{ role: 'user', content: 'Hello' }] }

describe.each(['whole', 'streamed'] as const)('Anthropic, %s', (form) => {
  const stream = form === 'streamed'
  test.each([
    [{ speed: 'fast' }, { speed: 'fast' }, 3200],
    [{ speed: 'fast' }, { speed: 'standard' }, 1600],
    [{ inference_geo: 'us' }, { inference_geo: 'us' }, 1760],
    [{ speed: 'fast', inference_geo: 'us' }, { speed: 'fast', inference_geo: 'us' }, 3520],
    // The default of the workspace.
    [{}, { service_tier: 'standard', speed: 'standard', inference_geo: 'us' }, 1760],
    [{ speed: 'fast', inference_geo: 'us' }, {}, 3520],
  ])('asked for %j and answered %j', async (asked, answered, quota) => {
    answerAnthropic(answered, stream)
    const { response } = await call('/v1/messages', { ...ask, stream, ...asked })
    expect(response.status).toBe(200)
    expect((await rowOf(response)).quota).toBe(quota)
  })
})

test('a region without a price is refused in the form of its client', async () => {
  const { response, text } = await call('/v1/messages', { ...ask, inference_geo: 'eu' })
  expect(response.status).toBe(400)
  expect(JSON.parse(text)).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } })
  expect(text).toContain('inference_geo eu')
})

test('what another format cannot express is named, not refused and not charged', async () => {
  answerAnthropic({}, false)
  const { response } = await call(doors.chat.path, { ...doors.chat.body, model: 'claude-x', service_tier: 'priority' })
  expect(response.status).toBe(200)
  expect(response.headers.get('x-sluice-dropped')).toBe('service_tier')
  const row = await rowOf(response)
  expect(row.quota).toBe(1600)
  expect(row.detail).not.toHaveProperty('served')
})

test('the tier of Gemini is read from its usage, and the size of pictures from the request', async () => {
  const usageMetadata = { promptTokenCount: 1000, candidatesTokenCount: 100, totalTokenCount: 1100 }
  const candidates = [
    { index: 0, content: { role: 'model', parts: [{ text: 'The gate opens.' }] }, finishReason: 'STOP' },
  ]
  const charged = async (asked: Wire, serviceTier: string) => {
    setting.gemini.answerWith(answerJson({ candidates, usageMetadata: { ...usageMetadata, serviceTier } }))
    const { response } = await call('/v1beta/models/gemini-x:generateContent', {
      contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
      ...asked,
    })
    expect(response.status).toBe(200)
    return (await rowOf(response)).quota
  }
  expect(await charged({ serviceTier: 'SERVICE_TIER_PRIORITY' }, 'priority')).toBe(3200)
  expect(await charged({ service_tier: 'priority' }, 'standard')).toBe(1600)
  // The resolution of the pictures that a chat makes: 0.24 × 500 000
  expect(await charged({ generationConfig: { imageConfig: { imageSize: '4K' } } }, 'standard')).toBe(120_000)
  expect(await charged({ generationConfig: { imageConfig: { imageSize: '1K' } } }, 'standard')).toBe(1600)
})
