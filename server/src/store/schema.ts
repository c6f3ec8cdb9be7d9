import type { Generated, Insertable, Selectable, Updateable } from 'kysely'

/**
 * The tables. Instants are milliseconds (`…_at`) unless the name says otherwise; money is whole quota units in
 * 64-bit columns; booleans are 0/1 integers on every engine; JSON is text. Money columns (marked $) are written
 * by the ledger alone.
 */
export interface Database {
  users: UsersTable
  sessions: SessionsTable
  api_tokens: ApiTokensTable
  channels: ChannelsTable
  abilities: AbilitiesTable
  options: OptionsTable
  ledger_entries: LedgerEntriesTable
  reservations: ReservationsTable
  epochs: EpochsTable
  usage_logs: UsageLogsTable
  usage_hours: UsageHoursTable
  notices: NoticesTable
  audit_logs: AuditLogsTable
  tasks: TasksTable
  stored_objects: StoredObjectsTable
  setups: SetupsTable
  one_time_codes: OneTimeCodesTable
  counted_events: CountedEventsTable
  gift_identities: GiftIdentitiesTable
  retired_names: RetiredNamesTable
  sign_in_flows: SignInFlowsTable
  authenticators: AuthenticatorsTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  redemptions: RedemptionsTable
  topup_orders: TopupOrdersTable
  payment_alerts: PaymentAlertsTable
  payment_reversals: PaymentReversalsTable
  checkins: CheckinsTable
  vendors: VendorsTable
  model_cards: ModelCardsTable
  prefill_groups: PrefillGroupsTable
  deleted_channels: DeletedChannelsTable
  channel_sweeps: ChannelSweepsTable
  channel_sweep_results: ChannelSweepResultsTable
  imports: ImportsTable
  opening_sums: OpeningSumsTable
  channel_model_checks: ChannelModelChecksTable
  channel_key_uses: ChannelKeyUsesTable
}

export interface UsersTable {
  id: Generated<number>
  username: string
  /** argon2id or imported bcrypt; '' = no password. */
  password_hash: string
  display_name: string
  role: number
  status: number
  /** Lower-cased; null = none. Unique among the rest. */
  email: string | null
  github_id: string | null
  oidc_id: string | null
  wechat_id: string | null
  telegram_id: string | null
  linux_do_id: string | null
  /** Keyed hash of the system access token. */
  access_token_hash: string | null
  /** $ */
  quota: Generated<number>
  /** $ */
  used_quota: Generated<number>
  /** $ */
  request_count: Generated<number>
  group_name: string
  aff_code: string | null
  /** $ */
  aff_count: Generated<number>
  /** $ */
  aff_quota: Generated<number>
  /** $ */
  aff_history_quota: Generated<number>
  inviter_id: Generated<number>
  /** JSON text of the user's settings. */
  setting: string
  /** 1 for the one account made by set-up, null for all others: its unique index allows a single root. */
  root_marker: number | null
  /** When the account was last notified of a low balance; null = never. */
  quota_warned_at: Generated<number | null>
  /** 1 from that notice on, until a settlement leaves the balance above the threshold. */
  quota_is_low: Generated<number>
  /** JSON text, contract `Limits`; null = the defaults for accounts. */
  limits: Generated<string | null>
  /** `en` or `zh`: the language of mails and notices to the account; null = not known yet. */
  language: Generated<string | null>
  created_at: number
  deleted_at: number | null
}

export interface SessionsTable {
  /** Keyed hash of the 256-bit cookie value. */
  id_hash: string
  user_id: number
  created_at: number
  last_seen_at: number
  expires_at: number
  ip: string
  user_agent: string
  login_method: Generated<string>
  /** Keyed hash of the secret that renews the access token; null = its first secret. */
  refresh_hash: Generated<string | null>
  /** The secret before, which is accepted until the time beside it. */
  former_refresh_hash: Generated<string | null>
  former_refresh_until: Generated<number | null>
}

