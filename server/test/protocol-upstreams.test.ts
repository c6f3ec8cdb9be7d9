import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { forTests } from './for-tests.ts'
import { answerAs, buildKeyHeaders, modelOf, startProtocolServer } from './protocol-fakes.ts'

// Differences between providers: their extensions, and which of the client's parameters reach them.

type Wire = Record<string, unknown>
const gateway = forTests(startProtocolServer)
let openrouter: FakeUpstream
const routed = 'anthropic/claude-opus-4.6'
/** Of a host that takes cache marks and reasoning in OpenAI’s format, and does not serve this model in Anthropic’s. */
const marking = 'deepseek-v3.2'

beforeAll(async () => {
  const [chat, messages] = [answerAs('openai'), answerAs('anthropic')]
  openrouter = await startFakeUpstream((exchange) =>
    (exchange.request.path.startsWith('/v1/messages') ? messages : chat)(exchange),
  )
  const prices = {
    [modelOf.openai]: 1,
    [modelOf.anthropic]: 1,
    [modelOf.gemini]: 1,
    [routed]: 1,
    [marking]: 1,
  }
  await gateway.server.api('root').put('/api/option/', { key: 'ModelRatio', value: JSON.stringify(prices) })
  await gateway.server.addChannel(openrouter.url, { type: 20, models: routed })
  await gateway.server.addChannel(openrouter.url, { type: 17, models: marking })
})
afterAll(async () => {
  await openrouter?.close()
})

const mark = { type: 'ephemeral', ttl: '1h' }
/** An Anthropic client's second turn: marks, and a thought that an upstream of OpenAI's format signed. */
const marked: Wire = {
  system: [{ type: 'text', text: 'Be brief.', cache_control: mark }],
  top_k: 5,
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }] },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'sluiceOpenaiQUJD' },
        { type: 'text', text: 'Hello' },
      ],
    },
    { role: 'user', content: 'And?' },
  ],
}

describe('cache marks and earlier reasoning', () => {
  test('reach an upstream that documents them', async () => {
    expect((await gateway.call('anthropic', marking, { body: marked })).status).toBe(200)
    const sent = openrouter.requests.at(-1)?.json() as { messages: Wire[]; top_k: number }
    expect(sent.top_k).toBe(5)
    expect(sent.messages).toEqual([
      { role: 'system', content: [{ type: 'text', text: 'Be brief.', cache_control: mark }] },
      { role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }] },
      { role: 'assistant', content: 'Hello', reasoning_content: 'Hm.' },
      { role: 'user', content: 'And?' },
    ])
  })

  test('pass unchanged to an upstream of the client’s format', async () => {
    const body = { ...marked, messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] }
    expect((await gateway.call('anthropic', routed, { body: body })).status).toBe(200)
    const sent = openrouter.requests.at(-1)
    expect(sent?.path).toBe('/v1/messages')
    expect(sent?.headers).toMatchObject({ 'anthropic-version': '2023-06-01' })
    expect(sent?.headers.authorization).toStartWith('Bearer ')
    expect(sent?.json()).toMatchObject(body)
  })

  test('do not reach an upstream that does not document them', async () => {
    expect((await gateway.call('anthropic', modelOf.openai, { body: marked })).status).toBe(200)
    const text = gateway.fakes.openai.requests.at(-1)?.body
    expect(text).not.toMatch(/cache_control|reasoning|top_k|Hm\./)
  })
})

describe('parameters of the client’s address', () => {
  const post = (path: string, headers: Record<string, string>, body: Wire) =>
    fetch(gateway.server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const messages = [{ role: 'user', content: 'Hi' }]

  test('beta of an Anthropic client reaches only Anthropic', async () => {
    const body = { model: modelOf.anthropic, max_tokens: 9, messages }
    await post('/v1/messages?beta=true&key=sk-1&x=1', buildKeyHeaders('anthropic', gateway.key), body)
    expect(gateway.fakes.anthropic.requests.at(-1)?.path).toBe('/v1/messages?beta=true')
    await post('/v1/messages?beta=true', buildKeyHeaders('anthropic', gateway.key), { ...body, model: modelOf.openai })
    expect(gateway.fakes.openai.requests.at(-1)?.path).toBe('/v1/chat/completions')
  })

  test('a key is not passed on', async () => {
    const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }]
    await post(`/v1beta/models/${modelOf.gemini}:generateContent?key=${gateway.key}`, {}, { contents })
    await post(`/v1beta/models/${modelOf.openai}:generateContent?key=${gateway.key}`, {}, { contents })
    const openai = { model: modelOf.openai, messages }
    await post(`/v1/chat/completions?key=${gateway.key}`, buildKeyHeaders('openai', gateway.key), openai)
    const paths = [...gateway.fakes.gemini.requests, ...gateway.fakes.openai.requests].map(({ path }) => path)
    expect(paths).toEqual([
      `/v1beta/models/${modelOf.gemini}:generateContent`,
      '/v1/chat/completions',
      '/v1/chat/completions',
    ])
  })
})
