import { expect, test } from 'bun:test'
import { explainCharge } from '@sluice/contract/explain-charge'
import { buildChargeDetail } from '../../core/billing/build-charge-detail.ts'
import { costOf } from '../../core/billing/cost.ts'
import { defaultPrices } from '../../core/billing/default-prices.ts'
import { createPriceList } from '../../core/billing/price-list.ts'
import { defaultToolPriceSetting } from '../../core/billing/tool-prices.ts'
import { inputTotal, outputTotal } from '../../core/usage/usage.ts'
import { mediaFormats } from '../../protocols/openai-media/format.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { wireFormatOf } from '../formats/index.ts'
import { meter } from './meter.ts'
import { type MakerExample, makerExamples } from './test-maker-examples.ts'

const quotaPerUnit = 500_000

function readAnswer({ format, answer }: MakerExample) {
  const body = new TextEncoder().encode(JSON.stringify(answer))
  const isMedia = format === 'image_generations' || format === 'transcriptions'
  const read = isMedia ? mediaFormats[format].readAnswer(body) : wireFormatOf(format).readAnswer(body)
  if (read === null) throw new Error('the answer is not read')
  return read
}

/** The charge of the answer as a call is charged, at the shipped prices. */
async function chargeExample(example: MakerExample) {
  const { model, at = '2026-11-20T12:00:00Z', prices } = example
  const options = {
    ...defaultPrices,
    tool_price_setting: defaultToolPriceSetting,
    QuotaPerUnit: quotaPerUnit,
    ...prices,
  }
  const price = createPriceList(options).priceOf(model, Date.parse(at))
  if (price === null) throw new Error(`${model} has no price`)
  const terms = { price, groupRatio: 1, quotaPerUnit, units: 1, imageFactor: null }
  // Prices are by the million tokens, which no single answer has.
  const request = { model, maxOutputTokens: null, n: 8, body: {} }
  const body = { bytes: new Uint8Array(40) }
  // Of a call, the meter reads only these parts where an answer reports its usage.
  const call = { inputTokens: 10, routedModel: model, request, body, terms } as unknown as AdmittedCall
  const { usage, units, made } = readAnswer(example)
  const counted = { countInput: async () => 0, countOutput: () => 0 }
  const metered = await meter(call, 'complete', { reported: usage, units, made, ...counted })
  const { charge, served } = metered
  const billable = { usage: metered.usage, units: metered.units, imageFactor: null, served }
  const row = {
    prompt_tokens: inputTotal(metered.usage),
    completion_tokens: outputTotal(metered.usage),
    detail: buildChargeDetail(billable, charge.price, { groupRatio: 1, quotaPerUnit, tools: price }),
  }
  const cost = costOf({ default: { discount: 0.5 } }, [model], { billable, price, quotaPerUnit, at: Date.parse(at) })
  return { exact: Number(charge.exact), quota: Number(charge.quota), lines: explainCharge(row) ?? [], cost }
}

test.each(makerExamples.map((example, index) => [index, example] as const))(
  'the maker’s example %i costs what its page says',
  async (_, example) => {
    const { exact, quota, lines, cost } = await chargeExample(example)
    const decimals = example.dollars.split('.')[1]?.length ?? 0
    expect((exact / quotaPerUnit).toFixed(decimals)).toBe(example.dollars)
    const sum = lines.reduce((total, { amount }) => total + Number(amount), 0)
    expect(Math.abs(sum - exact)).toBeLessThan(1e-6 * Math.max(1, exact))
    // What remains of the charge at half the price
    expect(Math.abs(quota - Number(cost) - exact / 2)).toBeLessThanOrEqual(1)
  },
)

test('every example names its page and its date', () => {
  for (const { source } of makerExamples) expect(source).toMatch(/^https:\/\/\S+,.* (read|as known on) 2026-\d\d-\d\d$/)
})
