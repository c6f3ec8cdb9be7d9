import type { PriceRule } from '@sluice/contract/price-rules'
import { always, perCall, ruled } from '../test-prices.ts'
import { toolPricesOf } from '../tool-prices.ts'
import { image16 } from './test-media-cases.ts'
import { claude, free, gpt4o, type PricedCase } from './test-priced-case.ts'

export const openaiTools = { web_search: 10, file_search: 2.5 }

const toolTable = { web_search: { gpt: 1, 'gpt-4o': 2, default: 3 } }

const withTable = (model: string) => always(free, toolPricesOf(toolTable, model))

const overTen: PriceRule = { when: { input_over: 10 }, set: { factor: 2 } }

export const toolCases: PricedCase[] = [
  // A search at 10 dollars a thousand is 0.01 × 500 000 = 5000
  {
    used: { inputText: 1000, webSearchCalls: 1 },
    price: always(gpt4o, openaiTools),
    exact: '6250',
    quota: 6250,
    list: 6250,
  }, // 1250 + 5000
  {
    used: { inputText: 1000, webSearchCalls: 1 },
    price: always(gpt4o, openaiTools),
    group: 0.5,
    exact: '3125',
    quota: 3125,
    list: 6250,
  }, // searches are discounted too
  {
    used: { inputText: 7, outputText: 3, webSearchCalls: 3 },
    price: always(claude, openaiTools),
    exact: '15033',
    quota: 15_033,
    list: 15_033,
  }, // 33 + 15 000
  { used: { webSearchCalls: 1 }, price: always(gpt4o, openaiTools), exact: '5000', quota: 5000, list: 5000 }, // searches alone
  { used: { fileSearchCalls: 2 }, price: always(gpt4o, openaiTools), exact: '2500', quota: 2500, list: 2500 }, // 2 × 1250
  {
    used: { webSearchCalls: 2, fileSearchCalls: 2 },
    price: always(gpt4o, openaiTools),
    exact: '12500',
    quota: 12_500,
    list: 12_500,
  }, // 10 000 + 2500
  {
    used: { googleSearchCalls: 1 },
    price: always(free, { google_search: 35 }),
    exact: '17500',
    quota: 17_500,
    list: 17_500,
  }, // 0.035 × 500 000
  {
    used: { googleSearchCalls: 2 },
    price: always(free, { google_search: 14 }),
    exact: '14000',
    quota: 14_000,
    list: 14_000,
  }, // 2 × 7000
  {
    used: { webSearchCalls: 1 },
    price: always(perCall(0.04), openaiTools),
    exact: '25000',
    quota: 25_000,
    list: 25_000,
  }, // beside a fixed price
  {
    used: { inputText: 99, webSearchCalls: 1 },
    price: always(free, openaiTools),
    exact: '5000',
    quota: 5000,
    list: 5000,
  }, // of a free model
  { used: { inputText: 8, webSearchCalls: 9 }, price: always(gpt4o), exact: '10', quota: 10, list: 10 }, // a tool without a price
  {
    used: { webSearchCalls: 1 },
    price: always(gpt4o, openaiTools),
    group: 0,
    exact: '0',
    quota: 0,
    list: 5000,
  }, // free group
  {
    used: { webSearchCalls: 1 },
    price: always(free, { web_search: 0.001 }),
    exact: '0.5',
    quota: 1,
    list: 1,
  }, // 0.000001 × 500 000
  {
    used: { webSearchCalls: 1 },
    price: always(free, { web_search: 0.003 }),
    exact: '1.5',
    quota: 2,
    list: 2,
  }, // half away from zero
  {
    used: { webSearchCalls: 1 },
    price: always(free, openaiTools),
    perUnit: 1000,
    exact: '10',
    quota: 10,
    list: 10,
  }, // 0.01 × 1000
  { used: { webSearchCalls: 1 }, price: withTable('gpt-4o'), exact: '1000', quota: 1000, list: 1000 }, // 2 a thousand: the longest prefix
  { used: { webSearchCalls: 1 }, price: withTable('gpt-4'), exact: '500', quota: 500, list: 500 }, // 1 a thousand
  { used: { webSearchCalls: 1 }, price: withTable('o1'), exact: '1500', quota: 1500, list: 1500 }, // 3 a thousand: default
  // A rule's factor applies only to the model's price: 11 × 2 + 5000
  {
    used: { inputText: 11, webSearchCalls: 1 },
    price: ruled([overTen], undefined, { tool_price_setting: { web_search: { default: 10 } } }),
    exact: '5022',
    quota: 5022,
    list: 5022,
  },
  // Images and a search: 20 000 × 2 + 5000
  {
    used: { webSearchCalls: 1 },
    price: always(image16, openaiTools),
    imageFactor: 1,
    units: 2,
    exact: '45000',
    quota: 45_000,
    list: 45_000,
  },
]
