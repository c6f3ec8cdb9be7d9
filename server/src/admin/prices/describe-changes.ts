import {
  changedPricesShown,
  type GovernedModels,
  governedNamesShown,
  type PriceEffect,
  unpricedNamesShown,
} from '@sluice/contract/price-sheet'
import { createMarkups } from '../../core/billing/markup.ts'
import { knownModels } from '../../prices/known-models.ts'
import { availableModels } from '../../state/available-models.ts'
import { type ChangedPrice, comparedPrices, type OwnPrice, pricedNames } from '../../state/price-entries.ts'
import type { Snapshot } from '../../state/snapshot.ts'
import type { PricedOptions } from '../../state/with-channel-costs.ts'
import type { GivenChanges } from './apply-changes.ts'
import { createSalePrices, isSold } from './sale-prices.ts'

interface Compared {
  snapshot: Snapshot
  now: number
  options: PricedOptions
  after: PricedOptions
}

/** Models that are compared at once: some milliseconds. */
export const modelsPerStep = 500

/**
 * Which models changes concern: those whose price or cost differs, those that lose their price, and those that each
 * given rule governs. Other work runs between the steps, in `pause`.
 */
export async function describeChanges(
  { snapshot, now, options, after }: Compared,
  { markup_rules }: Pick<GivenChanges, 'markup_rules'>,
  pause: () => Promise<unknown>,
): Promise<Pick<PriceEffect, 'changed' | 'changed_prices' | 'governed' | 'unpriced'>> {
  const steps = createSteps(pause)
  const changed: ChangedPrice[] = []
  await steps(comparedPrices(options, after), (change) => {
    if (change !== null) changed.push(change)
  })
  const available = availableModels(snapshot, now).toSorted()
  const [priceBefore, priceAfter] = [createSalePrices(options), createSalePrices(after)]
  const unpriced: PriceEffect['unpriced'] = { models: 0, names: [] }
  // A model on sale may follow the entry of its family, which alone is among the changes.
  await steps(new Set([...available, ...changed.map(({ model }) => model)]), (model) => {
    if (isSold(priceAfter(model)) || !isSold(priceBefore(model))) return
    unpriced.models += 1
    if (unpriced.names.length < unpricedNamesShown) unpriced.names.push(model)
  })
  const governed = markup_rules === undefined ? [] : after.MarkupRules.map(governsNone)
  const markupOf = createMarkups(after)
  const known = governed.length === 0 ? [] : [...knownModels(snapshot, now), ...pricedNames(after)]
  await steps([...new Set(known)].sort(), (model) => {
    const found = markupOf(model)
    const rule = found === null ? undefined : governed[found.rule]
    if (found === null || rule === undefined) return
    rule.models += 1
    if (rule.names.length < governedNamesShown) rule.names.push(model)
    if (found.sale === null) rule.without_cost += 1
  })
  const shown = changed.slice(0, changedPricesShown)
  return {
    changed: changed.length,
    changed_prices: shown.map(({ model, before, after: next }) => ({
      model,
      before: entryOf(before),
      after: entryOf(next),
    })),
    governed,
    unpriced,
  }
}

/** Goes through items with a pause after every `modelsPerStep` of them, of all lists together. */
function createSteps(pause: () => Promise<unknown>) {
  let done = 0
  return async <T>(items: Iterable<T>, use: (item: T) => void): Promise<void> => {
    for (const item of items) {
      use(item)
      done += 1
      if (done % modelsPerStep === 0) await pause()
    }
  }
}

const governsNone = (): GovernedModels => ({ models: 0, names: [], without_cost: 0 })

const entryOf = (price: OwnPrice) => ({ ...price, rules: [...price.rules] })
