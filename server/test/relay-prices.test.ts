import { afterEach, expect, test } from 'bun:test'
import { explainCharge } from '@sluice/contract/explain-charge'
import { answerJson } from './answers.ts'
import { forTests } from './for-tests.ts'
import { answerFrames, answers, type FormatName, modelOf, startProtocolServer, streams } from './protocol-fakes.ts'
import { newestCharge } from './usage-rows.ts'

// Ratio 1, output 2, cache read 0.5; every answer is 10 tokens in and 4 out: 10 + 4 × 2 = 18.
const gateway = forTests(startProtocolServer)
afterEach(async () => {
  await gateway.set('PriceRules', {})
})

async function readOption(name: string): Promise<unknown> {
  const options = await gateway.server.api('root').get<{ key: string; value: string }[]>('/api/option/')
  return JSON.parse(options.find(({ key }) => key === name)?.value ?? '{}')
}

/** The row of a call to `upstream` that is answered with `more`; its lines sum to the charge. */
async function expectCharged(upstream: FormatName, more: Record<string, unknown>) {
  gateway.fakes[upstream].answerWith(answerJson({ ...answers[upstream], ...more }))
  const response = await gateway.call(upstream, modelOf[upstream])
  expect(response.status).toBe(200)
  await response.text()
  const row = await newestCharge(gateway.server)
  const sum = (explainCharge(row) ?? []).reduce((total, line) => total + Number(line.amount), 0)
  expect(sum).toBe(row.quota)
  return row
}

test('a search of Anthropic costs 10 dollars a thousand in addition to the tokens', async () => {
  const usage = { input_tokens: 10, output_tokens: 4, server_tool_use: { web_search_requests: 2 } }
  const row = await expectCharged('anthropic', { usage })
  expect(row.quota).toBe(18 + 10_000)
  expect(row.detail).toMatchObject({ web_search: true, web_search_call_count: 2, web_search_price: 10 })
})

