import { isDeepStrictEqual } from 'node:util'
import type { CostEntry } from '@sluice/contract/cost-prices'
import { exactProduct } from '@sluice/contract/decimal'
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
import { fieldsOf, listFieldsOf, rulesOf } from '../../core/billing/price-fields.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { availableModels } from '../../state/available-models.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { ChannelState, Snapshot } from '../../state/snapshot.ts'
import type { PriceChangeRow } from '../../store/price-changes.ts'
import { describeModel } from '../describe-model.ts'

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
  names.delete('')
  return [...names].sort().map((model) => buildRow(model, offers.get(model) ?? [], available.has(model), facts))
}

/** The models with an entry of their own in a price table. */
function pricedNames(options: OptionValues): string[] {
  const tables = changeableFieldNames.map((field) => options[tableOfField[field]])
  return [...tables, options.PriceRules].flatMap((table) => Object.keys(table))
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
  channels: readonly ChannelState[],
  isAvailable: boolean,
  { snapshot, uses, changes }: SheetFacts,
): PriceSheetRow {
  const { options, catalogue } = snapshot
  const fields = fieldsOf(options, model)
  const rules = rulesOf(options, model)
  const isPriced = fields.price !== undefined || fields.ratio !== undefined
  const list = listFieldsOf(model)
  const isListed = isLikeList(options, model)
  const cost = costFor(model, channels, fields, list)
  const last = changes.get(model)
  return {
    model,
    vendor: describeModel(model, catalogue).owner,
    state: stateOf({ isOffered: channels.length > 0, isAvailable, isPriced }),
    origin: originOf(options, model, { isPriced, isListed: list !== null && isListed }),
    fields,
    set: changeableFieldNames.filter((field) => lookUp(options[tableOfField[field]], model, null) !== null),
    rules: [...rules],
    expression: null,
    list,
    list_rules: list === null ? [] : [...rulesOf(defaultPrices, model)],
    is_changed: list !== null && !isListed,
    markup: null,
    cost,
    margin_percent: cost.fields === null ? null : marginOf(fields, cost.fields),
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

function originOf(
  options: OptionValues,
  model: string,
  { isPriced, isListed }: { isPriced: boolean; isListed: boolean },
): PriceOrigin {
  if (!isPriced) return 'none'
  if (isListed) return 'list'
  const isTyped = [options.ModelPrice, options.ModelRatio].some((table) => lookUp(table, model, null) !== null)
  return isTyped ? 'typed' : 'name'
}

/** Whether each table has for the model what the shipped list has. */
const isLikeList = (options: OptionValues, model: string): boolean =>
  changeableFieldNames.every((field) => {
    const key = tableOfField[field]
    return lookUp(options[key], model, null) === lookUp(defaultPrices[key], model, null)
  }) && isDeepStrictEqual(lookUp(options.PriceRules, model, []), lookUp(defaultPrices.PriceRules, model, []))

type Cost = PriceSheetRow['cost']

/** The cost at the first channel that names one, else the maker's list price. */
function costFor(model: string, channels: readonly ChannelState[], sale: PriceFields, list: PriceFields | null): Cost {
  for (const { costPrices } of channels) {
    const entry = costPrices && (lookUp(costPrices, model, null) ?? lookUp(costPrices, 'default', null))
    if (entry) return { origin: 'channel', fields: costFieldsOf(entry, sale) }
  }
  return list === null ? { origin: 'none', fields: null } : { origin: 'list', fields: list }
}

/** The price of the upstream, of which a discount is relative to `base`. */
function costFieldsOf(entry: CostEntry, base: PriceFields): PriceFields | null {
  if (!('discount' in entry)) {
    const { rules: _, ...own } = entry
    return { ...base, price: undefined, ratio: undefined, ...own }
  }
  const { price, ratio } = base
  if (price === undefined && ratio === undefined) return null
  return {
    ...base,
    ...(price !== undefined && { price: exactProduct(price, entry.discount) }),
    ...(ratio !== undefined && { ratio: exactProduct(ratio, entry.discount) }),
  }
}

/** Percent with two decimals; null when the two are not of one kind, or nothing is charged. */
function marginOf(sale: PriceFields, cost: PriceFields): number | null {
  const [own, theirs] = sale.price === undefined ? [sale.ratio, cost.ratio] : [sale.price, cost.price]
  if (own === undefined || own === 0 || theirs === undefined) return null
  if (sale.price === undefined && cost.price !== undefined) return null
  return Math.round(((own - theirs) / own) * 10_000) / 100
}
