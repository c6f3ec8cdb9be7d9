import { describe, expect, test } from 'bun:test'
import { answerJson } from './answers.ts'
import { forTests } from './for-tests.ts'
import {
  answers,
  bodies,
  buildKeyHeaders,
  buildPath,
  type CallMore,
  type FormatName,
  formatNames,
  modelOf,
  startProtocolServer,
} from './protocol-fakes.ts'

// The operator's options under "models" take effect in the upstream's requests.

type Wire = Record<string, unknown>
const gateway = forTests(startProtocolServer)

/** Sets options during `run`. */
async function withOptions(options: Record<string, [during: unknown, after: unknown]>, run: () => Promise<void>) {
  for (const [key, [during]] of Object.entries(options)) await gateway.set(key, during)
  try {
    await run()
  } finally {
    for (const [key, [, after]] of Object.entries(options)) await gateway.set(key, after)
  }
}

/** The body that reaches the upstream. */
async function captureSent(
  client: FormatName,
  upstream: FormatName,
  model: string,
  more: CallMore = {},
): Promise<Wire> {
  const response = await gateway.call(client, model, more)
  expect(await response.text()).not.toContain('"error"')
  const request = gateway.fakes[upstream].requests.at(-1)
  if (!request) throw new Error('nothing arrived')
  return request.json()
}

const claude = modelOf.anthropic
const gemini = modelOf.gemini
const geminiAdapter = { 'gemini.thinking_adapter_enabled': [true, false] as [unknown, unknown] }

describe('claude.thinking_adapter_enabled', () => {
  test('on, a name ending in -thinking requests thinking by the share of the limit', async () => {
    const body = await captureSent('openai', 'anthropic', `${claude}-thinking`, {
      body: { max_tokens: 10_000, top_p: 0.5, temperature: 0.3 },
    })
    expect(body).toMatchObject({
      model: claude,
      max_tokens: 10_000,
      thinking: { type: 'enabled', budget_tokens: 8_000 },
    })
    expect(body).not.toHaveProperty('top_p')
    expect(body).not.toHaveProperty('temperature')
  })

  test('the operator sets the share, and the limit is raised to the minimum', async () => {
    await withOptions({ 'claude.thinking_adapter_budget_tokens_percentage': [0.5, 0.8] }, async () => {
      const half = await captureSent('openai', 'anthropic', `${claude}-thinking`, { body: { max_tokens: 10_000 } })
      expect(half.thinking).toEqual({ type: 'enabled', budget_tokens: 5_000 })
    })
    const least = await captureSent('openai', 'anthropic', `${claude}-thinking`, { body: { max_tokens: 100 } })
    expect(least).toMatchObject({ max_tokens: 1_280, thinking: { budget_tokens: 1_024 } })
  })

  test('a request with its own thinking passes, and only the suffix is removed', async () => {
    const own = { thinking: { type: 'enabled', budget_tokens: 2_000 }, x_unknown: 1 }
    const body = await captureSent('anthropic', 'anthropic', `${claude}-thinking`, {
      body: { ...own, max_tokens: 4_000 },
    })
    expect(body).toEqual({ ...bodies.anthropic(claude), ...own, max_tokens: 4_000 })
  })

  test('off, the suffix is part of the name', async () => {
    await withOptions({ 'claude.thinking_adapter_enabled': [false, true] }, async () => {
      const response = await gateway.call('openai', `${claude}-thinking`)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain(`${claude}-thinking`)
    })
    expect(gateway.fakes.anthropic.requests).toHaveLength(0)
  })
})

describe('gemini.thinking_adapter_enabled', () => {
  const readThinking = (body: Wire) => (body.generationConfig as Wire | undefined)?.thinkingConfig

  test('off by default, its suffixes are part of the name', async () => {
    for (const ending of ['-thinking', '-nothinking', '-high'])
      expect((await gateway.call('openai', gemini + ending)).status).toBe(404)
    expect(gateway.fakes.gemini.requests).toHaveLength(0)
  })

  test('on, -thinking is a share of the limit, -nothinking none', async () => {
    await withOptions(geminiAdapter, async () => {
      const limited = { body: { max_tokens: 10_000 } }
      expect(readThinking(await captureSent('openai', 'gemini', `${gemini}-thinking`, limited))).toEqual({
        thinkingBudget: 6_000,
        includeThoughts: true,
      })
      expect(readThinking(await captureSent('openai', 'gemini', `${gemini}-nothinking`, limited))).toEqual({
        thinkingBudget: 0,
      })
      expect(readThinking(await captureSent('openai', 'gemini', `${gemini}-thinking`))).toEqual({
        thinkingBudget: -1,
        includeThoughts: true,
      })
    })
  })

  test('the operator sets the share, which ends at 24576', async () => {
    const share = { 'gemini.thinking_adapter_budget_tokens_percentage': [0.1, 0.6] as [unknown, unknown] }
    const readBudget = async (max: number) =>
      readThinking(await captureSent('openai', 'gemini', `${gemini}-thinking`, { body: { max_tokens: max } }))
    await withOptions({ ...geminiAdapter, ...share }, async () => {
      expect(await readBudget(10_000)).toMatchObject({ thinkingBudget: 1_000 })
    })
    await withOptions(geminiAdapter, async () => {
      expect(await readBudget(60_000)).toMatchObject({ thinkingBudget: 24_576 })
    })
  })
})

