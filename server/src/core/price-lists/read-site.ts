import { decimalNumber, decimalOf, times } from '@sluice/contract/decimal'
import { makeReason } from '@sluice/contract/error-reasons'
import { expressionMode } from '@sluice/contract/price-expression/language'
import { type PriceFields, type PriceRule, priceCondition, priceRule } from '@sluice/contract/price-rules'
import { isRecord, type JsonRecord, listOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { entriesOf } from '@sluice/contract/typed-keys'
import { dollarsPerRatio } from '../billing/model-price.ts'
import { changeBetween, withoutRules } from './build-listed-price.ts'
import type { Built, ListedPrice, ReadPriceList } from './listed-price.ts'
import { type FixedField, readAmount, readFixedPrice, refuseImplausible } from './read-amount.ts'

/** The fields of `/api/pricing` and of the tables of `/api/ratio_config`, by the fields of a price. */
export const siteFields = {
  ratio: 'model_ratio',
  completion_ratio: 'completion_ratio',
  cache_ratio: 'cache_ratio',
  create_cache_ratio: 'create_cache_ratio',
  create_cache_1h_ratio: 'create_cache_1h_ratio',
  image_ratio: 'image_ratio',
  image_completion_ratio: 'image_completion_ratio',
  audio_ratio: 'audio_ratio',
  audio_completion_ratio: 'audio_completion_ratio',
  audio_cache_ratio: 'audio_cache_ratio',
} as const

/** The rows of `/api/pricing`, of this program or of one that it is compatible with. */
function readSitePricing(rows: readonly JsonRecord[]): ReadPriceList {
  const list: ReadPriceList = { entries: [], problems: [] }
  for (const row of rows) {
    const model = textOf(row.model_name)
    // Only this program says so: such rows have no price.
    if (model === '' || row.is_priced === false) continue
    const price = buildRowPrice(row)
    if (!price.ok) list.problems.push({ model, reason: price.reason })
    else list.entries.push({ name: model, provider: '', bare: null, price: price.value })
  }
  return list
}

/** The tables of `/api/ratio_config`. */
function readRatioConfig(tables: JsonRecord): ReadPriceList {
  const list: ReadPriceList = { entries: [], problems: [] }
  const names = new Set([tables.model_ratio, tables.model_price].flatMap((table) => Object.keys(recordOf(table))))
  for (const model of names) {
    const valueIn = (key: string) => {
      const table = recordOf(tables[key])
      return Object.hasOwn(table, model) ? table[model] : undefined
    }
    const callPrice = valueIn('model_price')
    const price =
      callPrice === undefined
        ? buildRatioPrice(Object.fromEntries(Object.values(siteFields).map((key) => [key, valueIn(key)])))
        : buildFixedPrice({ model_price: callPrice })
    if (!price.ok) list.problems.push({ model, reason: price.reason })
    else list.entries.push({ name: model, provider: '', bare: null, price: withoutRules(price.value) })
  }
  return list
}

function buildRowPrice(row: JsonRecord): Built<ListedPrice> {
  const expression = textOf(row.billing_expr)
  if (textOf(row.billing_mode) === expressionMode && expression !== '')
    return { ok: true, value: { ...withoutRules({}), expression } }
  // Rows of this program name every price that is not the default, and all rules.
  const isOurs = row.is_priced === true
  const fields = buildRowFields(row, isOurs)
  if (!fields.ok) return fields
  if (!isOurs) return { ok: true, value: withoutRules(fields.value) }
  const rules = buildRules(row, fields.value)
  return rules.ok ? { ok: true, value: { fields: fields.value, rules: rules.value, axes: 'all' } } : rules
}

const buildRowFields = (row: JsonRecord, isOurs: boolean): Built<PriceFields> =>
  row.quota_type === 1 ? buildFixedPrice(row) : buildRatioPrice(isOurs ? { ...defaults, ...row } : row)

/** What an absent field of a row of this program means. */
const defaults = { cache_ratio: 1, create_cache_ratio: 1, image_ratio: 1, audio_ratio: 1 }

function buildRules(row: JsonRecord, base: PriceFields): Built<PriceRule[]> {
  const rules: PriceRule[] = []
  for (const tier of recordsOf(row.tiers)) {
    const own = buildRowFields(tier, true)
    if (!own.ok) return own
    const when = priceCondition.safeParse(tier.when)
    if (!when.success) return { ok: false, reason: makeReason('isNotValid') }
    rules.push({ when: when.data, set: changeBetween(base, own.value) })
  }
  for (const { when, factor } of recordsOf(row.price_factors)) {
    const rule = priceRule.safeParse({ when, set: { factor }, stacks: true })
    if (!rule.success) return { ok: false, reason: makeReason('isNotValid') }
    rules.push(rule.data)
  }
  return { ok: true, value: rules }
}

/** Only this program names a unit. One that is not known cannot be compared. */
function buildFixedPrice({ model_price: value, price_unit: unit }: JsonRecord): Built<PriceFields> {
  const field = unit === undefined ? 'price' : unitFields[textOf(unit)]
  if (field === undefined) return { ok: false, reason: makeReason('isNotValid') }
  const fields = readFixedPrice(value, field)
  if (!fields.ok) return fields
  return fields.value === null ? { ok: false, reason: makeReason('required') } : { ok: true, value: fields.value }
}

const unitFields = tableOf<FixedField>({
  second: 'second_price',
  character: 'character_price',
})

function buildRatioPrice(values: JsonRecord): Built<PriceFields> {
  const fields: PriceFields = {}
  for (const [name, key] of entriesOf(siteFields)) {
    const amount = readAmount(values[key])
    if (!amount.ok) return amount
    if (amount.value !== null) fields[name] = decimalNumber(amount.value)
  }
  const { ratio, completion_ratio: completion = 1 } = fields
  if (ratio === undefined) return { ok: false, reason: makeReason('priceWithoutInput') }
  for (const factor of [1, completion, fields.image_completion_ratio ?? 1]) {
    const dollars = refuseImplausible([ratio, dollarsPerRatio, factor].map(decimalOf).reduce(times))
    if (!dollars.ok) return dollars
  }
  return { ok: true, value: fields }
}

/** The list in an answer of such a site: rows, or tables; null = neither. */
export function readSite(document: JsonRecord): ReadPriceList | null {
  const { data } = document
  if (Array.isArray(data)) return readSitePricing(listOf(data).filter(isRecord))
  return isRecord(data) && (isRecord(data.model_ratio) || isRecord(data.model_price)) ? readRatioConfig(data) : null
}
