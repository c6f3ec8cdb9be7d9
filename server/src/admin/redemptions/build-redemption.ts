import type { Redemption } from '@sluice/contract/redemption'
import { toSeconds } from '../../core/to-seconds.ts'
import type { RedemptionRow } from '../../store/redemptions.ts'

/** The code with its middle masked, for callers without `billing.write`: the whole code can be redeemed. */
export const maskCode = (code: Redemption): Redemption => ({
  ...code,
  key: `${code.key.slice(0, 4)}${'*'.repeat(Math.max(0, code.key.length - 8))}${code.key.slice(-4)}`,
})

/** A code as administrators see it; `names` has those of its accounts. */
export const buildRedemption = (row: RedemptionRow, key: string, names: ReadonlyMap<number, string>): Redemption => ({
  id: row.id,
  user_id: row.user_id,
  key,
  status: row.status,
  name: row.name,
  quota: row.quota,
  created_time: toSeconds(row.created_at),
  redeemed_time: toSeconds(row.redeemed_at),
  expired_time: row.expires_at === null ? 0 : toSeconds(row.expires_at),
  count: 0,
  used_user_id: row.used_user_id,
  username: names.get(row.user_id) ?? '',
  used_username: names.get(row.used_user_id) ?? '',
  DeletedAt: null,
})
