import { describe, expect, test } from 'bun:test'
import { channelTypes } from '@sluice/contract/channel-types'
import type { CallOperation } from '../protocols/call-operation.ts'
import { providerOf, providers } from './index.ts'

const settings = { claudeHeaders: {}, geminiVersions: {} }

function providerOfType(type: number) {
  const provider = providerOf(type)
  if (!provider) throw new Error(`no provider of type ${type}`)
  return provider
}

function urlOf(
  type: number,
  path: string,
  {
    model = 'm',
    baseUrl = null,
    other = '',
    operation = 'chat',
  }: { model?: string; baseUrl?: string | null; other?: string; operation?: CallOperation } = {},
): string | null {
  const channel = { baseUrl, organization: null, other }
  const call = { operation, path, isStream: false, settings, upstreamModel: model, channel, key: 'k' }
  return providerOfType(type).urlOf(call)
}

const headersOf = (type: number, key: string) =>
  providerOfType(type).headersOf({
    channel: { baseUrl: null, organization: null, other: '' },
    key,
    settings,
    clientHeaders: null,
    model: 'm',
  })

const chat = '/v1/chat/completions'

type CallAddress = [name: string, type: number, path: string, more: Parameters<typeof urlOf>[2], url: string]

describe('the address of a call', () => {
  test.each<CallAddress>([
    ['DeepSeek', 43, chat, {}, 'https://api.deepseek.com/v1/chat/completions'],
    ['DeepSeek', 43, '/v1/completions', { operation: 'completions' }, 'https://api.deepseek.com/beta/completions'],
    ['Mistral', 42, '/v1/embeddings', { operation: 'embeddings' }, 'https://api.mistral.ai/v1/embeddings'],
    ['xAI', 48, '/v1/responses', {}, 'https://api.x.ai/v1/responses'],
    ['Moonshot', 25, chat, { baseUrl: 'https://api.moonshot.ai' }, 'https://api.moonshot.ai/v1/chat/completions'],
    ['GLM', 26, chat, {}, 'https://open.bigmodel.cn/api/paas/v4/chat/completions'],
    ['GLM', 26, chat, { baseUrl: 'https://api.z.ai' }, 'https://api.z.ai/api/paas/v4/chat/completions'],
    ['Ark', 45, chat, {}, 'https://ark.cn-beijing.volces.com/api/v3/chat/completions'],
    ['Ark', 45, '/v1/responses', {}, 'https://ark.cn-beijing.volces.com/api/v3/responses'],
    ['Ark', 45, '/v1/messages', {}, 'https://ark.cn-beijing.volces.com/api/compatible/v1/messages'],
    ...['/api/coding', '/api/coding/v3'].flatMap((path) =>
      (
        [
          [chat, '/v3/chat/completions'],
          ['/v1/responses', '/v3/responses'],
          ['/v1/messages?beta=true', '/v1/messages?beta=true'],
        ] as const
      ).map(
        ([calledPath, sentPath]): CallAddress => [
          ...(['a plan of Ark', 45, calledPath, { baseUrl: `https://ark.example${path}` }] as const),
          `https://ark.example/api/coding${sentPath}`,
        ],
      ),
    ),
    [
      'an application of Ark',
      45,
      chat,
      { model: 'bot-1' },
      'https://ark.cn-beijing.volces.com/api/v3/bots/chat/completions',
    ],
    ['Qianfan', 46, '/v1/rerank', { operation: 'rerank' }, 'https://qianfan.baidubce.com/v2/rerank'],
    ['SiliconFlow', 40, '/v1/rerank', { operation: 'rerank' }, 'https://api.siliconflow.cn/v1/rerank'],
    ['Perplexity', 27, '/v1/responses', {}, 'https://api.perplexity.ai/v1/responses'],
    ['01.AI', 31, chat, {}, 'https://api.lingyiwanwu.com/v1/chat/completions'],
    ['360', 19, chat, {}, 'https://api.360.cn/v1/chat/completions'],
    ['Jina', 38, '/v1/rerank', { operation: 'rerank' }, 'https://api.jina.ai/v1/rerank'],
    ['MokaAI', 44, '/v1/embeddings', { operation: 'embeddings' }, 'https://api.moka.ai/embeddings'],
    ['Qwen', 17, chat, {}, 'https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions'],
    ['MiniMax', 35, chat, {}, 'https://api.minimaxi.com/v1/chat/completions'],
    ['FastGPT', 22, chat, {}, 'https://api.fastgpt.in/api/v1/chat/completions'],
    ['Ollama', 4, chat, {}, 'http://localhost:11434/api/chat'],
    ['a reseller', 7, chat, {}, 'https://api.ohmygpt.com/v1/chat/completions'],
    ['Xinference', 47, chat, { baseUrl: 'http://gpu.example' }, 'http://gpu.example/v1/chat/completions'],
    ['Submodel', 53, chat, {}, 'https://llm.submodel.ai/v1/chat/completions'],
  ])('of %s (type %p) at %s', (_name, type, path, more, url) => {
    expect(urlOf(type, path, more)).toBe(url)
  })

  test('a key in the client’s query is not passed on', () => {
    expect(urlOf(43, `${chat}?key=sk-own&x=1`)).toBe('https://api.deepseek.com/v1/chat/completions?x=1')
  })

  test('a self-hosted channel without an address has no URL', () => {
    for (const type of [3, 47]) expect(urlOf(type, chat)).toBeNull()
  })
})

