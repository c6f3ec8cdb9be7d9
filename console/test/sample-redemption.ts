import type { Redemption } from '@sluice/contract/redemption'

/** An unused code without an expiry. */
export const sampleRedemption: Redemption = {
  id: 6,
  user_id: 1,
  key: '0123456789abcdef0123456789abcdef',
  status: 1,
  name: 'welcome',
  quota: 500_000,
  created_time: 1_700_000_000,
  redeemed_time: 0,
  expired_time: 0,
  count: 0,
  used_user_id: 0,
  username: 'root',
  used_username: '',
  DeletedAt: null,
}