interface ApiTokensTable {
  id: Generated<number>
  user_id: number
  name: string
  /** Keyed hash of the whole key without `sk-`. */
  key_hash: string
  /** The key in the secret box. */
  key_box: string
  status: number
  created_at: number
  accessed_at: number
  /** null = never. */
  expires_at: number | null
  /** $ May be negative for unlimited tokens. remain + used + open reservations = granted. */
  remain_quota: Generated<number>
  /** $ */
  used_quota: Generated<number>
  /** $ */
  granted_quota: Generated<number>
  unlimited_quota: number
  model_limits_enabled: number
  /** Comma-joined model names. */
  model_limits: string
  /** Newline-joined addresses and CIDR ranges; '' = no restriction. */
  allow_ips: string
  /** The same for addresses that may not use it; null or '' = none. */
  deny_ips: Generated<string | null>
  /** JSON text, contract `Limits`; null = none. */
  limits: Generated<string | null>
  /** JSON of `DrawingSettings`; null = none. */
  drawing: Generated<string | null>
  rate_limit_enabled: Generated<number>
  rate_limit_count: Generated<number>
  rate_limit_minutes: Generated<number>
  /** The message that callers get beyond that limit; null or '' = the default message. */
  rate_limit_message: Generated<string | null>
  group_name: string
  /** JSON list of groups for the group `auto`; null = as the operator orders them. */
  auto_groups: Generated<string | null>
  /** With the group `auto`, failed calls continue in the next group. */
  cross_group_retry: Generated<number>
  deleted_at: number | null
}

interface ChannelsTable {
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
  /** ISO 4217 code of what `balance` is in. */
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
  /** JSON text of `CostPrices`; null = what the channel costs is unknown. */
  cost_prices: string | null
  /** Consecutive tests that took too long, and that the upstream refused because of the account. */
  slow_tests: Generated<number>
  refused_tests: Generated<number>
  /** JSON text of `KeyStates` of `key-states.ts`: the keys that are off; null = all are on. */
  key_states: string | null
  /** JSON text: header → its value; null = none. */
  header_override: string | null
  /** For administrators. */
  remark: string | null
}

/** When each key of a channel with several keys was last used. */
interface ChannelKeyUsesTable {
  channel_id: number
  key_mark: string
  used_at: number
}

/** Channels whose deletion can still be undone. */
interface DeletedChannelsTable {
  channel_id: number
  /** Names the channels that were deleted together. */
  deletion: string
  /** JSON text of the row; its keys are sealed in it as they were. */
  channel: string
  deleted_at: number
}

/** The last sweep over all channels, one row a kind (contract `SweepKind`). */
export interface ChannelSweepsTable {
  kind: string
  /** Changes with each run; '' = no run yet. */
  run_id: string
  /** Contract `SweepState`. A running one whose lease is over counts as interrupted. */
  state: string
  /** Name of the account; '' = the schedule. */
  started_by: string
  /** 1 = an administrator asked for its end. */
  is_cancelled: number
  /** The number of channels to test. */
  total: number
  started_at: number
  /** When the schedule started one. */
  scheduled_at: number
  lease_until: number
  finished_at: number
}

/** The result of the last sweep for each channel. */
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

/** What the last comparison of a channel's models with those of its upstream found. */
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
interface AbilitiesTable {
  group_name: string
  model: string
  channel_id: number
  enabled: number
  priority: number
  weight: number
  tag: string | null
}

interface OptionsTable {
  name: string
  /** Plain text, or the secret box's text for secret options. */
  value: string
  updated_at: number
}

export type LedgerEntryKind = 'initial' | 'charge' | 'credit' | 'refund' | 'adjustment'

/** Append-only. `amount` is the change of the user's balance: charges are ≤ 0. */
export interface LedgerEntriesTable {
  id: Generated<number>
  user_id: number
  token_id: number | null
  channel_id: number | null
  kind: LedgerEntryKind
  amount: number
  /** Chosen before the attempt; unique. */
  ref: string
  request_id: string | null
  note: string
  created_at: number
}

/** Open reservations only: settled and released ones are deleted in the transaction that resolves them. */
export interface ReservationsTable {
  ref: string
  user_id: number
  token_id: number | null
  amount: number
  epoch_id: number
  /** Charge for what was delivered so far; null = nothing yet. */
  checkpoint_charge: number | null
  /** JSON of the usage row to write when the owner dies; null with no checkpoint. */
  checkpoint_row: string | null
  channel_id: number | null
  created_at: number
}

