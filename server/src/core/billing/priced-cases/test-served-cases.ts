import { listed, ruled } from '../test-prices.ts'
import type { PricedCase } from './test-priced-case.ts'

const tiered = listed('m', {
  ModelRatio: { m: 1 },
  CompletionRatio: { m: 6 },
  PriceRules: {
    m: [
      { when: { tier: 'priority' }, set: { factor: 2 } },
      { when: { input_over: 272_000 }, set: { factor: 2, completion_ratio: 4.5 } },
      { when: { tier: 'flex' }, set: { factor: 0.5 }, stacks: true },
    ],
  },
})

const claude = listed('claude-x', {
  ModelRatio: { 'claude-x': 2.5 },
  CompletionRatio: { 'claude-x': 5 },
  CacheRatio: { 'claude-x': 0.1 },
  PriceRules: {
    'claude-x': [
      { when: { speed: 'fast' }, set: { factor: 2 } },
      { when: { geo: ['us', 'eu'] }, set: { factor: 1.1 }, stacks: true },
    ],
  },
})

const fixed = listed('m', {
  ModelPrice: { m: 0.04 },
  PriceRules: { m: [{ when: { tier: 'priority' }, set: { price: 0.1 } }] },
})

const used = { inputText: 1000, outputText: 100 }
const cached = { inputText: 1000, cacheReadText: 2000, cacheWrite5m: 400, outputText: 100 }
const same = (quota: number) => ({ exact: String(quota), quota, list: quota })

export const servedCases: PricedCase[] = [
  { used, price: tiered, ...same(1600) }, // 1000 + 100 × 6
  { used, price: tiered, served: { tier: 'flex' }, ...same(800) },
  { used, price: tiered, served: { tier: 'priority' }, ...same(3200) },
  { used, price: tiered, served: { tier: 'scale' }, ...same(1600) }, // no rule names it
  { used, price: tiered, served: { tier: 'priority' }, group: 0.5, exact: '1600', quota: 1600, list: 3200 },
  // The first rule alone: long, it is 300 000 × 2 as priority, (300 000 + 100 × 4.5) × 2 as standard, half as flex.
  { used: { inputText: 300_000 }, price: tiered, served: { tier: 'priority' }, ...same(600_000) },
  { used: { inputText: 300_000, outputText: 100 }, price: tiered, ...same(600_900) },
  { used: { inputText: 300_000, outputText: 100 }, price: tiered, served: { tier: 'flex' }, ...same(300_450) },
  // (1000 + 2000 × 0.1 + 400 × 1.25 + 100 × 5) × 2.5 = 2200 × 2.5
  { used: cached, price: claude, ...same(5500) },
  { used: cached, price: claude, served: { speed: 'fast' }, ...same(11_000) },
  { used: cached, price: claude, served: { geo: 'us' }, ...same(6050) },
  { used: cached, price: claude, served: { speed: 'fast', geo: 'us' }, ...same(12_100) }, // × 2 × 1.1
  { used: cached, price: claude, served: { speed: 'fast', geo: 'eu' }, ...same(12_100) },
  { used: cached, price: claude, served: { geo: 'asia' }, ...same(5500) },
  { used, price: fixed, ...same(20_000) }, // 0.04 × 500 000
  { used, price: fixed, served: { tier: 'priority' }, ...same(50_000) },
  // Stacking rules of time and length multiply calls of every kind, and each other.
  {
    used: { inputText: 30 },
    price: ruled([
      { when: { until: '2100-01-01' }, set: { factor: 1.5 }, stacks: true },
      { when: { input_over: 20 }, set: { factor: 2 }, stacks: true },
      { when: { input_over: 10 }, set: { ratio: 10 } },
    ]),
    ...same(900), // 30 × 10 × 1.5 × 2
  },
  // The upstream's own prices know how a call was served, too: 1000 × 0.5 × 1.8, and a share of the list price.
  {
    used: { inputText: 1000 },
    price: tiered,
    served: { tier: 'priority' },
    ...same(2000),
    cost: {
      prices: { 'gpt-4o': { ratio: 0.5, rules: [{ when: { tier: ['priority'] }, set: { factor: 1.8 } }] } },
      quota: 900,
    },
  },
  {
    used: { inputText: 1000 },
    price: tiered,
    served: { tier: 'priority' },
    ...same(2000),
    cost: { prices: { default: { discount: 0.5 } }, quota: 1000 },
  },
]
