import {
  changedPricesShown,
  type GovernedModels,
  governedNamesShown,
  type PriceEffect,
} from '@sluice/contract/price-sheet'
import { createMarkups } from '../../core/billing/markup.ts'
import { knownModels } from '../../prices/known-models.ts'
import { changedPrices, type OwnPrice, pricedNames } from '../../state/price-entries.ts'
import type { Snapshot } from '../../state/snapshot.ts'
import type { PricedOptions } from '../../state/with-channel-costs.ts'
import type { GivenChanges } from './apply-changes.ts'

interface Compared {
  snapshot: Snapshot
  now: number
  options: PricedOptions
  after: PricedOptions
}

/** Which models changes concern: those whose price or cost differs, and those that each given rule governs. */
export function describeChanges(
  { snapshot, now, options, after }: Compared,
  { markup_rules }: Pick<GivenChanges, 'markup_rules'>,
): Pick<PriceEffect, 'changed' | 'changed_prices' | 'governed'> {
  const changed = changedPrices(options, after)
  return {
    changed: changed.length,
    changed_prices: changed
      .slice(0, changedPricesShown)
      .map(({ model, before, after: next }) => ({ model, before: entryOf(before), after: entryOf(next) })),
    governed:
      markup_rules === undefined
        ? []
        : governedBy(after, new Set([...knownModels(snapshot, now), ...pricedNames(after)])),
  }
}

const entryOf = (price: OwnPrice) => ({ ...price, rules: [...price.rules] })

/** What each rule governs of the models that this site knows. */
function governedBy(options: PricedOptions, models: ReadonlySet<string>): GovernedModels[] {
  const markupOf = createMarkups(options)
  const rules = options.MarkupRules.map((): GovernedModels => ({ models: 0, names: [], without_cost: 0 }))
  for (const model of [...models].sort()) {
    const governed = markupOf(model)
    const rule = governed === null ? undefined : rules[governed.rule]
    if (governed === null || rule === undefined) continue
    rule.models += 1
    if (rule.names.length < governedNamesShown) rule.names.push(model)
    if (governed.sale === null) rule.without_cost += 1
  }
  return rules
}