/** A running process. Dead when `lease_until` has passed. */
interface EpochsTable {
  id: Generated<number>
  node: string
  started_at: number
  lease_until: number
}

/** Imports from databases of other programs; one for each database. */
interface ImportsTable {
  id: Generated<number>
  /** `Source.mark`. */
  source_mark: string
  layout: string
  /** JSON text: the highest id of the source that each step has written. */
  progress: string
  /** The last epoch when it began: a later one means that a server has run since. */
  epoch_id: number
  started_at: number
  /** 0 = not yet. */
  finished_at: number
}

/** What was used before an import. The charges of the ledger come on top of it. */
interface OpeningSumsTable {
  /** `user`, `token` or `channel`. */
  kind: string
  object_id: number
  /** $ */
  used_quota: Generated<number>
}

interface UsageLogsTable {
  id: Generated<number>
  user_id: number
  /** Milliseconds; the wire shows seconds. */
  created_at: number
  /** 1 top-up, 2 consumption, 3 management, 4 system, 5 error. */
  type: number
  username: string
  token_id: number
  token_name: string
  channel_id: number
  model_name: string
  group_name: string
  /** What the user paid. */
  quota: number
  /** The same before group discounts. */
  list_quota: number
  /** What the upstream charges the operator; 0 where unknown. */
  cost_quota: number
  cost_known: Generated<number>
  prompt_tokens: number
  completion_tokens: number
  use_time_ms: number
  is_stream: number
  request_id: string
  content: string
  /** JSON text, contract `UsageLogDetail`. */
  detail: string
}

/**
 * Usage summed by the hour, whether or not rows are kept; written with the settlements ($). A refund lowers the hour
 * in which it is given.
 */
export interface UsageHoursTable {
  /** Milliseconds of its beginning. */
  hour: number
  user_id: number
  /** 0 = without a token. */
  token_id: number
  /** 0 = refused before any channel; `model_name` is then ''. */
  channel_id: number
  group_name: string
  model_name: string
  /** Charged calls, including those that cost nothing. */
  calls: number
  /** Error rows. */
  errors: number
  quota: number
  list_quota: number
  /** Of the calls whose cost is known: the cost, the number of calls, and what they were charged. */
  cost_quota: number
  cost_known_calls: number
  cost_known_quota: number
  prompt_tokens: number
  completion_tokens: number
  use_time_ms: number
}

/** Notices that are not delivered yet; delivered and given-up ones are deleted. */
export interface NoticesTable {
  id: Generated<number>
  user_id: number
  /** `quota_exceed`, `channel_update_<id>_<status>`, … */
  type: string
  title: string
  /** `{{value}}` is a placeholder for the next of `value_list`, a JSON array of texts. */
  content: string
  value_list: string
  /** Number of attempts. */
  tries: number
  due_at: number
  created_at: number
}

export interface AuditLogsTable {
  id: Generated<number>
  created_at: number
  actor_id: number
  actor_name: string
  /** `channel.update`, `option.set`, … */
  action: string
  object_type: string
  object_id: string
  /** JSON text without secrets. */
  before: string | null
  after: string | null
  ip: string
  request_id: string
}

interface SetupsTable {
  /** Always 1: a second set-up cannot be inserted. */
  id: number
  version: string
  initialized_at: number
}

