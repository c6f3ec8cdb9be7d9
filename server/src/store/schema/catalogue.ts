import type { Generated } from 'kysely'

export interface OptionsTable {
  name: string
  /** Plain text, or the secret box's text for secret options. */
  value: string
  updated_at: number
}

/** The history of prices: a row for each model of a change. */
export interface PriceChangesTable {
  id: Generated<number>
  created_at: number
  /** 0 = the program itself. */
  actor_id: number
  actor_name: string
  /** Contract `PriceChangeWay`. */
  way: string
  note: string
  model: string
  /** JSON texts, contract `PriceEntry`. */
  before: string
  after: string
}

/** Makers of models. */
export interface VendorsTable {
  id: Generated<number>
  name: string
  description: string
  icon: string
  /** 1 = in use, 0 = kept without effect. */
  status: number
  created_at: number
  updated_at: number
}

/** Entries of the model catalogue, for a model name or a part of one. */
export interface ModelCardsTable {
  id: Generated<number>
  name: string
  description: string
  icon: string
  /** Comma-joined. */
  tags: string
  /** 0 = none. */
  vendor_id: number
  /** JSON; '' = none. */
  endpoints: string
  status: number
  sync_official: number
  /** Contract `nameRules`. */
  name_rule: number
  /** JSON of contract `modelFacts`; null = none. */
  facts: string | null
  created_at: number
  updated_at: number
}

/** Lists of values that a form can insert at once. */
export interface PrefillGroupsTable {
  id: Generated<number>
  name: string
  /** Contract `prefillTypes`. */
  type: string
  /** JSON. */
  items: string
  description: string
  created_at: number
  updated_at: number
}

/** Pages that the operator adds to the documentation. */
export interface DocsPagesTable {
  id: Generated<number>
  /** The last part of its address. */
  name: string
  /** Those that it had before, the newest first, separated by commas. */
  former_names: Generated<string>
  /** '' = not written in this language. */
  title_en: string
  title_zh: string
  /** Markdown. */
  body_en: string
  body_zh: string
  position: number
  is_published: number
  needs_login: number
  /** Whether a text shows a picture, which the policy of the pages must allow. */
  has_images: number
  created_at: number
  updated_at: number
}
