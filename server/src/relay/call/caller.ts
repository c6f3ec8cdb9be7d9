import { accountGroups, firstGroup } from '@sluice/contract/account-groups'
import { parseAutoGroups } from '@sluice/contract/auto-groups'
import { type DrawingSettings, parseDrawingSettings } from '@sluice/contract/drawing-settings'
import { type Limits, parseLimits } from '@sluice/contract/limits'
import { parseRecord } from '@sluice/contract/read-json'
import { tokenStatus } from '@sluice/contract/roles'
import { type AddressList, parseAddressList } from '../../core/address-list.ts'
import type { CallerRow, OwnerRow } from '../../store/callers.ts'

/** The caller: an API token and its owner, parsed once and cached; or an account by itself. */
export interface Caller {
  /** null = no token: an account signed in to the console. */
  readonly tokenId: number | null
  readonly tokenName: string
  readonly tokenStatus: number
  /** Milliseconds; null = never. */
  readonly expiresAt: number | null
  /** null = every model of the group. */
  readonly modelLimits: ReadonlySet<string> | null
  /** null = any address. */
  readonly allowedAddresses: AddressList | null
  /** Overrides the allowed addresses; null = none is denied. */
  readonly deniedAddresses: AddressList | null
  /** Limit on requests with the token; null = no limit. */
  readonly rateLimit: TokenRateLimit | null
  readonly tokenLimits: Limits
  /** The token's drawing settings. */
  readonly drawing: DrawingSettings
  /** The account's own limits; the rest are the defaults for accounts. */
  readonly userLimits: Limits
  /** '' = the user's own group. */
  readonly tokenGroup: string
  /** With the group `auto`: the token's own order; null = the operator's. */
  readonly autoGroups: readonly string[] | null
  /** With the group `auto`: failed calls continue in the next group. */
  readonly crossesGroups: boolean
  readonly userId: number
  readonly username: string
  /** Decides prices and limits. */
  readonly userGroup: string
  /** All groups of the account, that one first. */
  readonly ownGroups: readonly string[]
  readonly userStatus: number
  readonly role: number
  /** What an administrator may not do; absent = nothing. */
  readonly withheldRights?: number
  readonly acceptsUnpricedModels: boolean
}

/** The limit that the owner set for a token. */
interface TokenRateLimit {
  count: number
  minutes: number
  /** '' = the default message. */
  message: string
}

/** Throws where the stored row is unreadable: a damaged row must not permit anything. */
export function buildCaller(row: CallerRow): Caller {
  const limits = row.model_limits.split(',').map((name) => name.trim())
  return {
    tokenId: row.token_id,
    tokenName: row.token_name,
    tokenStatus: row.token_status,
    expiresAt: row.expires_at,
    modelLimits: row.model_limits_enabled ? new Set(limits.filter((name) => name !== '')) : null,
    allowedAddresses: parseAddressList(row.allow_ips),
    deniedAddresses: parseAddressList(row.deny_ips ?? ''),
    rateLimit: rateLimitOf(row),
    tokenLimits: parseLimits(row.token_limits),
    drawing: parseDrawingSettings(row.token_drawing),
    tokenGroup: row.token_group,
    autoGroups: parseAutoGroups(row.token_auto_groups),
    crossesGroups: row.token_cross_group_retry !== 0,
    ...ownerOf(row),
  }
}

const ownerOf = (row: OwnerRow) => ({
  userLimits: parseLimits(row.user_limits),
  userId: row.user_id,
  username: row.username,
  userGroup: firstGroup(row.user_group),
  ownGroups: accountGroups(row.user_group),
  userStatus: row.user_status,
  role: row.user_role,
  ...(row.user_withheld_rights && { withheldRights: row.user_withheld_rights }),
  acceptsUnpricedModels: acceptsUnpriced(row.user_setting),
})

/** An account without a token: only the limits of the account apply. `group` '' = its own. */
export function buildSignedInCaller(row: OwnerRow, group: string): Caller {
  return {
    tokenId: null,
    tokenName: `playground-${group || firstGroup(row.user_group)}`,
    tokenStatus: tokenStatus.enabled,
    expiresAt: null,
    modelLimits: null,
    allowedAddresses: null,
    deniedAddresses: null,
    rateLimit: null,
    tokenLimits: {},
    drawing: {},
    tokenGroup: group,
    autoGroups: null,
    crossesGroups: false,
    ...ownerOf(row),
  }
}

function rateLimitOf(row: CallerRow): TokenRateLimit | null {
  const { rate_limit_enabled: isOn, rate_limit_count: count, rate_limit_minutes: minutes } = row
  return isOn !== 0 && count > 0 ? { count, minutes, message: row.rate_limit_message ?? '' } : null
}

const acceptsUnpriced = (setting: string): boolean => parseRecord(setting)?.accept_unset_model_ratio_model === true
