import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** An API token and its owner, as one relayed call needs them. */
export interface CallerRow extends OwnerRow {
  token_id: number
  token_name: string
  token_status: number
  expires_at: number | null
  unlimited_quota: number
  model_limits_enabled: number
  model_limits: string
  allow_ips: string
  deny_ips: string | null
  token_limits: string | null
  token_drawing: string | null
  rate_limit_enabled: number
  rate_limit_count: number
  rate_limit_minutes: number
  rate_limit_message: string | null
  token_group: string
  token_auto_groups: string | null
  token_cross_group_retry: number
}

/** An account, as a relayed call needs it. */
export interface OwnerRow {
  user_id: number
  username: string
  user_group: string
  user_status: number
  user_role: number
  /** 0 where absent. */
  user_withheld_rights?: number
  user_setting: string
  user_limits: string | null
}

const ownerColumns = [
  'users.id as user_id',
  'users.username',
  'users.group_name as user_group',
  'users.status as user_status',
  'users.role as user_role',
  'users.withheld_rights as user_withheld_rights',
  'users.setting as user_setting',
  'users.limits as user_limits',
] as const

/** The caller of a key's look-up hash; undefined when the token or its owner does not exist. */
export const findCallerByKey = (db: Kysely<Database>, keyHash: string): Promise<CallerRow | undefined> =>
  selectCallers(db).where('api_tokens.key_hash', '=', keyHash).executeTakeFirst()

/** The caller of a token; undefined if the token or its owner does not exist. */
export const findCallerOfToken = (db: Kysely<Database>, tokenId: number): Promise<CallerRow | undefined> =>
  selectCallers(db).where('api_tokens.id', '=', tokenId).executeTakeFirst()

const selectCallers = (db: Kysely<Database>) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select([
      'api_tokens.id as token_id',
      'api_tokens.name as token_name',
      'api_tokens.status as token_status',
      'api_tokens.expires_at',
      'api_tokens.unlimited_quota',
      'api_tokens.model_limits_enabled',
      'api_tokens.model_limits',
      'api_tokens.allow_ips',
      'api_tokens.deny_ips',
      'api_tokens.limits as token_limits',
      'api_tokens.drawing as token_drawing',
      'api_tokens.rate_limit_enabled',
      'api_tokens.rate_limit_count',
      'api_tokens.rate_limit_minutes',
      'api_tokens.rate_limit_message',
      'api_tokens.group_name as token_group',
      'api_tokens.auto_groups as token_auto_groups',
      'api_tokens.cross_group_retry as token_cross_group_retry',
      ...ownerColumns,
    ])
    .where('api_tokens.deleted_at', 'is', null)
    .where('users.deleted_at', 'is', null)

/** The account without a token; undefined when it does not exist. */
export const findOwner = (db: Kysely<Database>, userId: number): Promise<OwnerRow | undefined> =>
  db
    .selectFrom('users')
    .select(ownerColumns)
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
