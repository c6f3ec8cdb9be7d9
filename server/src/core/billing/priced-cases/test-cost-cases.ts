import type { PriceRule } from '@sluice/contract/price-rules'
import type { Usage } from '../../usage/usage.ts'
import { always, perCall } from '../test-prices.ts'
import { gpt4o, type PricedCase } from './test-priced-case.ts'
import { gemini25 } from './test-rule-cases.ts'
import { openaiTools } from './test-tool-cases.ts'

const ofGpt4o = (cost: PricedCase['cost'], used: Partial<Usage> = { inputText: 1000 }): PricedCase => ({
  used,
  price: gpt4o,
  group: 0.5,
  exact: '625',
  quota: 625,
  list: 1250,
  ...(cost && { cost }),
})

const ownRules: PriceRule[] = [{ when: { input_over: 999 }, set: { factor: 2 } }]

export const costCases: PricedCase[] = [
  ofGpt4o({ prices: { default: { discount: 0.6 } }, quota: 750 }), // list 1250 × 0.6; the group does not matter
  ofGpt4o({ prices: { 'gpt-4o': { discount: 0.5 }, default: { discount: 0.6 } }, quota: 625 }), // the model's own entry
  ofGpt4o({ prices: { 'gpt-4': { discount: 0.5 } }, quota: null }), // no entry for this model
  ofGpt4o({ prices: {}, quota: null }),
  ofGpt4o({ prices: { default: { discount: 0 } }, quota: 0 }), // free
  ofGpt4o({ prices: { default: { discount: 1.2 } }, quota: 1500 }), // more than the list price
  ofGpt4o({ prices: { 'gpt-4o': { ratio: 1 } }, quota: 1000 }), // 1000 × 1
  ofGpt4o({ prices: { 'gpt-4o': { price: 0.002 } }, quota: 1000 }), // 0.002 × 500 000
  ofGpt4o({ prices: { 'gpt-4o': { ratio: 0.5, rules: ownRules } }, quota: 1000 }), // 1000 × 0.5 × 2
  ofGpt4o({ prices: { 'other-name': { ratio: 2 } }, models: ['gpt-4o', 'other-name'], quota: 2000 }), // by the upstream's name
  // 100 output tokens: exact 500 × 0.5; the cost takes the list's own 4 × 100 × 0.8
  {
    used: { outputText: 100 },
    price: gpt4o,
    group: 0.5,
    exact: '250',
    quota: 250,
    list: 500,
    cost: { prices: { 'gpt-4o': { ratio: 0.8 } }, quota: 320 },
  },
  // 100 × 3 × 0.8
  {
    used: { outputText: 100 },
    price: gpt4o,
    group: 0.5,
    exact: '250',
    quota: 250,
    list: 500,
    cost: { prices: { 'gpt-4o': { ratio: 0.8, completion_ratio: 3 } }, quota: 240 },
  },
  // 2 × 1.25 = 2.5 × 0.6 = 1.5, half away from zero
  {
    used: { inputText: 2 },
    price: gpt4o,
    exact: '2.5',
    quota: 3,
    list: 3,
    cost: { prices: { default: { discount: 0.6 } }, quota: 2 },
  },
  // Searches: (1250 + 5000) × 0.6
  {
    used: { inputText: 1000, webSearchCalls: 1 },
    price: always(gpt4o, openaiTools),
    exact: '6250',
    quota: 6250,
    list: 6250,
    cost: { prices: { default: { discount: 0.6 } }, quota: 3750 },
  },
  // 1000 × 1 + 5000: with prices of the upstream, searches cost their list price
  {
    used: { inputText: 1000, webSearchCalls: 1 },
    price: always(gpt4o, openaiTools),
    exact: '6250',
    quota: 6250,
    list: 6250,
    cost: { prices: { 'gpt-4o': { ratio: 1 } }, quota: 6000 },
  },
  // A long prompt, half the list price: 250 001.25 × 0.5
  {
    used: { inputText: 200_001 },
    price: gemini25,
    exact: '250001.25',
    quota: 250_001,
    list: 250_001,
    cost: { prices: { default: { discount: 0.5 } }, quota: 125_001 },
  },
  // Images: 3 × 0.02 × 500 000 × 2
  {
    used: {},
    price: perCall(0.04),
    units: 3,
    imageFactor: 2,
    exact: '120000',
    quota: 120_000,
    list: 120_000,
    cost: { prices: { default: { price: 0.02 } }, quota: 60_000 },
  },
]
