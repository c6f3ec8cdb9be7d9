import type { CostEntry } from '@sluice/contract/cost-prices'
import { makeReason } from '@sluice/contract/error-reasons'
import { objectionToModels } from '@sluice/contract/name-lists'
import { expressionFault } from '@sluice/contract/price-expression/check-expression'
import { expressionMode } from '@sluice/contract/price-expression/language'
import { changeableFieldNames, type MarkupRule, type PriceChangeOfModel } from '@sluice/contract/price-sheet'
import { mapKeys } from '@sluice/contract/typed-keys'
import { createMarkups } from '../../core/billing/markup.ts'
import { changedTables, type TableEntry, withEntries } from '../../core/billing/price-tables.ts'
import type { OptionKey } from '../../state/option-registry.ts'
import type { PricedOptions } from '../../state/with-channel-costs.ts'
import { refusedField } from '../refused-field.ts'

type PriceChanges = readonly PriceChangeOfModel[]

/** What is changed together: entries of models, and the rules that make prices of costs (absent = they stay). */
export interface GivenChanges {
  changes: PriceChanges
  markup_rules?: readonly MarkupRule[] | undefined
}

export interface AppliedChanges {
  /** The price options that the changes concern, with their new values. */
  next: Map<OptionKey, { value: unknown }>
  /** Models that a markup rule governed, and does no longer. */
  excepted: string[]
}

/** Throws GatewayError if a change is invalid. */
export function applyPriceChanges(stored: PricedOptions, given: GivenChanges): AppliedChanges {
  refuseInvalid(given.changes)
  const costs = given.changes.flatMap(({ model, cost }): TableEntry<CostEntry>[] =>
    cost === undefined ? [] : [[model, cost]],
  )
  const options: PricedOptions = {
    ...stored,
    ...(given.markup_rules && { MarkupRules: given.markup_rules }),
    ...(costs.length > 0 && { CostPrices: withEntries(stored.CostPrices, costs) }),
  }
  const { changes, excepted, rules: markupRules } = exceptGoverned(options, given.changes)
  const next = new Map<OptionKey, { value: unknown }>()
  for (const [key, value] of changedTables(options, changes)) next.set(key, { value })
  const expressions = changes.flatMap(({ model, expression }): TableEntry<string>[] =>
    expression === undefined ? [] : [[model, expression]],
  )
  if (expressions.length > 0) {
    const modes = expressions.map(([model, text]): TableEntry<string> => [model, text === null ? null : expressionMode])
    const [modeKey, textKey] = ['billing_setting.billing_mode', 'billing_setting.billing_expr'] as const
    next.set(modeKey, { value: withEntries(options[modeKey], modes) })
    next.set(textKey, { value: withEntries(options[textKey], expressions) })
  }
  if (costs.length > 0) next.set('CostPrices', { value: options.CostPrices })
  if (excepted.length > 0 || given.markup_rules) next.set('MarkupRules', { value: markupRules })
  return { next, excepted }
}

/**
 * A price for a model that a markup rule governs takes it out of the rule. What the change does not name stays what the
 * rule made.
 */
function exceptGoverned(options: PricedOptions, given: PriceChanges) {
  const markupOf = createMarkups(options)
  const byRule = new Map<number, string[]>()
  const changes = given.map((change) => {
    const governed = markupOf(change.model)
    if (governed === null || !setsPrice(change)) return change
    const added = byRule.get(governed.rule)
    if (added) added.push(change.model)
    else byRule.set(governed.rule, [change.model])
    const { fields: made = {}, rules = [] } = governed.sale ?? {}
    const fields = mapKeys(changeableFieldNames, (name) => made[name] ?? null)
    return { rules: [...rules], ...change, fields: { ...fields, ...change.fields } }
  })
  const rules = options.MarkupRules.map((rule, index) => {
    const added = byRule.get(index)
    return added === undefined ? rule : { ...rule, except: [...(rule.except ?? []), ...added] }
  })
  return { changes, rules, excepted: [...byRule.values()].flat() }
}

const setsPrice = ({ fields = {}, rules }: PriceChangeOfModel): boolean =>
  Object.values(fields).some((value) => value !== null && value !== undefined) || (rules ?? []).length > 0

function refuseInvalid(changes: PriceChanges): void {
  const seen = new Set<string>()
  for (const [index, { model, expression }] of changes.entries()) {
    const objection = objectionToModels([model])
    if (objection !== null) throw refusedField(`changes.${index}.model`, objection)
    if (seen.has(model)) throw refusedField(`changes.${index}.model`, makeReason('givenTwice'))
    seen.add(model)
    const fault = typeof expression === 'string' ? expressionFault(expression) : null
    if (fault !== null) throw refusedField(`changes.${index}.expression`, fault)
  }
}
