import type { Generated } from 'kysely'

export interface OptionsTable {
  name: string
  /** Plain text, or the secret box's text for secret options. */
  value: string
  updated_at: number
}

/** Who makes models. */
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

/** What is said of models, by name or a part of it. */
export interface ModelCardsTable {
  id: Generated<number>
  name: string
  description: string
  icon: string
  /** Between commas. */
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

/** Lists of names that forms can insert at once. */
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
