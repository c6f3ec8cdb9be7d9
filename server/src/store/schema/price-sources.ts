import type { Generated } from 'kysely'

/** Price lists from outside. */
export interface PriceSourcesTable {
  id: Generated<number>
  name: string
  /** Contract `priceSourceKinds`. */
  kind: string
  /** '' = none, or the public list's own. */
  url: string
  /** '' = all. */
  provider: string
  /** 0 = only when asked. */
  every_hours: number
  /** Contract `priceSides`. */
  side: string
  is_maker: number
  /** 0 = never. */
  looked_at: number
  /** When the next look of the schedule is due; that of one that runs is ten minutes later. */
  due_at: number
  /** A reason as JSON; null = the last look succeeded. */
  error: string | null
  /** How many models the list has. */
  models: number
  created_at: number
  updated_at: number
}

/** What the last good look at a source found, apart from the source because it is large. */
export interface PriceSourceListsTable {
  source_id: number
  /** JSON: a list of pairs of a model and `ListedPrice`. */
  prices: string
}

/** A change that a source proposes; one for each source and model. */
export interface PriceProposalsTable {
  id: Generated<number>
  source_id: number
  model: string
  side: string
  found_at: number
  /** JSON of `StatedPrice` when it was found; null = the model had no price. */
  current: string | null
  /** JSON of `StatedPrice` after it is accepted. */
  proposed: string
  /** JSON of `ListedPrice`. */
  listed: string
  /** JSON: lists of contract `proposalDoubts`, and of names of sources. */
  doubts: string
  agreeing: string
  differing: string
  /** 0 = none. */
  factor: number
  /** Contract `proposalStates`. */
  state: string
  /** 0 = not yet. */
  decided_at: number
}