test('allowed searches are held: a balance that cannot cover them is refused', async () => {
  const key = await gateway.server.makeToken('user', { unlimited_quota: false, remain_quota: 20_000 })
  const ask = (max_uses: number) =>
    fetch(`${gateway.server.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: modelOf.anthropic,
        max_tokens: 10,
        messages: [{ role: 'user', content: 'Hello' }],
        tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses }],
      }),
    })
  // 5000 for each, plus a few tokens.
  const refused = await ask(4)
  expect(refused.status).toBe(402)
  expect(await refused.text()).toContain('The quota of the API key is not enough')
  const usage = { input_tokens: 10, output_tokens: 4, server_tool_use: { web_search_requests: 3 } }
  gateway.fakes.anthropic.answerWith(answerJson({ ...answers.anthropic, usage }))
  expect((await ask(3)).status).toBe(200)
  expect((await newestCharge(gateway.server)).quota).toBe(18 + 15_000)
})

test('a search model behind another name is held for its search', async () => {
  await gateway.set('ModelPrice', { 'house-search': 0.001 })
  await gateway.server.addChannel(gateway.fakes.openai.url, {
    models: 'house-search',
    model_mapping: JSON.stringify({ 'house-search': 'gpt-4o-search-preview' }),
  })
  const ask = async (remain_quota: number) => {
    const key = await gateway.server.makeToken('user', { unlimited_quota: false, remain_quota })
    const body = { model: 'house-search', messages: [{ role: 'user', content: 'Hello' }] }
    return (await gateway.server.relay(key, '/v1/chat/completions', body)).status
  }
  // 500 for the call, 5000 for the search.
  expect(await ask(5_499)).toBe(403)
  gateway.fakes.openai.answerWith(answerJson({ ...answers.openai, model: 'gpt-4o-search-preview' }))
  expect(await ask(5_500)).toBe(200)
  expect((await newestCharge(gateway.server)).quota).toBe(5_500)
})

test('a grounded answer of Gemini has the configured price of its model', async () => {
  await gateway.set('tool_price_setting', { google_search: { default: 1, 'gemini-2': 35 } })
  const [candidate] = answers.gemini.candidates as object[]
  const groundingMetadata = { webSearchQueries: ['gate', 'river gate'] }
  const row = await expectCharged('gemini', { candidates: [{ ...candidate, groundingMetadata }] })
  expect(row.quota).toBe(18 + 17_500)
  expect(row.detail).toMatchObject({ google_search_call_count: 1, google_search_price: 35 })
})

test('a long prompt is charged at the price of its step, by the upstream’s count', async () => {
  await gateway.set('PriceRules', { [modelOf.openai]: [{ when: { input_over: 9 }, set: { factor: 3 } }] })
  const row = await expectCharged('openai', {})
  expect(row.quota).toBe(54)
  expect(row.detail).toMatchObject({ price_factor: 3, price_rule: { input_over: 9 } })
  const short = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 }
  expect((await expectCharged('openai', { usage: short })).quota).toBe(17)
})

test('the rule at the time of arrival applies, not that at the end', async () => {
  const rules = [
    { when: { until: '2000-01-01' }, set: { factor: 100 } },
    { when: { from: '2000-01-01' }, set: { ratio: 2, completion_ratio: 1 } },
  ]
  await gateway.set('PriceRules', { [modelOf.openai]: rules })
  expect((await expectCharged('openai', {})).quota).toBe(28) // (10 + 4) × 2
})

test("the row has the channel's cost beside the charge, visible only to administrators", async () => {
  const id = await gateway.server.addChannel(gateway.fakes.openai.url, {
    models: 'cheap-model',
    model_mapping: JSON.stringify({ 'cheap-model': 'gpt-4o' }),
    cost_prices: JSON.stringify({ 'gpt-4o': { ratio: 0.5 }, default: { discount: 0.25 } }),
  })
  await gateway.set('ModelRatio', {
    'cheap-model': 10,
    ...Object.fromEntries(Object.values(modelOf).map((model) => [model, 1])),
  })
  const response = await gateway.call('openai', 'cheap-model')
  await response.text()
  const row = await newestCharge(gateway.server)
  expect(row).toMatchObject({ channel: id, quota: 140 }) // (10 + 4) × 10
  expect(row.detail.admin_info?.cost_quota).toBe(7) // (10 + 4) × 0.5
  const own = await gateway.server.api('user').get<{ items: { other: string }[] }>('/api/log/self?p=1&page_size=1')
  expect(own.items[0]?.other).not.toContain('cost_quota')
})

test('cache writes of Claude cost the same under every name, plain and streamed', async () => {
  const before = await readOption('ModelRatio')
  const names = { 'house-best': 'claude-sonnet-4-5', 'house-other': 'house-model' }
  await gateway.set('ModelRatio', { ...(before as object), 'house-best': 1, 'house-other': 1 })
  const mapping = JSON.stringify(names)
  const models = 'house-best,house-other'
  const byName = await gateway.server.addChannel(gateway.fakes.openai.url, {
    models,
    model_mapping: mapping,
    priority: 2,
  })
  try {
    // 10 uncached and 100 written, 110 in total. 4 of output at the ratio 1 of a name without an entry.
    const details = { cached_tokens: 0, cache_write_tokens: 100 }
    const usage = { prompt_tokens: 110, completion_tokens: 4, prompt_tokens_details: details }
    gateway.fakes.openai.answerWith(answerJson({ ...answers.openai, usage }))
    const charge = async (model: string, isStream = false) => {
      const response = await gateway.call('openai', model, { isStream })
      expect(response.status).toBe(200)
      await response.text()
      return newestCharge(gateway.server)
    }
    const best = await charge('house-best')
    expect(best.quota).toBe(10 + 125 + 4)
    expect(best.detail).toMatchObject({ cache_creation_ratio: 1.25 })
    // Another maker's model keeps the price of its name.
    expect((await charge('house-other')).quota).toBe(10 + 100 + 4)

    // Behind Anthropic's format every model counts.
    await gateway.server.api('root').put('/api/channel/', { id: byName, status: 2 })
    await gateway.server.addChannel(gateway.fakes.anthropic.url, { type: 14, models, model_mapping: mapping })
    const written = { input_tokens: 10, cache_creation_input_tokens: 100, output_tokens: 4 }
    gateway.fakes.anthropic.answerWith(answerJson({ ...answers.anthropic, usage: written }))
    expect((await charge('house-other')).quota).toBe(139)
    const [start, ...rest] = streams.anthropic.frames
    const message = { ...(start?.message as object), usage: { ...written, output_tokens: 1 } }
    gateway.fakes.anthropic.answerWith(answerFrames([{ ...start, message }, ...rest]))
    expect((await charge('house-other', true)).quota).toBe(139)
  } finally {
    await gateway.set('ModelRatio', before)
  }
})

test("a model without a price is refused, unless its caller accepts the operator's ratio for such models", async () => {
  const before = await readOption('ModelRatio')
  const accept = (isAccepted: boolean) =>
    gateway.server.api('user').put('/api/user/setting', { accept_unset_model_ratio_model: isAccepted })
  const call = async () => (await gateway.call('openai', modelOf.openai)).status
  try {
    await gateway.set('ModelRatio', {})
    expect(await call()).not.toBe(200)
    await gateway.set('UnsetModelRatio', 3)
    expect(await call()).not.toBe(200)
    await accept(true)
    // (10 + 4 × 2) × 3
    expect((await expectCharged('openai', {})).quota).toBe(54)
    await gateway.set('UnsetModelRatio', 0)
    expect(await call()).not.toBe(200)
  } finally {
    await accept(false)
    await gateway.set('UnsetModelRatio', 0)
    await gateway.set('ModelRatio', before)
  }
})
