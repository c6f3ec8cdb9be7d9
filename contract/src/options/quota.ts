import { card, option } from './option.ts'
import { number, onOff, whole } from './option-type.ts'

// Initial quota of accounts, and holds.

export const quotaCard = card({
  id: 'quota',
  area: 'operation',
  writer: 'admin',
  options: {
    QuotaForNewUser: option(whole(0, 1_000_000_000_000), {
      default: 0,
      effect: 'Quota a new account starts with.',
    }),
    QuotaForInviter: option(whole(0, 1_000_000_000_000), {
      default: 0,
      effect: 'Reward of the one who invited a new account.',
    }),
    QuotaForInvitee: option(whole(0, 1_000_000_000_000), {
      default: 0,
      effect: 'Quota an invited account gets on top.',
    }),
    QuotaRemindThreshold: option(whole(0, 1_000_000_000_000), {
      default: 1000,
      effect: 'Balance below which an account is warned that set no threshold of its own.',
    }),
    PreConsumedQuota: option(whole(0, 1_000_000_000), {
      default: 500,
      effect: 'Output tokens reserved, and extended by, when the caller gives no maximum.',
    }),
    UnsetModelRatio: option(number({ min: 0, max: 1_000_000 }), {
      default: 0,
      effect: 'Ratio of models without a price, for accounts that accept it; 0 = such models are refused.',
    }),
    BatchRatio: option(number({ min: 0, max: 1_000 }), {
      default: 0.5,
      effect: 'Factor on the prices of calls within a batch. The makers charge half.',
    }),
  },
})

export const checkinCard = card({
  id: 'checkin',
  area: 'operation',
  writer: 'admin',
  options: {
    'checkin_setting.enabled': option(onOff, {
      default: false,
      effect: 'Accounts are awarded quota for one [check-in](accounts.md#daily-check-in) a day.',
    }),
    'checkin_setting.min_quota': option(whole(1, 1_000_000_000_000), {
      default: 1_000,
      effect: 'Least quota that a check-in awards; not more than the most.',
      notAbove: 'checkin_setting.max_quota',
    }),
    'checkin_setting.max_quota': option(whole(1, 1_000_000_000_000), {
      default: 10_000,
      effect: 'Most quota that a check-in awards; the award is drawn at random between both.',
    }),
  },
})
