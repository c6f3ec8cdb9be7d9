import type { Generated } from 'kysely'

export interface ChannelsTable {
  id: Generated<number>
  type: number
  name: string
  /** The keys, newline-joined, in the secret box. */
  key_box: string
  openai_organization: string | null
  test_model: string | null
  status: number
  weight: number
  priority: number
  created_at: number
  test_at: number
  response_time_ms: number
  base_url: string | null
  other: string
  balance: number
  balance_updated_at: number
  /** Currency of `balance`, ISO 4217. */
  balance_currency: Generated<string>
  /** Comma-joined. */
  models: string
  /** Comma-joined. */
  group_names: string
  /** $ */
  used_quota: Generated<number>
  model_mapping: string | null
  status_code_mapping: string | null
  auto_ban: number
  /** JSON text: `SwitchReason` of `switch-channel.ts`. */
  other_info: string
  tag: string | null
  setting: string | null
  param_override: string | null
  max_input_tokens: number
  /** null = never. */
  expires_at: number | null
  /** JSON text of `CostPrices`; null = the costs are unknown. */
  cost_prices: string | null
  /** Consecutive tests that took too long. */
  slow_tests: Generated<number>
  /** Consecutive tests that the upstream refused because of the account. */
  refused_tests: Generated<number>
  /** Consecutive tests that failed, for whatever reason; 0 = the last one passed, or there was none. */
  failed_tests: Generated<number>
  /** JSON text of `KeyStates` of `key-states.ts`: the disabled keys; null = all are enabled. */
  key_states: string | null
  /** JSON text: header → its value; null = none. */
  header_override: string | null
  /** For administrators. */
  remark: string | null
}

/** When each key of a channel with several keys was last used. */
export interface ChannelKeyUsesTable {
  channel_id: number
  key_mark: string
  used_at: number
}

/** Channels whose deletion can still be undone. */
export interface DeletedChannelsTable {
  channel_id: number
  /** Id of the deletion, common to channels deleted together. */
  deletion: string
  /** JSON text of the row, with its keys still encrypted. */
  channel: string
  deleted_at: number
}

/** The last sweep over all channels, one row a kind (contract `SweepKind`), and the last run of other long work. */
export interface ChannelSweepsTable {
  /** `WorkKind` of `channel-sweeps.ts`. */
  kind: string
  /** Changes with each run; '' = no run yet. */
  run_id: string
  /** One of `sweepStates` of the contract. A running one whose lease is over counts as interrupted. */
  state: string
  /** Name of the account; '' = the schedule. */
  started_by: string
  /** 1 = an administrator asked for its end. */
  is_cancelled: number
  /** The number of channels to test; for work of unknown length what is done. */
  total: number
  started_at: number
  /** Time of the last sweep started by the schedule. */
  scheduled_at: number
  lease_until: number
  finished_at: number
}

/** The result of the last sweep for each channel; for other long work as `doctor-runs.ts` says. */
export interface ChannelSweepResultsTable {
  kind: string
  channel_id: number
  channel_name: string
  /** Contract `SweepOutcome`. */
  outcome: string
  /** English, for readers of the row. */
  message: string
  /** JSON text: contract `StoredChannelReason`; null = none. */
  reason: string | null
  model: string
  duration_ms: number
  has_balance: number
  balance: number
  currency: string
  /** '', `enabled`, `disabled`. */
  switched: string
}

/** The last comparison of a channel's models with those of its upstream. */
export interface ChannelModelChecksTable {
  channel_id: number
  /** JSON texts: lists of names. */
  added: string
  removed: string
  ignored: string
  /** JSON text: contract `StoredChannelReason`; null = the last check succeeded. */
  reason: string | null
  /** 0 = never. */
  checked_at: number
}

/** One row per channel × group × model. */
export interface AbilitiesTable {
  group_name: string
  model: string
  channel_id: number
  enabled: number
  priority: number
  weight: number
  tag: string | null
}
