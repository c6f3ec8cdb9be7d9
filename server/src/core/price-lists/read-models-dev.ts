import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { buildTokenPrice, type ConditionalRates, type RateName, readRates } from './build-listed-price.ts'
import type { Built, ListedPrice, ReadPriceList } from './listed-price.ts'

const keys: Readonly<Partial<Record<RateName, string>>> = {
  input: 'input',
  output: 'output',
  cacheRead: 'cache_read',
  cacheWrite: 'cache_write',
  audio: 'input_audio',
  audioOutput: 'output_audio',
  reasoning: 'reasoning',
}

/**
 * `api.json` of models.dev: provider → models → dollars for a million tokens.
 * https://models.dev/api.json and the schema of its repository, by excerpts of 2026-11-29
 */
export function readModelsDev(document: JsonRecord): ReadPriceList {
  const list: ReadPriceList = { entries: [], problems: [] }
  for (const [provider, { models }] of Object.entries(document).map(([id, value]) => [id, recordOf(value)] as const)) {
    for (const [id, model] of Object.entries(recordOf(models))) {
      const cost = recordOf(model).cost
      if (!isRecord(cost)) continue
      const name = `${provider}/${id}`
      const price = buildPrice(cost)
      if (!price.ok) list.problems.push({ model: name, reason: price.reason })
      else list.entries.push({ name, provider, bare: id.includes('/') ? null : id, price: price.value })
    }
  }
  return list
}

function buildPrice(cost: JsonRecord): Built<ListedPrice> {
  const rates = readRates(figuresOf(cost), 'per million')
  if (!rates.ok) return rates
  const conditional: ConditionalRates[] = []
  for (const { over, figures } of tiersOf(cost)) {
    const own = readRates(figuresOf(figures), 'per million')
    if (!own.ok) return own
    conditional.push({ when: { input_over: over }, rates: own.value })
  }
  return buildTokenPrice(rates.value, conditional, ['input_over'])
}

const figuresOf = (cost: JsonRecord): Partial<Record<RateName, unknown>> =>
  Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, cost[key]]))

/** `tiers` replaces the older `context_over_200k`; its sizes belong to the tier. Longest first. */
function tiersOf(cost: JsonRecord): { over: number; figures: JsonRecord }[] {
  const tiers = recordsOf(cost.tiers).flatMap((figures) => {
    const { type, size } = recordOf(figures.tier)
    const isByLength = textOf(type) === 'context' && typeof size === 'number' && Number.isSafeInteger(size) && size > 0
    return isByLength ? [{ over: size - 1, figures }] : []
  })
  if (tiers.length > 0) return tiers.sort((a, b) => b.over - a.over)
  return isRecord(cost.context_over_200k) ? [{ over: 200_000, figures: cost.context_over_200k }] : []
}
