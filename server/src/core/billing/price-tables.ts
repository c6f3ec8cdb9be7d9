import { type DefaultPriceKey, defaultPriceKeys } from '@sluice/contract/option'
import { amountFields } from '@sluice/contract/price-amounts'
import { type PriceChangeOfModel, tableOfField } from '@sluice/contract/price-sheet'
import { entriesOf, mapKeys } from '@sluice/contract/typed-keys'
import { entryOf, type PriceEntries } from './price-fields.ts'

type Table<T> = Readonly<Record<string, T>>
/** Null removes the entry. */
export type TableEntry<T> = readonly [name: string, value: T | null]
/** What is written about a model. An absent part stays; null, and a list without rules, removes it. */
export type TableWrite = Pick<PriceChangeOfModel, 'model' | 'fields' | 'rules'>

/** A copy of the table with these entries. It has no prototype, because a model may be named like a property of it. */
export function withEntries<T>(table: Table<T>, entries: Iterable<TableEntry<T>>): Table<T> {
  const next: Record<string, T> = Object.assign(Object.create(null), table)
  for (const [name, value] of entries) {
    if (value === null) delete next[name]
    else next[name] = value
  }
  return next
}

/** The tables that the writes concern, with what they write. Each is copied once. */
export function changedTables(
  tables: PriceEntries,
  writes: readonly TableWrite[],
): ReadonlyMap<DefaultPriceKey, Table<unknown>> {
  const entries = new Map<DefaultPriceKey, TableEntry<unknown>[]>()
  const add = (key: DefaultPriceKey, entry: TableEntry<unknown>) => {
    const known = entries.get(key)
    if (known) known.push(entry)
    else entries.set(key, [entry])
  }
  for (const { model, fields = {}, rules } of writes) {
    for (const [name, value] of entriesOf(fields)) add(tableOfField[name], [model, value])
    if (rules !== undefined) add('PriceRules', [model, rules === null || rules.length === 0 ? null : rules])
  }
  return new Map([...entries].map(([key, list]) => [key, withEntries<unknown>(tables[key] ?? {}, list)]))
}

/** The models with an entry for a price. */
export const modelsIn = (tables: PriceEntries): Set<string> =>
  new Set(amountFields.flatMap((field) => Object.keys(tables[tableOfField[field]] ?? {})))

/** The tables with what is written. */
export const withWrite = (tables: PriceEntries, write: TableWrite): PriceEntries => ({
  ...tables,
  ...Object.fromEntries(changedTables(tables, [write])),
})

/** The entries that apply to one model, under its name: as little as its price needs. */
export function entriesOfModel(tables: PriceEntries, model: string): PriceEntries {
  const only = (table: Table<unknown> = {}) => withEntries({}, [[model, entryOf(table, model) ?? null]])
  // Each table has an entry of its own kind, or none.
  return mapKeys(defaultPriceKeys, (key) => only(tables[key])) as PriceEntries
}
