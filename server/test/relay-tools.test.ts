import { beforeAll, describe, expect, test } from 'bun:test'
import { type ChargeLine, explainCharge } from '@sluice/contract/explain-charge'
import { answerJson, answerSse, hang } from './answers.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { forTests } from './for-tests.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { awaitCallRow } from './usage-rows.ts'

interface Setting {
  server: TestServer
  openai: FakeUpstream
  key: string
  stop(): Promise<void>
}

const setting = forTests(async (): Promise<Setting> => {
  const server = await startTestServer()
  const openai = await startFakeUpstream(hang)
  const stop = async () => {
    await Promise.all([server.stop(), openai.close()])
  }
  return { server, openai, key: await server.makeToken('root'), stop }
})

type Wire = Record<string, unknown>
const set = (key: string, value: unknown) =>
  setting.server
    .api('root')
    .put('/api/option/', { key, value: typeof value === 'string' ? value : JSON.stringify(value) })

/** Ratio 1 and output 6: usage of 1820 and 210 costs 3080. */
beforeAll(async () => {
  await set('ModelRatio', { talker: 1, 'gpt-image-2': 1, 'gpt-image-2.6-sunburst': 1 })
  await set('CompletionRatio', { talker: 6, 'gpt-image-2': 1, 'gpt-image-2.6-sunburst': 6 })
  await setting.server.addChannel(setting.openai.url, { models: 'talker' })
})

const usage = { input_tokens: 1820, output_tokens: 210, total_tokens: 2030 }
const words = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'The gate opens.', annotations: [] }],
}

const forms = ['whole', 'streamed', 'streamed without output'] as const
type Form = (typeof forms)[number]

