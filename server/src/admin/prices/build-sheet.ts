import { isDeepStrictEqual } from 'node:util'
import type { CostEntry } from '@sluice/contract/cost-prices'
import { priceTableKeys } from '@sluice/contract/option'
import { amountFieldOf, amountFields, hasAmount } from '@sluice/contract/price-amounts'
import type { PriceFields } from '@sluice/contract/price-rules'
import {
  changeableFieldNames,
  type PriceOrigin,
  type PriceSheetRow,
  type PriceState,
  tableOfField,
} from '@sluice/contract/price-sheet'
import { channelStatus } from '@sluice/contract/roles'
import { lookUp } from '@sluice/contract/typed-keys'
import { defaultPrices } from '../../core/billing/default-prices.ts'
import { fieldsOfExpression } from '../../core/billing/expression-tiers.ts'
import { costEntryFor, costPriceOf, statedCostOf } from '../../core/billing/markup.ts'
import { entryOf, listFieldsOf, rulesOf } from '../../core/billing/price-fields.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { availableModels } from '../../state/available-models.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import { pricedNames } from '../../state/price-entries.ts'
import type { ChannelState, Snapshot } from '../../state/snapshot.ts'
import type { PriceChangeRow } from '../../store/price-changes.ts'
import { describeModel } from '../describe-model.ts'
import { createSalePrices, isSold, type SalePrice } from './sale-prices.ts'

export interface SheetFacts {
  snapshot: Snapshot
  now: number
  /** By model, of the last seven days. */
  uses: ReadonlyMap<string, { calls: number; quota: number }>
  /** By model: its last change. */
  changes: ReadonlyMap<string, Pick<PriceChangeRow, 'created_at' | 'actor_name'>>
}

/** The rows of all models that have a price, a cost, a channel or calls, in order of name. */
export function buildSheetRows(facts: SheetFacts): PriceSheetRow[] {
  const { snapshot, now, uses } = facts
  const offers = offersOf(snapshot, now)
  const available = new Set(availableModels(snapshot, now))
  const names = new Set([...pricedNames(snapshot.options), ...offers.keys(), ...uses.keys()])
  const priceOf = createSalePrices(snapshot.options)
  names.delete('')
  return [...names].sort().map((model) => {
    const offered = { channels: offers.get(model) ?? [], isAvailable: available.has(model) }
    return buildRow(model, { ...offered, price: priceOf(model) }, facts)
  })
}

/** Model → enabled channels that serve it, highest priority first. */
function offersOf({ channels }: Snapshot, now: number): Map<string, ChannelState[]> {
  const offers = new Map<string, ChannelState[]>()
  const enabled = [...channels.values()].filter(
    ({ status, expiresAt }) => status === channelStatus.enabled && (expiresAt === null || expiresAt > now),
  )
  for (const channel of enabled.toSorted((a, b) => b.priority - a.priority || a.id - b.id))
    for (const model of channel.models) {
      const known = offers.get(model)
      if (known) known.push(channel)
      else offers.set(model, [channel])
    }
  return offers
}

function buildRow(
  model: string,
  { channels, isAvailable, price }: { channels: readonly ChannelState[]; isAvailable: boolean; price: SalePrice },
  { snapshot, uses, changes }: SheetFacts,
): PriceSheetRow {
  const { options, catalogue } = snapshot
  const { fields, rules, expression, governed } = price
  const isPriced = isSold(price)
  const list = listFieldsOf(model)
  const isListed = list !== null && price.by === 'tables' && isLikeList(options, model)
  const sale = expression === null ? fields : expressionFields(expression, options.QuotaPerUnit)
  const cost: Cost =
    governed === null
      ? costFor(options, model, { channels, sale: { fields: sale, isExpression: expression !== null }, list })
      : { origin: governed.costOrigin, fields: governed.cost?.fields ?? null, share: null }
  const entry = lookUp(options.CostPrices, model, null)
  const last = changes.get(model)
  return {
    model,
    vendor: describeModel(model, catalogue).owner,
    state: stateOf({ isOffered: channels.length > 0, isAvailable, isPriced }),
    origin: isPriced ? originOf(options, model, { by: price.by, isListed }) : 'none',
    fields,
    set: changeableFieldNames.filter((field) => lookUp(options[tableOfField[field]], model, null) !== null),
    rules: [...rules],
    expression,
    list,
    list_rules: list === null ? [] : [...rulesOf(defaultPrices, model)],
    is_changed: list !== null && !isListed,
    markup: governed?.rule ?? null,
    cost: { ...cost, entry },
    // The maker's list says what the upstream may take. The cost of a call is unknown, as in the report of margins.
    margin_percent: cost.origin === 'list' && governed === null ? null : marginOf(sale, cost),
    channels: channels.length,
    calls_7d: uses.get(model)?.calls ?? 0,
    charge_7d: uses.get(model)?.quota ?? 0,
    last_change: last ? { at: toSeconds(last.created_at), by: last.actor_name } : null,
  }
}

