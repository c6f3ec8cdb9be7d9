import type { Generated } from 'kysely'

export interface UsersTable {
  id: Generated<number>
  username: string
  /** argon2id or imported bcrypt; '' = no password. */
  password_hash: string
  /** 1: the last log-in had a password that is shorter than a new one may be. */
  password_is_short: Generated<number>
  display_name: string
  role: number
  status: number
  /** In lower case, unique; null = none. */
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
  /** 1 for the root account of the set-up, null for all others. The unique index allows only one. */
  root_marker: number | null
  /** When the account was last notified of a low balance; null = never. */
  quota_warned_at: Generated<number | null>
  /** 1 from this notice until a settlement leaves the balance above the threshold. */
  quota_is_low: Generated<number>
  /** JSON text, contract `Limits`; null = the defaults for accounts. */
  limits: Generated<string | null>
  /** `en` or `zh`: the language of mails and notices to the account; null = unknown. */
  language: Generated<string | null>
  /** The last use of a session, within a minute, or of an API token, within an hour; 0 = never. */
  last_seen_at: Generated<number>
  /** What an administrator may not do: a bit of each right, in the order of `adminRights`; 0 = nothing is withheld. */
  withheld_rights: Generated<number>
  /** The role of the operator's own whose rights these are; 0 = they are the account's own. */
  admin_role_id: Generated<number>
  created_at: number
  deleted_at: number | null
}

export interface AdminRolesTable {
  id: Generated<number>
  name: string
  /** As in accounts. Each holder has the same value. */
  withheld_rights: number
  created_at: number
  updated_at: number
}

export interface UserNotesTable {
  id: Generated<number>
  user_id: number
  author_id: number
  body: string
  created_at: number
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
  /** The previous secret, which is accepted until `former_refresh_until`. */
  former_refresh_hash: Generated<string | null>
  former_refresh_until: Generated<number | null>
}

/** An administrator looks at the console as an account, without changing anything. */
export interface AccountViewsTable {
  /** Keyed hash of the 256-bit value in the header. */
  id_hash: string
  /** The session of the administrator, with which the view ends. */
  session_hash: string
  viewer_id: number
  /** The account that is looked at. */
  user_id: number
  created_at: number
  expires_at: number
}

export interface ApiTokensTable {
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
  /** The program of the last call; '' = unknown. Written with settlements. */
  last_client: Generated<string>
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
  /** Newline-joined allowed addresses and CIDR ranges; '' = no restriction. */
  allow_ips: string
  /** Newline-joined refused addresses and CIDR ranges; null or '' = none. */
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
  /** JSON list of groups for the group `auto`; null = the operator's order. */
  auto_groups: Generated<string | null>
  /** With the group `auto`, failed calls continue in the next group. */
  cross_group_retry: Generated<number>
  deleted_at: number | null
}

export interface SetupsTable {
  /** Always 1: a second set-up cannot be inserted. */
  id: number
  version: string
  initialized_at: number
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

/** Keyed hashes of the names of deleted accounts, which are never assigned again. */
export interface RetiredNamesTable {
  name_hash: string
  user_id: number
  retired_at: number
  /** When the name was removed from the usage log; null = not yet. */
  cleared_at: number | null
}

/** Keyed hashes of verified identities that received the gifts of a new account. They outlive the accounts. */
export interface GiftIdentitiesTable {
  identity_hash: string
  created_at: number
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
  /** Of `account_messages`; 0 = a notice of the server. */
  message_id: Generated<number>
}

/**
 * What an administrator sends to some accounts. It is over when `sent`, `failed` and `cancelled` sum to `receivers`.
 */
export interface AccountMessagesTable {
  id: Generated<number>
  /** Unique: a repeated request names the same message. */
  name: string
  author_id: number
  author_name: string
  title: string
  receivers: number
  sent: number
  failed: number
  cancelled: number
  created_at: number
  /** Of the last count. */
  changed_at: number
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
