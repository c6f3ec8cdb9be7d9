import { byRatio } from '../test-prices.ts'
import { claude, embedding, gpt4o, gpt35, mini, type PricedCase } from './test-priced-case.ts'

const research = byRatio({ ratio: 1, completionRatio: 4, reasoningRatio: 1.5 })

export const textCases: PricedCase[] = [
  // Reasoning that is priced apart: 20 049 × 1 + 7163 × 4 + 73 997 × 1.5
  {
    used: { inputText: 20_049, outputText: 7_163, outputReasoning: 73_997, reasoning: 73_997 },
    price: research,
    exact: '159696.5',
    quota: 159_697,
    list: 159_697,
  },
  { used: { outputText: 10, outputReasoning: 10 }, price: gpt4o, exact: '100', quota: 100, list: 100 }, // 20 × 4 × 1.25
  { used: { inputText: 1000 }, price: gpt4o, exact: '1250', quota: 1250, list: 1250 }, // 1000 × 1.25
  { used: { outputText: 1000 }, price: gpt4o, exact: '5000', quota: 5000, list: 5000 }, // 1000 × 4 × 1.25
  { used: { inputText: 9, outputText: 12 }, price: gpt4o, exact: '71.25', quota: 71, list: 71 }, // (9 + 48) × 1.25
  { used: { inputText: 10, outputText: 20 }, price: gpt4o, exact: '112.5', quota: 113, list: 113 }, // 90 × 1.25, half up
  { used: { inputText: 1 }, price: gpt4o, exact: '1.25', quota: 1, list: 1 }, // 1.25
  { used: { inputText: 2 }, price: gpt4o, exact: '2.5', quota: 3, list: 3 }, // 2.5, half up
  { used: { inputText: 1_000_000 }, price: gpt4o, exact: '1250000', quota: 1_250_000, list: 1_250_000 }, // 2.5 dollars
  { used: { inputText: 1, outputText: 1 }, price: mini, exact: '0.375', quota: 1, list: 1 }, // 5 × 0.075, at least 1
  { used: { inputText: 100, outputText: 50 }, price: mini, exact: '22.5', quota: 23, list: 23 }, // 300 × 0.075
  { used: { inputText: 1234, outputText: 567 }, price: mini, exact: '262.65', quota: 263, list: 263 }, // 3502 × 0.075
  { used: { inputText: 1000, outputText: 500 }, price: claude, exact: '5250', quota: 5250, list: 5250 }, // 3500 × 1.5
  { used: { inputText: 7, outputText: 3 }, price: claude, exact: '33', quota: 33, list: 33 }, // (7 + 15) × 1.5
  { used: { inputText: 8 }, price: embedding, exact: '0.08', quota: 1, list: 1 }, // 0.08, at least 1
  { used: { inputText: 8192 }, price: embedding, exact: '81.92', quota: 82, list: 82 }, // 81.92
  { used: { inputText: 50 }, price: embedding, exact: '0.5', quota: 1, list: 1 }, // half goes up by itself
  { used: { inputText: 149 }, price: embedding, exact: '1.49', quota: 1, list: 1 }, // 1.49
  { used: { inputText: 150 }, price: embedding, exact: '1.5', quota: 2, list: 2 }, // half away from zero
  { used: { inputText: 250 }, price: embedding, exact: '2.5', quota: 3, list: 3 }, // not to even
  { used: { inputText: 3, outputText: 3 }, price: gpt35, exact: '5.25', quota: 5, list: 5 }, // (3 + 4) × 0.75
  { used: { inputText: 100, outputText: 30 }, price: gpt35, exact: '105', quota: 105, list: 105 }, // 140 × 0.75 (4/3 has 16 digits)
  // Reasoning is inside the output text: (10 + 400) × 1.25
  {
    used: { inputText: 10, outputText: 100, reasoning: 90 },
    price: gpt4o,
    exact: '512.5',
    quota: 513,
    list: 513,
  },
]

export const cacheCases: PricedCase[] = [
  { used: { inputText: 500, cacheReadText: 500 }, price: gpt4o, exact: '937.5', quota: 938, list: 938 }, // 750 × 1.25
  { used: { cacheReadText: 1024 }, price: gpt4o, exact: '640', quota: 640, list: 640 }, // 512 × 1.25
  { used: { cacheReadText: 1 }, price: gpt4o, exact: '0.625', quota: 1, list: 1 }, // 0.5 × 1.25
  // (1000 + 12 + 1332) × 1.25
  {
    used: { inputText: 1000, cacheReadText: 24, outputText: 333 },
    price: gpt4o,
    exact: '2930',
    quota: 2930,
    list: 2930,
  },
  // (12 + 2000 + 1500) × 1.5
  {
    used: { inputText: 12, cacheReadText: 20_000, outputText: 300 },
    price: claude,
    exact: '5268',
    quota: 5268,
    list: 5268,
  },
  { used: { cacheReadText: 3 }, price: claude, exact: '0.45', quota: 1, list: 1 }, // 0.3 × 1.5, at least 1
  { used: { cacheReadText: 33 }, price: claude, exact: '4.95', quota: 5, list: 5 }, // 3.3 × 1.5
  { used: { cacheWrite5m: 1000 }, price: claude, exact: '1875', quota: 1875, list: 1875 }, // 1250 × 1.5
  { used: { cacheWrite1h: 1000 }, price: claude, exact: '3000', quota: 3000, list: 3000 }, // 2000 × 1.5
  { used: { cacheWrite5m: 3 }, price: claude, exact: '5.625', quota: 6, list: 6 }, // 3.75 × 1.5
  // (10 + 10 + 50 + 40 + 40) × 1.5 = 150 × 1.5
  {
    used: { inputText: 10, cacheReadText: 100, cacheWrite5m: 40, cacheWrite1h: 20, outputText: 8 },
    price: claude,
    exact: '225',
    quota: 225,
    list: 225,
  },
  // (1 + 0.1 + 1.25 + 2 + 5) × 1.5 = 9.35 × 1.5
  {
    used: { inputText: 1, cacheReadText: 1, cacheWrite5m: 1, cacheWrite1h: 1, outputText: 1 },
    price: claude,
    exact: '14.025',
    quota: 14,
    list: 14,
  },
  { used: { cacheWrite5m: 77 }, price: gpt4o, exact: '96.25', quota: 96, list: 96 }, // no factor: like fresh input
]
