import { groupRatioOf } from '../group-ratio.ts'
import { byRatio, perCall, plain } from '../test-prices.ts'
import { free, freeOutput, gpt4o, type PricedCase } from './test-priced-case.ts'

const groups = { GroupRatio: { vip: 0.9, eco: 0.5 }, GroupGroupRatio: { gold: { vip: 0.2, eco: 0 } } }

function factorOf(userGroup: string, usedGroup: string): number {
  const factor = groupRatioOf(groups, userGroup, usedGroup)
  if (factor === null) throw new Error(`no factor for ${userGroup} and ${usedGroup}`)
  return factor
}

export const groupCases: PricedCase[] = [
  // 2930 × 0.85
  {
    used: { inputText: 1000, cacheReadText: 24, outputText: 333 },
    price: gpt4o,
    group: 0.85,
    exact: '2490.5',
    quota: 2491,
    list: 2930,
  },
  { used: { inputText: 1000 }, price: gpt4o, group: 0.5, exact: '625', quota: 625, list: 1250 }, // 1250 × 0.5
  { used: { inputText: 1000 }, price: gpt4o, group: 2, exact: '2500', quota: 2500, list: 1250 }, // 1250 × 2
  { used: { inputText: 1000 }, price: gpt4o, group: 0, exact: '0', quota: 0, list: 1250 }, // free group
  { used: { inputText: 1 }, price: gpt4o, group: 0.001, exact: '0.00125', quota: 1, list: 1 }, // 1.25 × 0.001, at least 1
  { used: { inputText: 3 }, price: gpt4o, group: 0.1, exact: '0.375', quota: 1, list: 4 }, // 3.75 × 0.1; list 3.75
  { used: { inputText: 10 }, price: plain, group: 0.35, exact: '3.5', quota: 4, list: 10 }, // 3.5 (in binary 3.4999…)
  { used: { inputText: 115 }, price: plain, group: 0.1, exact: '11.5', quota: 12, list: 115 }, // 11.5
  {
    used: { inputText: 1 },
    price: byRatio({ ratio: 0.068493 }),
    group: 0.7,
    exact: '0.047945',
    quota: 1,
    list: 1,
  }, // 0.0479451
  // The plain ratio of the used group; the table of group pairs replaces it
  {
    used: { inputText: 100 },
    price: plain,
    group: factorOf('default', 'vip'),
    exact: '90',
    quota: 90,
    list: 100,
  },
  {
    used: { inputText: 100 },
    price: plain,
    group: factorOf('gold', 'vip'),
    exact: '20',
    quota: 20,
    list: 100,
  }, // not 0.2 × 0.9
  {
    used: { inputText: 100 },
    price: plain,
    group: factorOf('gold', 'eco'),
    exact: '0',
    quota: 0,
    list: 100,
  }, // 0 counts
]

export const roundingCases: PricedCase[] = [
  { used: { inputText: 45 }, price: byRatio({ ratio: 0.7 }), exact: '31.5', quota: 32, list: 32 }, // binary: 31.499999999999996
  { used: { inputText: 15 }, price: byRatio({ ratio: 1.1 }), exact: '16.5', quota: 17, list: 17 }, // 16.5
  { used: { inputText: 7 }, price: byRatio({ ratio: 8.219178 }), exact: '57.534246', quota: 58, list: 58 }, // 7 × 8.219178
  { used: { inputText: 1 }, price: byRatio({ ratio: 0.4999999 }), exact: '0.5', quota: 1, list: 1 }, // the millionth rounds, and at least 1
  { used: { inputText: 1 }, price: byRatio({ ratio: 1.4999999 }), exact: '1.5', quota: 1, list: 1 }, // rounded from 1.4999999, not from 1.5
  { used: { inputText: 1 }, price: byRatio({ ratio: 1e-7 }), exact: '0', quota: 1, list: 1 }, // too little to show, yet not free
  { used: { inputText: 3 }, price: byRatio({ ratio: 0.1 }), group: 5, exact: '1.5', quota: 2, list: 1 }, // list 0.3, at least 1
  { used: {}, price: gpt4o, exact: '0', quota: 0, list: 0 }, // nothing used
  { used: { inputText: 1000, outputText: 1000 }, price: free, exact: '0', quota: 0, list: 0 }, // ratio 0
  { used: { outputText: 1000 }, price: freeOutput, exact: '0', quota: 0, list: 0 }, // 1000 × 0
  { used: { inputText: 5, outputText: 1000 }, price: freeOutput, exact: '5', quota: 5, list: 5 }, // 5 + 0
  // 10^8 × 5 × 75 × 3
  {
    used: { inputText: 100_000_000, outputText: 100_000_000 },
    price: byRatio({ ratio: 75, completionRatio: 4 }),
    group: 3,
    exact: '112500000000',
    quota: 112_500_000_000,
    list: 37_500_000_000,
  },
]

export const fixedPriceCases: PricedCase[] = [
  { used: {}, price: perCall(0.04), exact: '20000', quota: 20_000, list: 20_000 }, // 0.04 × 500 000
  { used: { inputText: 99_999 }, price: perCall(0.04), exact: '20000', quota: 20_000, list: 20_000 }, // tokens do not matter
  { used: {}, price: perCall(0.04), units: 3, exact: '60000', quota: 60_000, list: 60_000 }, // × 3
  { used: {}, price: perCall(0.1), group: 0.85, exact: '42500', quota: 42_500, list: 50_000 }, // 50 000 × 0.85
  { used: {}, price: perCall(0.1), group: 0.85, units: 2, exact: '85000', quota: 85_000, list: 100_000 }, // × 2
  { used: {}, price: perCall(0), exact: '0', quota: 0, list: 0 }, // free
  { used: {}, price: perCall(0.1), group: 0, exact: '0', quota: 0, list: 50_000 }, // free group
  { used: {}, price: perCall(0.0000001), exact: '0.05', quota: 1, list: 1 }, // 0.05, at least 1
  { used: {}, price: perCall(0.000003), exact: '1.5', quota: 2, list: 2 }, // half away from zero
  { used: {}, price: perCall(0.01), perUnit: 1000, exact: '10', quota: 10, list: 10 }, // 0.01 × 1000
  { used: {}, price: perCall(0.5), perUnit: 7.3, exact: '3.65', quota: 4, list: 4 }, // 0.5 × 7.3
  { used: { inputText: 10 }, price: plain, perUnit: 1000, exact: '10', quota: 10, list: 10 }, // ratios are in quota already
  { used: {}, price: perCall(0.04, 1.5), exact: '30000', quota: 30_000, list: 30_000 }, // a rule's × 1.5
]