/** The upstream answers with `items`, a message, and `more` in the response. */
function answer(form: Form, items: readonly Wire[], more: Wire): void {
  const output = [...items, words]
  const response = { id: 'resp_1', object: 'response', status: 'completed', model: 'talker', output, usage, ...more }
  if (form === 'whole') {
    setting.openai.answerWith(answerJson(response))
    return
  }
  const started = { ...response, status: 'in_progress', output: [], usage: null, tool_usage: null }
  const events: Wire[] = [
    { type: 'response.created', response: started },
    ...output.flatMap((item, output_index): Wire[] => [
      { type: 'response.output_item.added', output_index, item: { ...item, result: null } },
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: 'response.completed', response: form === 'streamed' ? response : { ...response, output: [] } },
  ]
  setting.openai.answerWith(
    answerSse(
      events.map((event, sequence_number) => JSON.stringify({ ...event, sequence_number })),
      { done: false },
    ),
  )
}

async function ask(form: Form, body: Wire, key = setting.key) {
  const response = await fetch(`${setting.server.url}/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'talker', input: 'Draw a gate.', stream: form !== 'whole', ...body }),
  })
  return { response, text: await response.text() }
}

/** The row of a call, whose lines sum to its charge, and the lines of its tools. */
async function billOf(response: Response) {
  expect(response.status).toBe(200)
  const row = await awaitCallRow(setting.server, response, 2)
  const lines = explainCharge(row) ?? []
  expect(Math.round(lines.reduce((total, line) => total + Number(line.amount), 0))).toBe(row.quota)
  const tools = lines.filter(({ kind, by }) => by !== undefined || !/^(input|output)_/.test(kind))
  return {
    row,
    tools: tools.map(({ kind, by, amount }: ChargeLine) => ({ kind, tool: by?.tool, model: by?.model, amount })),
  }
}

const picture = { id: 'ig_1', type: 'image_generation_call', status: 'completed', result: 'iVBORw0KGgo=' }
const painter = { type: 'image_generation', model: 'gpt-image-2' }
const imageGen = { input_tokens: 40, output_tokens: 7024, output_tokens_details: { image_tokens: 7024 } }

describe.each(forms)('the answer is %s:', (form) => {
  test('pictures cost the tokens that the answer reports, at the price of their model', async () => {
    answer(form, [picture], { tools: [painter], tool_usage: { image_gen: imageGen } })
    const { response } = await ask(form, { tools: [painter] })
    const { row, tools } = await billOf(response)
    expect(row.quota).toBe(3080 + 7064)
    const by = { tool: 'image_generation', model: 'gpt-image-2' } as const
    expect(tools).toEqual([
      { kind: 'input_text', ...by, amount: '40' },
      { kind: 'output_image', ...by, amount: '7024' },
    ])
    expect(row.detail).not.toHaveProperty('usage_estimated')
  })

  test('pictures without a report are estimated by their size and quality, and the row is marked', async () => {
    const small = { ...picture, id: 'ig_2', size: '1024x1536', quality: 'low' }
    answer(form, [{ ...picture, size: '1024x1024', quality: 'high' }, small], { tools: [painter] })
    const { row } = await billOf((await ask(form, { tools: [painter] })).response)
    // 7024 for the square one; 196 × 1.5 for the other.
    expect(row.quota).toBe(3080 + 7024 + 294)
    expect(row.detail.usage_estimated).toBe(true)
    expect(row.detail.tool_runs).toMatchObject([{ tool: 'image_generation', count: 2 }])
  })

  test('a picture without a result costs nothing', async () => {
    answer(form, [{ ...picture, status: 'failed', result: null }], { tools: [painter] })
    expect((await billOf((await ask(form, { tools: [painter] })).response)).row.quota).toBe(3080)
  })

  test('a tool without a model uses the default of its maker', async () => {
    answer(form, [picture], { tool_usage: { image_gen: imageGen } })
    const { row } = await billOf((await ask(form, { tools: [{ type: 'image_generation' }] })).response)
    expect(row.quota).toBe(3080 + 40 + 7024 * 6)
    expect(row.detail.tool_runs?.[0]?.tokens?.model).toBe('gpt-image-2.6-sunburst')
  })

  // A thousand sessions cost 30, 120, 480 and 1920 dollars.
  test.each([
    [undefined, 15_000],
    ['1g', 15_000],
    ['4g', 60_000],
    ['16g', 240_000],
    ['64g', 960_000],
  ])('code runs in containers of %s, which cost %d each', async (memory_limit, each) => {
    const run = (id: string, container_id: string) => ({ id, type: 'code_interpreter_call', container_id, code: '1' })
    const tool = { type: 'code_interpreter', container: { type: 'auto', ...(memory_limit && { memory_limit }) } }
    answer(form, [run('ci_1', 'cntr_a'), run('ci_2', 'cntr_a'), run('ci_3', 'cntr_b')], { tools: [tool] })
    const { row, tools } = await billOf((await ask(form, { tools: [tool] })).response)
    expect(row.quota).toBe(3080 + 2 * each)
    expect(tools).toMatchObject([{ kind: `container_${memory_limit ?? '1g'}`, amount: String(2 * each) }])
    // The request decides where the answer does not repeat the tool.
    answer(form, [run('ci_1', 'cntr_a')], {})
    expect((await billOf((await ask(form, { tools: [tool] })).response)).row.quota).toBe(3080 + each)
  })

  test('a shell of the upstream runs in a container, one of the client in none', async () => {
    const hosted = { type: 'shell', environment: { type: 'container_auto', memory_limit: '4g' } }
    const item = { id: 'sh_1', type: 'shell_call', call_id: 'c1', action: { commands: ['ls'] } }
    answer(form, [{ ...item, environment: { type: 'container_reference', container_id: 'cntr_a' } }], {
      tools: [hosted],
    })
    expect((await billOf((await ask(form, { tools: [hosted] })).response)).row.quota).toBe(3080 + 60_000)
    const local = { type: 'shell', environment: { type: 'local' } }
    answer(form, [{ ...item, environment: { type: 'local' } }], { tools: [local] })
    expect((await billOf((await ask(form, { tools: [local] })).response)).row.quota).toBe(3080)
  })

  test('searches are those that the answer counts as billable', async () => {
    const search = { id: 'ws_1', type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'a' } }
    const tools = [{ type: 'web_search' }]
    answer(form, [search, { ...search, id: 'ws_2' }], { tools, tool_usage: { web_search: { num_requests: 1 } } })
    expect((await billOf((await ask(form, { tools })).response)).row.quota).toBe(3080 + 5000)
    answer(form, [search, { ...search, id: 'ws_2' }], { tools })
    expect((await billOf((await ask(form, { tools })).response)).row.quota).toBe(3080 + 10_000)
  })

  test('an answer without usage is counted, and its tools are charged', async () => {
    const run = { id: 'ci_1', type: 'code_interpreter_call', container_id: 'cntr_a', code: '1' }
    answer(form, [run], { usage: undefined })
    const { row, tools } = await billOf((await ask(form, { tools: [{ type: 'code_interpreter' }] })).response)
    expect(tools).toMatchObject([{ kind: 'container_1g', amount: '15000' }])
    expect(row.quota).toBeGreaterThan(15_000)
    expect(row.detail.usage_estimated).toBe(true)
  })
})

describe('a tool without a price', () => {
  const unpriced = { type: 'image_generation', model: 'gpt-image-9', size: '1024x1024' }

  test('is refused before the call, with its name and option', async () => {
    const before = setting.openai.requests.length
    for (const tool of [unpriced, { ...painter, output_format: 'svg' }]) {
      const { response, text } = await ask('whole', { tools: [tool] })
      expect([response.status, response.headers.get('x-sluice-error')]).toEqual([400, 'tool_price_error'])
      for (const part of ['talker', 'image_generation', tool === unpriced ? 'gpt-image-9' : 'svg'])
        expect(text).toContain(part)
    }
    expect(setting.openai.requests.length).toBe(before)
  })

  test('is removed and named, or passes, as the operator says', async () => {
    // The schema of the other tool keeps its digits.
    const other = '{"type":"function","name":"f","parameters":{"type":"object","maximum":9007199254740993}}'
    const body = (tools: string) =>
      `{"model":"talker","input":"Draw.","tool_choice":{"type":"image_generation"},"tools":${tools}}`
    const post = (tools: string) =>
      fetch(`${setting.server.url}/v1/responses`, {
        method: 'POST',
        headers: { authorization: `Bearer ${setting.key}`, 'content-type': 'application/json' },
        body: body(tools),
      })
    try {
      await set('UnpricedServiceAction', 'drop')
      answer('whole', [], {})
      const dropped = await post(`[${JSON.stringify(unpriced)},${other}]`)
      expect(dropped.headers.get('x-sluice-dropped')).toBe('tools.image_generation')
      expect(setting.openai.requests.at(-1)?.body).toBe(`{"model":"talker","input":"Draw.","tools":[${other}]}`)
      expect((await billOf(dropped)).row.quota).toBe(3080)
      const alone = await post(`[${JSON.stringify(unpriced)}]`)
      expect(setting.openai.requests.at(-1)?.body).toBe('{"model":"talker","input":"Draw."}')
      await alone.text()
      await set('UnpricedServiceAction', 'standard')
      answer('whole', [picture], { tools: [unpriced], tool_usage: { image_gen: imageGen } })
      const { row } = await billOf((await ask('whole', { tools: [unpriced] })).response)
      expect(row.quota).toBe(3080)
      expect(row.detail.tool_runs).toEqual([{ tool: 'image_generation', count: 1 }])
    } finally {
      await set('UnpricedServiceAction', 'refuse')
    }
  })
})

test('a price by the thousand takes precedence over that of the model', async () => {
  try {
    await set('tool_price_setting', { image_generation: 150, 'container_1g:talk*': 10 })
    answer('whole', [picture], { tools: [painter], tool_usage: { image_gen: imageGen } })
    const { row, tools } = await billOf((await ask('whole', { tools: [painter] })).response)
    expect(row.quota).toBe(3080 + 75_000)
    expect(tools).toMatchObject([{ kind: 'image_generation', amount: '75000' }])
    answer('whole', [{ id: 'ci', type: 'code_interpreter_call', container_id: 'cntr_a' }], {})
    const run = await billOf((await ask('whole', { tools: [{ type: 'code_interpreter' }] })).response)
    expect(run.row.quota).toBe(3080 + 5_000)
  } finally {
    await set('tool_price_setting', { web_search: { default: 10 }, file_search: { default: 2.5 } })
  }
})

test('the dearest picture is held: a balance that covers only the text is refused', async () => {
  const key = await setting.server.makeToken('root', { unlimited_quota: false, remain_quota: 9_000 })
  const large = { ...painter, quality: 'high', size: '1536x1024' }
  answer('whole', [], {})
  expect((await ask('whole', { tools: [large], max_output_tokens: 16 }, key)).response.status).toBe(429)
  expect((await ask('whole', { max_output_tokens: 16 }, key)).response.status).toBe(200)
})

test('a tool that the request did not ask for, as from a stored prompt, is charged too', async () => {
  answer('whole', [picture], { tools: [painter], tool_usage: { image_gen: imageGen } })
  const { row } = await billOf((await ask('whole', {})).response)
  expect(row.quota).toBe(3080 + 7064)
})