test.each(['claude', 'gemini'])('a share of %s outside 0.1 to 1 is refused', async (maker) => {
  const key = `${maker}.thinking_adapter_budget_tokens_percentage`
  for (const value of ['0.05', '1.1']) {
    const { status } = await gateway.server.api('root').request('PUT', '/api/option/', { key, value })
    expect(status).toBe(400)
  }
})

test('gemini.supported_imagine_models: images are requested, and reach the client', async () => {
  const image = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }
  gateway.fakes.gemini.answerWith(
    answerJson({
      ...answers.gemini,
      candidates: [{ index: 0, content: { role: 'model', parts: [image] }, finishReason: 'STOP' }],
    }),
  )
  const readModalities = async () =>
    ((await captureSent('openai', 'gemini', gemini)).generationConfig as Wire | undefined)?.responseModalities
  expect(await readModalities()).toBeUndefined()
  await withOptions({ 'gemini.supported_imagine_models': [[gemini], []] }, async () => {
    expect(await readModalities()).toEqual(['TEXT', 'IMAGE'])
    expect(await (await gateway.call('openai', gemini)).text()).toContain('iVBORw0KGgo=')
  })
})

describe('bodies sent unchanged', () => {
  // Blanks, a number with a trailing zero and an unknown field reveal any rewriting.
  const texts: Record<FormatName, string> = {
    openai: `{ "model":"${modelOf.openai}","temperature":1.0, "stream":true,"x":1,"messages":[{"role":"user","content":"Hi"}]}`,
    anthropic: `{ "model":"${claude}","temperature":1.0, "x":1,"messages":[{"role":"user","content":"Hi"}]}`,
    gemini: '{ "x":1.0,"contents":[{"role":"user","parts":[{"text":"Hi"}]}]}',
  }
  const post = (client: FormatName, key: string) =>
    fetch(gateway.server.url + buildPath(client, modelOf[client]), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...buildKeyHeaders(client, key) },
      body: texts[client],
    })

  test.each([...formatNames])('%s: unchanged to the byte with global.pass_through_request_enabled', async (format) => {
    await withOptions({ 'global.pass_through_request_enabled': [true, false] }, async () => {
      const response = await post(format, gateway.key)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('opens.')
    })
    expect(gateway.fakes[format].requests.at(-1)?.body).toBe(texts[format])
  })

  test('without it, required fields are added', async () => {
    await (await post('openai', gateway.key)).text()
    expect(gateway.fakes.openai.requests.at(-1)?.json().stream_options).toEqual({ include_usage: true })
    await (await post('anthropic', gateway.key)).text()
    expect(gateway.fakes.anthropic.requests.at(-1)?.json().max_tokens).toBe(8_192)
  })

  test('a call in another format is translated anyway', async () => {
    await withOptions({ 'global.pass_through_request_enabled': [true, false] }, async () => {
      const body = await captureSent('openai', 'anthropic', claude)
      expect(body).toMatchObject({ max_tokens: 8_192, messages: [{ role: 'user' }] })
    })
  })

  test('a channel’s setting passes the bodies of that channel unchanged', async () => {
    const id = await gateway.server.addChannel(gateway.fakes.anthropic.url, {
      type: 14,
      models: claude,
      priority: 9,
      model_mapping: JSON.stringify({ [claude]: 'claude-other' }),
      param_override: JSON.stringify({ extra: 1 }),
      setting: JSON.stringify({ pass_through_body_enabled: true }),
    })
    expect((await post('anthropic', gateway.key)).status).toBe(200)
    expect(gateway.fakes.anthropic.requests.at(-1)?.body).toBe(texts.anthropic)
    await gateway.server.api('root').delete(`/api/channel/${id}`)
  })
})

test('claude.default_max_tokens applies also to an Anthropic client without a limit', async () => {
  await withOptions({ 'claude.default_max_tokens': [{ default: 4_000 }, { default: 8_192 }] }, async () => {
    const body = { max_tokens: undefined, metadata: { user_id: 'u' } }
    const passed = await captureSent('anthropic', 'anthropic', claude, { body })
    expect(passed).toEqual({ ...bodies.anthropic(claude), metadata: { user_id: 'u' }, max_tokens: 4_000 })
    expect((await captureSent('anthropic', 'anthropic', claude, { body: { max_tokens: 7 } })).max_tokens).toBe(7)
  })
})
