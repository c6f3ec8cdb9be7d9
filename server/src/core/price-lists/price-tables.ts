import type { DefaultPriceKey } from '@sluice/contract/option'
import type { PriceRule } from '@sluice/contract/price-rules'
import { type ChangeableField, tableOfField } from '@sluice/contract/price-sheet'
import { entriesOf, lookUp } from '@sluice/contract/typed-keys'
import type { PriceOptions } from '../billing/price-fields.ts'

/** What is written for one model. */
export interface PriceWrite {
  fields: Partial<Record<ChangeableField, number>>
  /** Null = the rules stay. */
  rules: readonly PriceRule[] | null
}

/** The options of one model alone: as little as a list of its price needs. */
export function optionsOfModel(options: PriceOptions, model: string): PriceOptions {
  const only = <T>(table: Readonly<Record<string, T>> | undefined): Record<string, T> => {
    const entry = lookUp(table ?? {}, model, undefined)
    return entry === undefined ? {} : tableOf([[model, entry]])
  }
  const tables = Object.fromEntries(Object.values(tableOfField).map((key) => [key, only(options[key])]))
  // The tables are those of `tableOfField`, all of which the type requires or allows.
  return { ...options, ...tables, PriceRules: only(options.PriceRules) } as PriceOptions
}

/** The same with what is written. */
export function withWrite(options: PriceOptions, model: string, { fields, rules }: PriceWrite): PriceOptions {
  const draft = createTableDraft(options)
  draft.write(model, { fields, rules })
  // The changed tables replace those of the same key.
  return { ...options, ...Object.fromEntries(draft.changes()) } as PriceOptions
}

export interface TableDraft {
  write(model: string, write: PriceWrite): void
  /** The tables that changed. */
  changes(): Map<DefaultPriceKey, Readonly<Record<string, unknown>>>
}

/** Collects writes of many models; each table is copied once. */
export function createTableDraft(options: PriceOptions): TableDraft {
  const tables = new Map<DefaultPriceKey, Record<string, unknown>>()
  const tableFor = (key: DefaultPriceKey): Record<string, unknown> => {
    const table = tables.get(key) ?? tableOf(Object.entries(options[key] ?? {}))
    tables.set(key, table)
    return table
  }
  return {
    write(model, { fields, rules }) {
      for (const [name, value] of entriesOf(fields)) tableFor(tableOfField[name])[model] = value
      if (rules === null) return
      if (rules.length > 0) tableFor('PriceRules')[model] = rules
      else delete tableFor('PriceRules')[model]
    },
    changes: () => tables,
  }
}

/** Without a prototype: a model may have the name of a property of all objects. */
const tableOf = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.assign(Object.create(null), Object.fromEntries(entries))
