import { expressionMode } from '@sluice/contract/price-expression/language'
import type { PriceFields } from '@sluice/contract/price-rules'
import type { RatioDifferences, RatioSyncField } from '@sluice/contract/ratio-sync'
import { keysOf } from '@sluice/contract/typed-keys'
import { isSameFigure } from '../../core/price-lists/compare-price.ts'
import type { ListedPrice } from '../../core/price-lists/listed-price.ts'

/** What one list says. */
interface UpstreamRatios {
  name: string
  prices: ReadonlyMap<string, ListedPrice>
}

type Values = Partial<Record<RatioSyncField, number | string>>

/** The fields of each model that at least one list gives another value. */
export function compareRatios(
  fieldsOf: (model: string) => PriceFields,
  upstreams: readonly UpstreamRatios[],
): RatioDifferences {
  const models = new Set(upstreams.flatMap(({ prices }) => [...prices.keys()]))
  const differences: RatioDifferences = Object.create(null)
  for (const model of [...models].toSorted()) {
    const found = compareModel(fieldsOf(model), upstreams, model)
    if (Object.keys(found).length > 0) differences[model] = found
  }
  return differences
}

function compareModel(
  current: PriceFields,
  upstreams: readonly UpstreamRatios[],
  model: string,
): RatioDifferences[string] {
  const own = valuesOf(current)
  const theirs = upstreams.map(({ name, prices }) => ({ name, values: listedValues(prices.get(model)) }))
  const found: RatioDifferences[string] = {}
  for (const field of new Set(theirs.flatMap(({ values }) => keysOf(values)))) {
    const isSame = (value: number | string) =>
      typeof value === 'number' && typeof own[field] === 'number'
        ? isSameFigure(value, own[field])
        : value === own[field]
    const shown = theirs.map(({ name, values }) => {
      const value = values[field]
      return [name, value === undefined ? null : isSame(value) ? 'same' : value] as const
    })
    if (!shown.some(([, value]) => value !== null && value !== 'same')) continue
    found[field] = {
      current: own[field] ?? null,
      upstreams: Object.fromEntries(shown),
      confidence: Object.fromEntries(theirs.map(({ name, values }) => [name, isCertain(values)])),
    }
  }
  return found
}

function listedValues(listed: ListedPrice | undefined): Values {
  if (listed === undefined) return {}
  if (listed.expression === undefined) return valuesOf(listed.fields)
  return { billing_mode: expressionMode, billing_expr: listed.expression }
}

const valuesOf = (fields: PriceFields): Values =>
  Object.fromEntries(
    Object.entries({
      model_ratio: fields.ratio,
      completion_ratio: fields.completion_ratio,
      cache_ratio: fields.cache_ratio,
      create_cache_ratio: fields.create_cache_ratio,
      image_ratio: fields.image_ratio,
      audio_ratio: fields.audio_ratio,
      audio_completion_ratio: fields.audio_completion_ratio,
      model_price: fields.price,
    }).filter(([, value]) => value !== undefined),
  )

/** Gateways show models without a price at a ratio of 37.5 to their users. */
const isCertain = ({ model_ratio, completion_ratio }: Values): boolean =>
  !(model_ratio === 37.5 && (completion_ratio ?? 1) === 1)
