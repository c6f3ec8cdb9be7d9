import type { MarginRow } from '@sluice/contract/margin'

/** A line of the margin report for tests, with the given fields. */
export const marginRowOf = (more: Partial<MarginRow> = {}): MarginRow => ({
  calls: 4,
  charge: 500_000,
  list: 1_000_000,
  cost_known: 3,
  cost_known_charge: 400_000,
  cost: 100_000,
  margin: 300_000,
  margin_percent: 75,
  unpriced: 0,
  unpriced_charge: 0,
  model_name: null,
  channel_id: null,
  channel_name: null,
  user_id: null,
  username: null,
  token_id: null,
  token_name: null,
  token_owner: null,
  day: null,
  ...more,
})