/** Redemption codes. The ledger alone writes 3 (used) into `status`, with the user, and credits the code ($). */
export interface RedemptionsTable {
  id: Generated<number>
  /** Who made it. */
  user_id: number
  /** Keyed hash of the code. */
  key_hash: string
  /** The code in the secret box. */
  key_box: string
  /** 1 unused, 2 disabled, 3 used. */
  status: number
  name: string
  quota: number
  created_at: number
  /** null = never. */
  expires_at: number | null
  /** 0 = not used. */
  redeemed_at: number
  /** 0 = none. */
  used_user_id: number
  deleted_at: number | null
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

/** Written by the ledger with the credit. */
export interface CheckinsTable {
  user_id: number
  /** `2026-11-22`, in the time zone of the server. */
  day: string
  /** $ The award. */
  quota: number
  created_at: number
}

/** Orders at payment gateways. The ledger alone writes `success` into `status`, and credits `quota` with it ($). */
export interface TopupOrdersTable {
  id: Generated<number>
  /** Our order number, chosen before the gateway learns of the order. */
  trade_no: string
  user_id: number
  /** `alipay`, `wxpay` or `stripe`. */
  method: string
  /** The requested amount: currency units or quota. */
  amount: number
  /** The exact credit. */
  quota: number
  /** The price, a decimal such as `14.60`. */
  money: string
  /** Three small letters; '' = the site's local money. */
  currency: string
  /** `pending`, `success` or `expired`. */
  status: string
  /** The gateway's name for the order; '' = not known yet. */
  gateway_no: string
  /** The administrator who marked it as paid; 0 = none. */
  completed_by: number
  created_at: number
  expires_at: number
  /** 0 = not paid yet. */
  completed_at: number
  /** The gateway's number of the payment, which its messages about refunds and disputes name; '' = not known yet. */
  payment_no: Generated<string>
  /** Contract `TopupReversal`. */
  reversal: Generated<string>
  /** $ The part of `quota` that was reversed; written together with the entry. */
  reversed_quota: Generated<number>
  /** The reversed part of the price, in the smallest unit of its currency. */
  reversed_minor: Generated<number>
  /** The number of entries that reversed or restored an amount. */
  reversal_count: Generated<number>
  /** 0 = never. */
  reversed_at: Generated<number>
}

/** The latest known state of refunds and disputes, including those of payments that are not known yet. */
export interface PaymentReversalsTable {
  id: Generated<number>
  /** The gateway's name of it: a charge, a dispute; or `manual:` and the order's number. Unique. */
  ref: string
  /** `refund`, `dispute` or `manual`. */
  kind: string
  /** `refunded`, or of a dispute `open`, `won`, `lost`. */
  state: string
  payment_no: string
  /** '' = not known from the message. */
  trade_no: string
  minor_units: number
  currency: string
  /** The time in the gateway's message, in seconds. */
  told_at: number
  created_at: number
}

/** Messages of payment gateways that an administrator has to look at; repeats are counted in one row. */
export interface PaymentAlertsTable {
  id: Generated<number>
  /** Hash of the parts that make two messages the same. */
  fingerprint: string
  gateway: string
  /** Contract `PaymentAlertReason`. */
  reason: string
  trade_no: string
  /** 0 = no order of this site. */
  user_id: number
  /** English, for readers of the row. */
  detail: string
  /** JSON text: contract `StoredPaymentFault`; null = written by an older version. */
  fault: string | null
  ip: string
  times: number
  first_at: number
  last_at: number
}

/** A sign-in, or the addition of a way to sign in, that waits for its second step. Used once. */
export interface SignInFlowsTable {
  /** Keyed hash of the value that the other side returns. */
  id_hash: string
  kind: string
  /** Keyed hash of the browser's flow cookie; '' = not bound to a browser. */
  browser_hash: string
  /** The account it belongs to; null = none yet. */
  user_id: number | null
  /** JSON in the secret box. */
  data_box: string
  expires_at: number
}

/** One authenticator app for each account (TOTP). */
export interface AuthenticatorsTable {
  user_id: number
  secret_box: string
  /** null = shown to its owner, but not in force yet. */
  confirmed_at: number | null
  /** The time step of the last accepted code: each code is accepted once. */
  last_step: number
}

/** Unused ones only: a code is deleted when it is used. */
interface RecoveryCodesTable {
  user_id: number
  code_hash: string
}

export interface PasskeysTable {
  id: Generated<number>
  user_id: number
  /** Chosen by the owner. */
  name: string
  /** base64url, as is the key (COSE). */
  credential_id: string
  public_key: string
  counter: number
  /** Comma-joined. */
  transports: string
  created_at: number
  last_used_at: number | null
}

/** A code that was sent and can be used once. A newer one for the same purpose and subject replaces it. */
export interface OneTimeCodesTable {
  purpose: string
  /** Keyed hash of the person it is for. */
  subject_hash: string
  /** Keyed hash of the code. */
  code_hash: string
  tries_left: number
  expires_at: number
}

/** A file or a batch that an upstream stores for an account of this gateway. */
export interface StoredObjectsTable {
  id: Generated<number>
  /** `StoredObjectKind`. */
  kind: string
  /** The upstream's id; clients name the object by it. */
  object_id: string
  user_id: number
  /** The upstream account: the channel, and which of its keys. */
  channel_id: number
  key_mark: string
  /** Of a file of results: the `id` of the batch here; null = any other object. */
  batch_id: number | null
  /** JSON text of the object as the upstream showed it last. */
  data: string
  /** JSON text of what the gateway knows of it: `StoredFile` or `StoredBatch`. */
  details: string
  /** `batchPhase`; files are over from the start. */
  phase: number
  /** Counts changes, so that of two at the same time one is seen to come later. */
  revision: number
  created_at: number
  updated_at: number
  /** When it is to be looked at next. */
  due_at: number
  /** Which process looks at it now; '' = none. */
  claim: string
}

/** Work that an upstream does after the call. `phase` says what is left to do; it only moves forward. */
interface TasksTable {
  id: Generated<number>
  /** Contract `TaskPlatform`. */
  platform: string
  /** The upstream's name of the task, by which clients refer to it. '' = the upstream gave none. */
  task_id: string
  user_id: number
  username: string
  token_id: number | null
  channel_id: number
  /** `markOfKey` of the channel's key that submitted the task; null = unknown. */
  key_mark: string | null
  group_name: string
  /** The model that set the price. */
  model_name: string
  action: string
  /** The request id, which is the ref of the charge. */
  request_ref: string
  /** The charge of a successful task, at the list price and at cost (null = unknown). */
  quota: number
  list_quota: number
  cost_quota: number | null
  /** The upstream's code for the submission. */
  code: number
  /** `taskPhase`: open, to be refunded, over, refunded. */
  phase: number
  /** Counts changes, so that the later one of two simultaneous changes is detected. */
  revision: number
  status: string
  /** Per cent. */
  progress: number
  fail_reason: string
  prompt: string
  /** JSON text of the platform's other data about it. */
  data: string
  /** The caller's notification address, in the secret box. */
  hook_box: string | null
  submitted_at: number
  /** 0 = not yet; the same for `finished_at`. */
  started_at: number
  finished_at: number
  created_at: number
  updated_at: number
  /** When it is checked next. */
  due_at: number
  /** The node that checks it now; '' = none. */
  claim: string
}

/** Events of one key within a window, for limits that all nodes share. */
interface CountedEventsTable {
  key_hash: string
  count: number
  resets_at: number
}

/** Keyed hashes of verified identities that received the gifts of a new account. They outlive the accounts. */
interface GiftIdentitiesTable {
  identity_hash: string
  created_at: number
}

/** Keyed hashes of the names of deleted accounts, which are never assigned again. */
interface RetiredNamesTable {
  name_hash: string
  user_id: number
  retired_at: number
  /** When the name was removed from the usage log; null = not yet. */
  cleared_at: number | null
}

export type UserRow = Selectable<UsersTable>
export type ApiTokenRow = Selectable<ApiTokensTable>
export type ChannelRow = Selectable<ChannelsTable>
export type AbilityRow = Selectable<AbilitiesTable>
export type UsageLogRow = Selectable<UsageLogsTable>
export type NewUsageLog = Insertable<UsageLogsTable>
export type NewUser = Insertable<UsersTable>
export type NewChannel = Insertable<ChannelsTable>
export type NewApiToken = Insertable<ApiTokensTable>
export type ChannelUpdate = Updateable<ChannelsTable>
export type ApiTokenUpdate = Updateable<ApiTokensTable>
export type AuditLogRow = Selectable<AuditLogsTable>
export type TaskRow = Selectable<TasksTable>
export type NewTask = Insertable<TasksTable>
