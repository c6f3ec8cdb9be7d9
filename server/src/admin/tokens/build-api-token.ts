import type { ApiToken } from '@sluice/contract/api-token'
import { parseAutoGroups } from '@sluice/contract/auto-groups'
import { type DrawingSettings, parseDrawingSettings } from '@sluice/contract/drawing-settings'
import { type Limits, parseLimits } from '@sluice/contract/limits'
import { tokenStatus } from '@sluice/contract/roles'
import { toSeconds } from '../../core/to-seconds.ts'
import type { ApiTokenRow } from '../../store/schema.ts'

/** A token as its owner sees it. */
export function buildApiToken(row: ApiTokenRow, key: string, now: number): ApiToken {
  return {
    id: row.id,
    user_id: row.user_id,
    key,
    status: effectiveStatus(row, now),
    name: row.name,
    created_time: toSeconds(row.created_at),
    accessed_time: toSeconds(row.accessed_at),
    last_client: row.last_client,
    expired_time: row.expires_at === null ? -1 : toSeconds(row.expires_at),
    remain_quota: row.remain_quota,
    unlimited_quota: row.unlimited_quota !== 0,
    model_limits_enabled: row.model_limits_enabled !== 0,
    model_limits: row.model_limits,
    allow_ips: row.allow_ips,
    deny_ips: row.deny_ips ?? '',
    rate_limit_enabled: row.rate_limit_enabled !== 0,
    rate_limit_count: row.rate_limit_count,
    rate_limit_minutes: row.rate_limit_minutes,
    rate_limit_message: row.rate_limit_message ?? '',
    limits: shown<Limits>(parseLimits, row.limits),
    drawing: shown<DrawingSettings>(parseDrawingSettings, row.drawing),
    used_quota: row.used_quota,
    group: row.group_name,
    cross_group_retry: row.cross_group_retry !== 0,
    auto_groups: shownGroups(row.auto_groups),
    DeletedAt: row.deleted_at === null ? null : new Date(row.deleted_at).toISOString(),
  }
}

/** A damaged row must not break the whole list. Calls with its key are refused. */
function shown<T extends object>(parse: (text: string | null) => T, text: string | null): Partial<T> {
  try {
    return parse(text)
  } catch {
    return {}
  }
}

function shownGroups(text: string | null): string[] | null {
  try {
    return parseAutoGroups(text)
  } catch {
    return null
  }
}

type Spendable = Pick<ApiTokenRow, 'expires_at' | 'unlimited_quota' | 'remain_quota'>

/** An enabled token shows as expired or exhausted as soon as it is, also before that is written. */
export function effectiveStatus(row: Spendable & Pick<ApiTokenRow, 'status'>, now: number): number {
  if (row.status !== tokenStatus.enabled) return row.status
  if (isExpired(row, now)) return tokenStatus.expired
  return isExhausted(row) ? tokenStatus.exhausted : tokenStatus.enabled
}

export const isExpired = (row: Pick<Spendable, 'expires_at'>, now: number): boolean =>
  row.expires_at !== null && row.expires_at <= now

export const isExhausted = (row: Pick<Spendable, 'unlimited_quota' | 'remain_quota'>): boolean =>
  row.unlimited_quota === 0 && row.remain_quota <= 0
