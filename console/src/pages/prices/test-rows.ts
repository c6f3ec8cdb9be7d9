import type { PriceSheet, PriceSheetRow } from '@sluice/contract/price-sheet'

/** A row of the price sheet for tests, with the given fields. */
export const sheetRowOf = (more: Partial<PriceSheetRow> = {}): PriceSheetRow => ({
  model: 'gpt-5.4',
  vendor: 'OpenAI',
  state: 'sold',
  origin: 'typed',
  fields: { ratio: 1.25, completion_ratio: 4, cache_ratio: 0.1 },
  set: ['ratio', 'completion_ratio', 'cache_ratio'],
  rules: [],
  expression: null,
  list: { ratio: 1.25, completion_ratio: 4, cache_ratio: 0.1 },
  list_rules: [],
  is_changed: false,
  markup: null,
  cost: { origin: 'list', fields: { ratio: 0.875, completion_ratio: 4 }, share: null, entry: null },
  margin_percent: 30,
  channels: 6,
  calls_7d: 3432,
  charge_7d: 5_000_000,
  last_change: { at: 1_795_000_000, by: 'root' },
  ...more,
})

export const sheetOf = (rows: readonly PriceSheetRow[], more: Partial<PriceSheet> = {}): PriceSheet => ({
  rows: [...rows],
  markup_rules: [],
  default_cost: null,
  list: { name: 'model data', as_of: 1_794_000_000 },
  version: 'v1',
  ...more,
})