function stateOf(is: { isOffered: boolean; isAvailable: boolean; isPriced: boolean }): PriceState {
  if (!is.isOffered) return 'idle'
  if (!is.isAvailable) return 'hidden'
  return is.isPriced ? 'sold' : 'unpriced'
}

/** Of a model with a price. */
function originOf(
  options: OptionValues,
  model: string,
  { by, isListed }: { by: SalePrice['by']; isListed: boolean },
): PriceOrigin {
  if (by === 'markup') return 'markup'
  if (isListed) return 'list'
  const typed =
    by === 'expression'
      ? [options['billing_setting.billing_mode']]
      : amountFields.map((field) => options[tableOfField[field]])
  return typed.some((table) => Object.hasOwn(table, model)) ? 'typed' : 'name'
}

/** Whether each table has for the model, or for its family of names, what the shipped list has. */
const isLikeList = (options: OptionValues, model: string): boolean =>
  priceTableKeys.every((key) => entryOf(options[key], model) === entryOf(defaultPrices[key], model)) &&
  isDeepStrictEqual(rulesOf(options, model), rulesOf(defaultPrices, model))

type Cost = Omit<PriceSheetRow['cost'], 'entry'>

interface Sale {
  /** Of an expression its first tier, null where fields cannot say it. */
  fields: PriceFields | null
  isExpression: boolean
}

const expressionFields = (expression: string, quotaPerUnit: number): PriceFields | null =>
  fieldsOfExpression({ kind: 'expression', expression, answers: null, factor: 1, rule: null }, quotaPerUnit)

/** The cost at the first channel that names one, else in the site's list of costs, else the maker's list price. */
function costFor(
  { CostPrices }: OptionValues,
  model: string,
  { channels, sale, list }: { channels: readonly ChannelState[]; sale: Sale; list: PriceFields | null },
): Cost {
  const stating = channels.find(({ costPrices }) => costPrices !== null && costEntryFor(costPrices, [model]) !== null)
  const siteCost = costEntryFor(CostPrices, [model])
  const stated = statedCostOf({ channelCosts: stating?.costPrices ?? null, siteCost, models: [model] })
  if (stated === null) return list === null ? unknownCost : { origin: 'list', fields: list, share: null }
  const { origin, entry } = stated
  const share = sale.isExpression && 'discount' in entry ? entry.discount : null
  return { origin, fields: costFieldsOf(entry, sale), share }
}

const unknownCost: Cost = { origin: 'none', fields: null, share: null }

/** What the upstream takes. Null = unknown, or a share of an expression that fields cannot say. */
function costFieldsOf(entry: CostEntry, { fields, isExpression }: Sale): PriceFields | null {
  // A cost of its own has nothing of the expression: what it leaves out counts as 1.
  if (isExpression && !('discount' in entry))
    return (
      costPriceOf(entry, { fields: entry.ratio === undefined ? {} : { completion_ratio: 1 }, rules: [] })?.fields ??
      null
    )
  const isPriced = fields !== null && hasAmount(fields)
  return (
    costPriceOf(entry, isPriced || !('discount' in entry) ? { fields: fields ?? {}, rules: [] } : null)?.fields ?? null
  )
}

/** Percent with two decimals; null when the two are not of one kind, or nothing is charged. */
function marginOf(sale: PriceFields | null, { fields: cost, share }: Cost): number | null {
  if (share !== null) return percentOf(1 - share)
  if (sale === null || cost === null) return null
  const [of, ofCost] = [sale, cost].map(amountFieldOf)
  const [own, theirs] = of === undefined || of !== ofCost ? [] : [sale[of], cost[of]]
  if (own === undefined || own === 0 || theirs === undefined) return null
  return percentOf((own - theirs) / own)
}

const percentOf = (part: number): number => Math.round(part * 10_000) / 100
