import { expect, test } from 'bun:test'
import { channelTypeOf, channelTypes, mayListModels } from '@sluice/contract/channel-types'
import { providerOf, providers } from './index.ts'

const base = 'https://host.example'
const key: Record<string, string> = { bedrock: 'AKIDEXAMPLE|secret|us-east-1', cloudflare: 'account|token' }

/** Path of the list of models, where it differs from OpenAI's; null = the provider documents none. */
const lists: Record<string, string | null> = {
  midjourney: null,
  azure: '/openai/models?api-version=2024-10-21',
  ollama: '/api/tags',
  'midjourney-plus': null,
  palm: '/v1beta/models?pageSize=1000',
  anthropic: '/v1/models?limit=1000',
  wenxin: null,
  chatglm: null,
  qwen: '/compatible-mode/v1/models',
  spark: null,
  'aiproxy-library': null,
  fastgpt: null,
  hunyuan: null,
  google: '/v1beta/models?pageSize=1000',
  glm: '/api/paas/v4/models',
  bedrock: '/foundation-models',
  cohere: '/v1/models?page_size=1000',
  suno: null,
  kling: null,
  jimeng: null,
  vidu: null,
  'doubao-video': null,
  sora: null,
  replicate: null,
  fal: null,
  bfl: null,
  runway: null,
  luma: null,
  dify: null,
  cloudflare: '/client/v4/accounts/account/ai/models/search?per_page=200',
  vertex: null,
  moka: null,
  ark: null,
  qianfan: '/v2/models',
  coze: null,
}

const billing = [
  '/v1/dashboard/billing/subscription',
  '/v1/dashboard/billing/usage?start_date=2026-11-01&end_date=2026-11-23',
]
const resold = {
  reads: billing,
  answers: [{ hard_limit_usd: 20 }, { total_usage: 550 }],
  balance: '14.5 USD',
}

/** The addresses that are called, the documented answers, and the balance in them. */
const balances: Record<string, { reads: string[]; answers: unknown[]; balance: string }> = {
  openai: resold,
  openaimax: resold,
  ohmygpt: resold,
  custom: resold,
  'new-api': resold,
  sub2api: resold,
  caipacity: resold,
  aiproxy: resold,
  api2gpt: resold,
  aigc2d: resold,
  openrouter: {
    reads: ['/v1/credits'],
    answers: [{ data: { total_credits: 10, total_usage: 2.5 } }],
    balance: '7.5 USD',
  },
  'aiproxy-library': {
    reads: ['https://aiproxy.io/api/report/getUserOverview'],
    answers: [{ data: { totalPoints: 12.5 } }],
    balance: '12.5 USD',
  },
  moonshot: {
    reads: ['/v1/users/me/balance'],
    answers: [{ code: 0, status: true, data: { available_balance: 49.58 } }],
    balance: '49.58 USD',
  },
  siliconflow: {
    reads: ['/v1/user/info'],
    answers: [{ code: 20000, data: { totalBalance: '88.00' } }],
    balance: '88 CNY',
  },
  deepseek: {
    reads: ['/user/balance'],
    answers: [{ balance_infos: [{ currency: 'CNY', total_balance: '110.00' }] }],
    balance: '110 CNY',
  },
}

test.each(providers.map((provider) => ({ provider, label: channelTypeOf(provider.type)?.label })))(
  '$label: the address of the model list and the reading of the balance',
  ({ provider }) => {
    const { id } = provider
    const channel = { baseUrl: base, organization: null, other: '' }
    const list = provider.modelListUrlOf(channel, key[id] ?? 'sk-1')
    const known = Object.hasOwn(lists, id) ? lists[id] : '/v1/models'
    expect(list?.replace(base, '') ?? null).toBe(known ?? null)

    const reported = balances[id]
    const source = provider.balance
    expect(source !== undefined).toBe(reported !== undefined)
    if (!reported || !source) return
    const answers: unknown[] = []
    const reads: string[] = []
    const now = Date.UTC(2026, 10, 22)
    for (let url = source.nextUrl({ channel, answers, now }); url !== null; ) {
      reads.push(url.replace(base, ''))
      answers.push(reported.answers[answers.length])
      url = source.nextUrl({ channel, answers, now })
    }
    expect(reads).toEqual(reported.reads)
    const balance = source.read(answers, channel)
    expect(`${balance?.amount} ${balance?.currency}`).toBe(reported.balance)
    expect(source.read([{}, {}], channel)).toBeNull()
  },
)

test('the console offers a balance for exactly the types that report one', () => {
  const offered = channelTypes.filter(({ hasBalance }) => hasBalance === true).map(({ id }) => id)
  const reported = channelTypes.filter(({ id }) => providerOf(id)?.balance !== undefined).map(({ id }) => id)
  expect(offered).toEqual(reported)
})

test('the console offers to read the models of exactly the types that may list them', () => {
  // Of one type the address is built from the key.
  const lists = ({ id }: { id: number }) =>
    providerOf(id)?.modelListUrlOf({ baseUrl: 'https://host.example', organization: null, other: '' }, 'account|key') !=
    null
  expect(channelTypes.filter(({ id }) => mayListModels(id))).toEqual(channelTypes.filter(lists))
})
