import { makeReason } from '@sluice/contract/error-reasons'
import { objectionToModels } from '@sluice/contract/name-lists'
import { changeableFieldNames, type PriceChangeOfModel, tableOfField } from '@sluice/contract/price-sheet'
import type { OptionKey, OptionValues } from '../../state/option-registry.ts'
import { refusedField } from '../refused-field.ts'

export type PriceChanges = readonly PriceChangeOfModel[]

/** The price options that the changes concern, with their new values. Throws GatewayError if a change is invalid. */
export function applyPriceChanges(options: OptionValues, changes: PriceChanges): Map<OptionKey, { value: unknown }> {
  refuseInvalid(changes)
  const next = new Map<OptionKey, { value: unknown }>()
  for (const field of changeableFieldNames) {
    const entries = changes.flatMap(({ model, fields }): Entry<number>[] => {
      const value = fields?.[field]
      return value === undefined ? [] : [[model, value]]
    })
    const key = tableOfField[field]
    if (entries.length > 0) next.set(key, { value: withEntries(options[key], entries) })
  }
  const rules = changes.flatMap(({ model, rules: list }): Entry<unknown>[] =>
    list === undefined ? [] : [[model, list === null || list.length === 0 ? null : list]],
  )
  if (rules.length > 0) next.set('PriceRules', { value: withEntries<unknown>(options.PriceRules, rules) })
  return next
}

function refuseInvalid(changes: PriceChanges): void {
  const seen = new Set<string>()
  for (const [index, { model, expression }] of changes.entries()) {
    const objection = objectionToModels([model])
    if (objection !== null) throw refusedField(`changes.${index}.model`, objection)
    if (seen.has(model)) throw refusedField(`changes.${index}.model`, makeReason('givenTwice'))
    seen.add(model)
    // Prices have no expressions yet.
    if (expression) throw refusedField(`changes.${index}`, makeReason('unknownKeys', { names: 'expression' }))
  }
}

/** Null removes. */
type Entry<T> = readonly [model: string, value: T | null]

function withEntries<T>(table: Readonly<Record<string, T>>, entries: readonly Entry<T>[]): Record<string, T> {
  const next: Record<string, T> = Object.assign(Object.create(null), table)
  for (const [model, value] of entries) {
    if (value === null) delete next[model]
    else next[model] = value
  }
  return next
}
