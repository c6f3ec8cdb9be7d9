import type { UsageLogDetail } from '@sluice/contract/usage-log'
import type { Billable } from '../../core/billing/billable.ts'
import { buildChargeDetail } from '../../core/billing/build-charge-detail.ts'
import { chargeOf } from '../../core/billing/charge.ts'
import type { PriceOptions } from '../../core/billing/price-fields.ts'
import { createPriceList } from '../../core/billing/price-list.ts'
import { inputTotal, noUsage, outputTotal, type Usage } from '../../core/usage/usage.ts'
import type { NewUsageLog } from '../../store/schema.ts'
import { newTestUsageLog } from '../../store/test-usage-logs.ts'

interface TestCall extends Partial<Omit<Billable, 'usage'>> {
  model: string
  used: Partial<Usage>
  groupRatio?: number
  detail?: UsageLogDetail
}

/** The row of a call at the prices of `options`, as the relay writes it. */
export function chargedRow(options: PriceOptions, at: number, call: TestCall): NewUsageLog {
  const { model, used, units = 1, imageFactor = null, served, groupRatio = 1 } = call
  const list = createPriceList(options)
  const price = list.priceOf(model, at - 500)
  if (price === null) throw new Error(`${model} has no price`)
  const billable = { usage: { ...noUsage, ...used }, units, imageFactor, served }
  const terms = { groupRatio, quotaPerUnit: list.quotaPerUnit }
  const charge = chargeOf(billable, price, terms)
  return newTestUsageLog({
    created_at: at,
    model_name: model,
    quota: charge.quota,
    list_quota: charge.list,
    prompt_tokens: inputTotal(billable.usage),
    completion_tokens: outputTotal(billable.usage),
    detail: JSON.stringify({
      ...buildChargeDetail(billable, charge.price, { ...terms, tools: price }),
      exact_quota: charge.exact,
      total_ms: 500,
      path: '/v1/chat/completions',
      ...call.detail,
    }),
  })
}

/** Calls of every kind that the default prices and those of `testPriceTables` charge. */
export const testCalls: readonly TestCall[] = [
  { model: 'gpt-4o', used: { inputText: 1_000, cacheReadText: 24, outputText: 50 }, groupRatio: 0.85 },
  { model: 'gpt-4o', used: { inputText: 33, outputText: 7 }, served: { tier: 'priority' } },
  { model: 'tiered', used: { inputText: 300_000, outputText: 900 } },
  { model: 'tiered', used: { inputText: 10, outputText: 9 }, served: { tier: 'flex', geo: 'us' } },
  { model: 'night', used: { inputText: 100, outputText: 9 } },
  {
    model: 'claude-sonnet-4-5',
    used: { inputText: 7, cacheWrite5m: 900, cacheWrite1h: 30, outputText: 3, webSearchCalls: 3 },
  },
  {
    model: 'gemini-2.5-pro',
    used: { inputText: 10, inputImage: 500, inputAudio: 80, googleSearchCalls: 1, outputReasoning: 4 },
  },
  { model: 'dall-e-3', used: {}, units: 3, imageFactor: 2, detail: { path: '/v1/images/generations' } },
  { model: 'gpt-image-1', used: { inputText: 12, outputImage: 1_056 }, imageFactor: 1, units: 2 },
  { model: 'pictures', used: {}, units: 2, imageFactor: 1 },
  { model: 'gpt-4o-audio-preview', used: { inputAudio: 90, cacheReadAudio: 10, outputText: 5, outputAudio: 200 } },
  { model: 'fixed', used: { inputText: 5, outputText: 5 }, groupRatio: 0.5 },
  { model: 'fixed', used: { inputText: 5, fileSearchCalls: 2 } },
  { model: 'free', used: { inputText: 500 } },
  { model: 'recorder', used: { inputAudio: 1_000, seconds: 60 } },
  { model: 'video', used: { seconds: 8 }, served: { resolution: '4k' } },
]

export const testPriceTables = {
  ModelPrice: { fixed: 0.02, free: 0, 'dall-e-3': 0.04 },
  ModelRatio: { tiered: 1, night: 2, pictures: 8, recorder: 3 },
  SecondPrice: { video: 0.4 },
  PriceRules: {
    video: [{ when: { resolution: '4k' }, set: { factor: 1.5 } }],
    tiered: [
      { when: { input_over: 200_000 }, set: { factor: 2, completion_ratio: 6 } },
      { when: { tier: 'flex' }, set: { factor: 0.5 }, stacks: true },
      { when: { geo: ['us'] }, set: { factor: 1.1 }, stacks: true },
    ],
    night: [{ when: { between: ['00:00', '23:59'] }, set: { factor: 0.5 } }],
  },
}
