import { describe, expect, test } from 'bun:test'
import { type BalanceSource, balanceAt, openaiBilling } from './balance-source.ts'
import { custom } from './custom/index.ts'
import { openai } from './openai/index.ts'
import { openrouter } from './openrouter/index.ts'

const now = Date.UTC(2026, 10, 21, 12)
const channel = (baseUrl: string | null) => ({ baseUrl, organization: null, other: '' })

/** Reads the source to its end; `answers` holds the answer of each address. */
function readSource(source: BalanceSource | undefined, baseUrl: string | null, answers: readonly unknown[]) {
  const urls: string[] = []
  const read: unknown[] = []
  for (;;) {
    const url = source?.nextUrl({ channel: channel(baseUrl), answers: read, now }) ?? null
    if (url === null) return { urls, balance: source?.read(read, channel(baseUrl)) ?? null }
    urls.push(url)
    read.push(answers[read.length])
  }
}

describe('OpenAI’s dashboard', () => {
  test('reads the limit, then the usage of the month in hundredths', () => {
    const answers = [{ has_payment_method: true, hard_limit_usd: 120.1 }, { total_usage: 4_010 }]
    expect(readSource(openai.balance, null, answers)).toEqual({
      urls: [
        'https://api.openai.com/v1/dashboard/billing/subscription',
        'https://api.openai.com/v1/dashboard/billing/usage?start_date=2026-11-01&end_date=2026-11-22',
      ],
      balance: { amount: 80, currency: 'USD' },
    })
  })
  test('without a card reads the usage of a hundred days', () => {
    const { urls, balance } = readSource(openai.balance, 'https://r.example', [
      { has_payment_method: false, hard_limit_usd: 5 },
      { total_usage: 650 },
    ])
    expect(urls[1]).toBe('https://r.example/v1/dashboard/billing/usage?start_date=2026-08-13&end_date=2026-11-22')
    expect(balance).toEqual({ amount: -1.5, currency: 'USD' })
  })
  test('of a custom channel is read at the origin of its address', () => {
    const { urls } = readSource(custom.balance, 'https://c.example/deep/{model}?a=1', [{}, {}])
    expect(urls[0]).toBe('https://c.example/v1/dashboard/billing/subscription')
    expect(readSource(custom.balance, null, []).urls).toEqual([])
  })
  test.each([
    [[{}, { total_usage: 1 }]],
    [[{ hard_limit_usd: 1 }, {}]],
    [[null, 'x']],
    [[{ hard_limit_usd: 'much' }, { total_usage: 1 }]],
  ])('no balance is read from answers without one: %j', (answers) => {
    expect(readSource(openai.balance, null, answers).balance).toBeNull()
  })
})

test('the balance of OpenRouter is the bought credits less the used ones', () => {
  const answers = [{ data: { total_credits: 10.5, total_usage: 10.4 } }]
  expect(readSource(openrouter.balance, null, answers)).toEqual({
    urls: ['https://openrouter.ai/api/v1/credits'],
    balance: { amount: 0.1, currency: 'USD' },
  })
  expect(readSource(openrouter.balance, null, [{ data: {} }]).balance).toBeNull()
})

test('a source of one address is read once', () => {
  const source = balanceAt(
    () => 'https://a.example/balance',
    () => ({ amount: 1, currency: 'CNY' }),
  )
  expect(readSource(source, null, [{}])).toEqual({
    urls: ['https://a.example/balance'],
    balance: { amount: 1, currency: 'CNY' },
  })
  expect(
    readSource(
      openaiBilling(() => null),
      null,
      [],
    ).urls,
  ).toEqual([])
})