describe('Azure', () => {
  const baseUrl = 'https://r.openai.azure.com'

  test('calls a deployment with the version of the channel', () => {
    const more = { baseUrl, other: '2025-04-01-preview', model: 'gpt 4o' }
    expect(urlOf(3, chat, more)).toBe(
      `${baseUrl}/openai/deployments/gpt%204o/chat/completions?api-version=2025-04-01-preview`,
    )
  })

  test('defaults to the latest dated version, and prefers the version of the client', () => {
    expect(urlOf(3, chat, { baseUrl })).toEndWith('/m/chat/completions?api-version=2024-10-21')
    const versionedPath = `${chat}?api-version=2099-01-01`
    expect(urlOf(3, versionedPath, { baseUrl, other: '2025-01-01' })).toEndWith('?api-version=2099-01-01')
  })

  test('calls addresses without versions when the channel is set to v1', () => {
    expect(urlOf(3, chat, { baseUrl, other: 'v1' })).toBe(`${baseUrl}/openai/v1/chat/completions`)
    expect(urlOf(3, '/v1/responses', { baseUrl, other: 'v1' })).toBe(`${baseUrl}/openai/v1/responses`)
  })

  test('has no deployment in the path of Responses', () => {
    expect(urlOf(3, '/v1/responses', { baseUrl })).toBe(`${baseUrl}/openai/responses?api-version=2024-10-21`)
    const stored = '/v1/responses/resp_1?stream=true&starting_after=7&key=sk-own'
    const asked = 'stream=true&starting_after=7'
    expect(urlOf(3, stored, { baseUrl })).toBe(`${baseUrl}/openai/responses/resp_1?api-version=2024-10-21&${asked}`)
    expect(urlOf(3, stored, { baseUrl, other: 'v1' })).toBe(`${baseUrl}/openai/v1/responses/resp_1?${asked}`)
    expect(urlOf(3, '/v1/responses/resp_1/cancel', { baseUrl, other: 'v1' })).toBe(
      `${baseUrl}/openai/v1/responses/resp_1/cancel`,
    )
  })

  test('signs with the key of the resource, or a token of Entra ID', () => {
    expect(headersOf(3, 'abc')).toEqual({ 'api-key': 'abc' })
    expect(headersOf(3, 'eyJhbGciOi')).toEqual({ authorization: 'Bearer eyJhbGciOi' })
  })
})

