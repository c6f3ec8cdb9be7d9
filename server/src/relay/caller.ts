import { type AddressList, parseAddressList } from '../core/address-list.ts'
import type { CallerRow } from '../store/callers.ts'

/** Who calls: an API token and its owner, parsed once and kept in memory. */
export interface Caller {
  readonly tokenId: number
  readonly tokenName: string
  readonly tokenStatus: number
  /** Milliseconds; null = never. */
  readonly expiresAt: number | null
  /** null = every model of the group. */
  readonly modelLimits: ReadonlySet<string> | null
  /** null = from anywhere. */
  readonly allowedAddresses: AddressList | null
  /** '' = the user's own group. */
  readonly tokenGroup: string
  readonly userId: number
  readonly username: string
  readonly userGroup: string
  readonly userStatus: number
  readonly role: number
  readonly acceptsUnpricedModels: boolean
}

export function buildCaller(row: CallerRow): Caller {
  const limits = row.model_limits.split(',').map((name) => name.trim())
  return {
    tokenId: row.token_id,
    tokenName: row.token_name,
    tokenStatus: row.token_status,
    expiresAt: row.expires_at,
    modelLimits: row.model_limits_enabled ? new Set(limits.filter((name) => name !== '')) : null,
    allowedAddresses: row.allow_ips.trim() === '' ? null : parseAddressList(row.allow_ips),
    tokenGroup: row.token_group,
    userId: row.user_id,
    username: row.username,
    userGroup: row.user_group,
    userStatus: row.user_status,
    role: row.user_role,
    acceptsUnpricedModels: acceptsUnpriced(row.user_setting),
  }
}

function acceptsUnpriced(setting: string): boolean {
  try {
    return (
      (JSON.parse(setting) as { accept_unset_model_ratio_model?: unknown }).accept_unset_model_ratio_model ===
      true
    )
  } catch {
    return false
  }
}
