import { expect, test } from 'bun:test'
import { channelTypes } from '@sluice/contract/channel-types'
import { providerOf } from './index.ts'

const base = 'https://host.example'
const key: Record<number, string> = { 33: 'AKIDEXAMPLE|secret|us-east-1', 39: 'account|token' }

/** Path of the list of models, where it differs from OpenAI's; null = the provider documents none. */
const lists: Record<number, string | null> = {
  2: null,
  3: '/openai/models?api-version=2024-10-21',
  4: '/api/tags',
  5: null,
  11: '/v1beta/models?pageSize=1000',
  14: '/v1/models?limit=1000',
  15: null,
  16: null,
  17: '/compatible-mode/v1/models',
  18: null,
  21: null,
  22: null,
  23: null,
  24: '/v1beta/models?pageSize=1000',
  26: '/api/paas/v4/models',
  33: '/foundation-models',
  34: '/v1/models?page_size=1000',
  36: null,
  37: null,
  39: '/client/v4/accounts/account/ai/models/search?per_page=200',
  41: null,
  44: null,
  45: null,
  46: '/v2/models',
  49: null,
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
const balances: Record<number, { reads: string[]; answers: unknown[]; balance: string }> = {
  1: resold,
  6: resold,
  7: resold,
  8: resold,
  9: resold,
  10: resold,
  12: resold,
  13: resold,
  20: {
    reads: ['/v1/credits'],
    answers: [{ data: { total_credits: 10, total_usage: 2.5 } }],
    balance: '7.5 USD',
  },
  21: {
    reads: ['https://aiproxy.io/api/report/getUserOverview'],
    answers: [{ data: { totalPoints: 12.5 } }],
    balance: '12.5 USD',
  },
  25: {
    reads: ['/v1/users/me/balance'],
    answers: [{ code: 0, status: true, data: { available_balance: 49.58 } }],
    balance: '49.58 USD',
  },
  40: {
    reads: ['/v1/user/info'],
    answers: [{ code: 20000, data: { totalBalance: '88.00' } }],
    balance: '88 CNY',
  },
  43: {
    reads: ['/user/balance'],
    answers: [{ balance_infos: [{ currency: 'CNY', total_balance: '110.00' }] }],
    balance: '110 CNY',
  },
}

test.each(channelTypes.map(({ id, label }) => ({ id, label })))(
  '$label: the address of the model list and the reading of the balance',
  ({ id }) => {
    const provider = providerOf(id)
    const channel = { baseUrl: base, organization: null, other: '' }
    const list = provider?.modelListUrlOf(channel, key[id] ?? 'sk-1') ?? null
    const known = Object.keys(lists).includes(String(id)) ? lists[id] : '/v1/models'
    expect(list?.replace(base, '') ?? null).toBe(known ?? null)

    const reported = balances[id]
    const source = provider?.balance
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