describe('Cloudflare', () => {
  const ai = 'https://api.cloudflare.com/client/v4/accounts/acc/ai'

  test('takes its account from the key or from the channel', () => {
    expect(urlOf(39, chat, { other: 'acc' })).toBe(`${ai}/v1/chat/completions`)
    const channel = { baseUrl: null, organization: null, other: '' }
    const call = { operation: 'chat', path: chat, isStream: false, settings, upstreamModel: 'm' } as const
    expect(providerOfType(39).urlOf({ ...call, channel, key: 'acc|token' })).toBe(`${ai}/v1/chat/completions`)
    expect(headersOf(39, 'acc|token')).toEqual({ authorization: 'Bearer token' })
    expect(urlOf(39, chat)).toBeNull()
  })

  test('takes its account from the address of a gateway', () => {
    const baseUrl = 'https://gateway.ai.cloudflare.com/v1/acc/gw/workers-ai'
    expect(urlOf(39, chat, { baseUrl })).toBe(`${baseUrl}/v1/chat/completions`)
  })
})

test('PaLM is called like Gemini', () => {
  const path = '/v1beta/models/m:generateContent'
  expect(urlOf(11, path)).toBe(urlOf(24, path))
})

test('a key of Qianfan may name an application', () => {
  expect(headersOf(46, 'bce-v3/ALTAK-1/2')).toEqual({ authorization: 'Bearer bce-v3/ALTAK-1/2' })
  expect(headersOf(46, 'bce-v3/ALTAK-1/2|app-7')).toEqual({
    authorization: 'Bearer bce-v3/ALTAK-1/2',
    appid: 'app-7',
  })
})

test('balances are read as the hosts document them', () => {
  const read = (type: number, answer: unknown, baseUrl: string | null = null) =>
    providerOfType(type).balance?.read([answer], { baseUrl }) ?? null
  const infos = [
    { currency: 'USD', total_balance: '1.00' },
    { currency: 'CNY', total_balance: '110.00', granted_balance: '10.00', topped_up_balance: '100.00' },
  ]
  expect(read(43, { is_available: true, balance_infos: infos })).toEqual({ amount: 110, currency: 'CNY' })
  expect(read(43, { is_available: true, balance_infos: [] })).toBeNull()
  const kimi = { code: 0, status: true, data: { available_balance: 49.58 } }
  expect(read(25, kimi)).toEqual({ amount: 49.58, currency: 'CNY' })
  expect(read(25, kimi, 'https://api.moonshot.ai')?.currency).toBe('USD')
  expect(read(40, { code: 20000, data: { totalBalance: '88.00' } })).toEqual({ amount: 88, currency: 'CNY' })
  expect(read(40, { code: 30001 })).toBeNull()
})

test('Jina renames the encoding of vectors', () => {
  const jina = providerOfType(38).fitBody
  const embedding = { operation: 'embeddings', upstreamModel: 'jina-embeddings-v4' } as const
  expect(jina?.({ input: 'a', encoding_format: 'base64', user: 'u' }, embedding)).toEqual({
    set: { embedding_type: 'base64' },
    remove: ['encoding_format', 'user'],
    lost: ['user'],
  })
})

test('Moonshot has temperatures up to 1', () => {
  const call = { operation: 'chat', upstreamModel: 'moonshot-v1-8k' } as const
  expect(providerOfType(25).fitBody?.({ temperature: 1.4 }, call).set).toEqual({ temperature: 1 })
})

test('server and console know the same types', () => {
  const byId = (a: number, b: number) => a - b
  expect(providers.map(({ type }) => type).toSorted(byId)).toEqual(channelTypes.map(({ id }) => id).toSorted(byId))
  for (const { type, baseUrl } of providers) expect(channelTypes.find(({ id }) => id === type)?.baseUrl).toBe(baseUrl)
})
