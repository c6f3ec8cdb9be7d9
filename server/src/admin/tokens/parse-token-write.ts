import type { apiTokenWrite } from '@sluice/contract/api-token'
import { formatAutoGroups } from '@sluice/contract/auto-groups'
import { formatDrawingSettings } from '@sluice/contract/drawing-settings'
import { makeReason, reasonAt } from '@sluice/contract/error-reasons'
import { autoGroup } from '@sluice/contract/group'
import { formatLimits } from '@sluice/contract/limits'
import { type Quota, quota, quotaMax } from '@sluice/contract/quota'
import { tokenStatus } from '@sluice/contract/roles'
import type { z } from 'zod'
import { splitNames } from '../../state/build-channel-state.ts'
import type { ApiTokenChanges } from '../../store/api-tokens.ts'
import type { ApiTokenRow } from '../../store/schema.ts'
import { refusedField } from '../refused-field.ts'
import { effectiveStatus, isExhausted, isExpired } from './build-api-token.ts'
import { parseAllowedAddresses } from './parse-allowed-addresses.ts'

export type TokenWrite = z.output<typeof apiTokenWrite>

/** The groups that an account may choose for a token, and how many a token may order. */
export interface GroupChoice {
  isUsable: (group: string) => boolean
  max: number
}

/** The columns of a body, each checked by itself. Throws GatewayError with the field. */
export function parseTokenFields(write: TokenWrite, groups: GroupChoice): ApiTokenChanges {
  const changes: ApiTokenChanges = {}
  if (write.name) changes.name = write.name
  if (write.expired_time !== undefined) changes.expires_at = write.expired_time > 0 ? write.expired_time * 1000 : null
  if (write.unlimited_quota !== undefined) changes.unlimited_quota = write.unlimited_quota ? 1 : 0
  if (write.model_limits_enabled !== undefined) changes.model_limits_enabled = write.model_limits_enabled ? 1 : 0
  if (write.model_limits !== undefined) changes.model_limits = splitNames(write.model_limits).join(',')
  if (write.allow_ips !== undefined) changes.allow_ips = addresses('allow_ips', write.allow_ips)
  if (write.deny_ips !== undefined) changes.deny_ips = addresses('deny_ips', write.deny_ips)
  if (write.rate_limit_enabled !== undefined) changes.rate_limit_enabled = write.rate_limit_enabled ? 1 : 0
  if (write.rate_limit_count !== undefined) changes.rate_limit_count = write.rate_limit_count
  if (write.rate_limit_minutes !== undefined) changes.rate_limit_minutes = write.rate_limit_minutes
  if (write.rate_limit_message !== undefined) changes.rate_limit_message = write.rate_limit_message
  if (write.limits !== undefined) changes.limits = formatLimits(write.limits ?? {})
  if (write.drawing !== undefined) changes.drawing = formatDrawingSettings(write.drawing ?? {})
  if (write.group !== undefined) changes.group_name = usableGroup(write.group.trim(), groups.isUsable)
  if (write.auto_groups !== undefined) changes.auto_groups = formatAutoGroups(orderOf(write.auto_groups, groups))
  if (write.cross_group_retry !== undefined) changes.cross_group_retry = write.cross_group_retry ? 1 : 0
  return changes
}

/** Each group once, of those that the account may use, and not too many. */
function orderOf(names: readonly string[] | null, { isUsable, max }: GroupChoice): string[] {
  const order = (names ?? []).map((name) => name.trim())
  for (const [index, group] of order.entries()) {
    if (group === autoGroup) throw refusedField('auto_groups', makeReason('autoInOrder'))
    if (!isUsable(group)) throw refusedField('auto_groups', makeReason('groupForbidden', { group }))
    if (order.indexOf(group) !== index) throw refusedField('auto_groups', reasonAt(group, makeReason('givenTwice')))
  }
  if (order.length > max) throw refusedField('auto_groups', makeReason('tooManyGroups', { max }))
  return order
}

function addresses(field: 'allow_ips' | 'deny_ips', text: string): string {
  const parsed = parseAllowedAddresses(text)
  if (parsed.ok) return parsed.text
  throw refusedField(field, makeReason('notAddressOrRange', { what: parsed.line.slice(0, 64) }))
}

function usableGroup(group: string, isUsable: (group: string) => boolean): string {
  if (group === '' || isUsable(group)) return group
  throw refusedField('group', makeReason('groupForbidden', { group }))
}

/**
 * The status after a request for `asked`. Enabling requires quota and a valid expiry; a token that was stopped by
 * either is enabled automatically when that is raised.
 */
export function nextStatus(asked: number | undefined, before: ApiTokenRow, after: ApiTokenRow, now: number): number {
  if (asked === tokenStatus.disabled) return tokenStatus.disabled
  if (asked !== tokenStatus.enabled || effectiveStatus(before, now) === tokenStatus.enabled) {
    const isStopped = before.status === tokenStatus.expired || before.status === tokenStatus.exhausted
    return isStopped ? effectiveStatus({ ...after, status: tokenStatus.enabled }, now) : before.status
  }
  if (isExpired(after, now)) throw refusedField('expired_time', makeReason('tokenExpired'))
  if (isExhausted(after)) throw refusedField('remain_quota', makeReason('tokenSpent'))
  return tokenStatus.enabled
}

/**
 * The new quota of the token; null = unchanged. If the value at the opening of the form is known, spending since then
 * is kept.
 */
export function nextRemain(write: TokenWrite, row: ApiTokenRow | null): Quota | null {
  const { remain_quota: asked, remain_quota_loaded: loaded } = write
  if (asked === undefined || asked === (loaded ?? row?.remain_quota)) return null
  if (asked < 0) {
    if (write.unlimited_quota ?? row?.unlimited_quota === 1) return null
    throw refusedField('remain_quota', makeReason('quotaNegative'))
  }
  if (loaded === undefined || row === null) return quota(asked)
  return quota(Math.min(quotaMax, Math.max(0, row.remain_quota + (asked - loaded))))
}
